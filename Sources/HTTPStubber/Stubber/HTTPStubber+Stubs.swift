public import Foundation
public import StubCore

extension HTTPStubber {
  /// The stubs in the order in which they are asked.
  ///
  /// They are sorted by priority; of stubs with the same priority, the one that was added last
  /// comes first.
  public var stubs: [HTTPStub] { stubSet.stubs }

  /// Adds a copy of the stub as it is now.
  ///
  /// Among stubs with the same priority, the stub that was added last is asked first.
  @discardableResult
  public func add(stub: HTTPStubRequest) -> HTTPStub {
    let added = stubSet.add(stub: stub)
    check(added, of: stub)
    return added
  }

  /// Removes all stubs that were added from this builder.
  ///
  /// They still answer requests that they have already matched.
  ///
  /// - Returns: Whether there was such a stub.
  @discardableResult
  public func remove(stub: HTTPStubRequest) -> Bool { stubSet.remove(stubs: stub.copies) }

  /// Removes a stub, which still answers requests that it has already matched.
  ///
  /// - Returns: Whether the stub was in the set.
  @discardableResult
  public func remove(stub: HTTPStub) -> Bool { stubSet.remove(stub: stub.id) }

  /// Removes the stub with the identity `id`, which still answers requests that it has already
  /// matched.
  ///
  /// - Returns: Whether there was such a stub.
  @discardableResult
  public func remove(stub id: HTTPStub.ID) -> Bool { stubSet.remove(stub: id) }

  /// Removes the stub that was added last, whatever its priority.
  @discardableResult
  public func removeLastStub() -> HTTPStub? { stubSet.removeLastStub() }

  /// Removes all stubs; ignore rules, hooks and the journal stay.
  public func removeAllStubs() { stubSet.removeAllStubs() }

  /// Removes the stub of ``shared`` that was added last, whatever its priority.
  @discardableResult
  public static func removeLastStub() -> HTTPStub? { shared.removeLastStub() }

  /// Removes all stubs of ``shared``.
  public static func removeAllStubs() { shared.removeAllStubs() }

  /// The stubs that have not answered a request yet.
  public var unusedStubs: [HTTPStub] { stubSet.unusedStubs }
}

extension HTTPStubber {
  /// The rules whose requests pass through, in the order in which they were added.
  public var ignoreRules: [HTTPStubIgnoreRule] { stubSet.ignoreRules }

  /// Adds a rule, which lets requests pass through that all its matchers accept.
  public func add(ignore rule: HTTPStubIgnoreRule) { stubSet.add(ignore: rule) }

  /// Removes an ignore rule.
  ///
  /// - Returns: Whether the rule was in the set.
  @discardableResult
  public func remove(ignore rule: HTTPStubIgnoreRule) -> Bool { stubSet.remove(ignore: rule.id) }

  /// Removes the ignore rule with the identity `id`.
  ///
  /// - Returns: Whether there was such a rule.
  @discardableResult
  public func remove(ignore id: HTTPStubIgnoreRule.ID) -> Bool { stubSet.remove(ignore: id) }

  /// Removes all ignore rules; from then on, their requests are matched against the stubs.
  public func removeAllIgnoreRules() { stubSet.removeAllIgnoreRules() }

  /// The requests that the stubs are responsible for; ignore rules apply in both modes.
  public var unhandledMode: HTTPUnhandledMode {
    get { stubSet.unhandledMode }
    set { stubSet.unhandledMode = newValue }
  }

  /// The response to an unmatched request that does not pass through.
  public var unmatchedResponse: HTTPUnmatchedResponse {
    get { stubSet.unmatchedResponse }
    set { stubSet.unmatchedResponse = newValue }
  }

  /// Lets requests for a URL pass through.
  ///
  /// With the options `[.ignorePath, .ignoreQueryParameters]`, the rule applies to all URLs with
  /// the same host and port.
  public func add(ignoreURL url: String, options: HTTPStubURLOptions = []) {
    stubSet.add(ignoreURL: url, options: options)
  }

  /// Lets requests for a URL pass through.
  ///
  /// The options are described at the function whose `url` is a text.
  public func add(ignoreURL url: URL, options: HTTPStubURLOptions = []) {
    stubSet.add(ignoreURL: url, options: options)
  }

  /// Lets requests pass through whose URL contains a match of the pattern.
  ///
  /// - Throws: An error if the pattern does not compile.
  public func add(
    ignoreURLRegex pattern: String, options: RegularExpressionOptions = []
  ) throws {
    try stubSet.add(ignoreURLRegex: pattern, options: options)
  }
}

extension HTTPStubber {
  /// All requests with their outcomes: answered by a stub, unmatched or passed through.
  public var journal: Journal { stubSet.journal }

  /// Calls the closure when a stub has been chosen for a request; `nil` removes all such closures.
  public func onStubActivation(_ closure: (@Sendable (ReceivedRequest, HTTPStub) -> Void)?) {
    stubSet.changeHooks { $0.addActivated(closure) }
  }

  /// Calls the closure when no stub answers a request; `nil` removes all such closures.
  public func onStubMissing(_ closure: (@Sendable (ReceivedRequest, UnmatchedReport) -> Void)?) {
    stubSet.changeHooks { $0.addMissing(closure) }
  }

  /// Calls the closure before a redirect is followed; `nil` removes all such closures.
  ///
  /// The closure gets the request, its stub and the new request.
  public func onRedirect(
    _ closure: (@Sendable (ReceivedRequest, HTTPStub, ReceivedRequest) -> Void)?
  ) { stubSet.changeHooks { $0.addRedirected(closure) } }

  /// Calls the closure when a stubbed response ends, just before the client is notified.
  ///
  /// `nil` removes all such closures.
  public func onFinish(_ closure: (@Sendable (ReceivedRequest, HTTPStub, ResponseEnding) -> Void)?)
  {
    stubSet.changeHooks { $0.addFinished(closure) }
  }

  /// Sets the closure for warnings about stubs or the setup, in place of the previous one.
  ///
  /// Without a closure, warnings go to standard error, one line each. Nothing else is ever printed.
  public func onWarning(_ closure: @escaping @Sendable (String) -> Void) {
    stubSet.hooks.problem = closure
  }

  /// Checks how many requests a stub has answered.
  ///
  /// - Throws: An error with the requests received.
  public func verify(
    stub: HTTPStub, count: Int, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column
  ) throws {
    try stubSet.verify(
      stub: stub.id, count: count, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Checks how many requests the stubs that were added from this builder have answered in total.
  ///
  /// - Throws: An error with the requests received.
  public func verify(
    stub: HTTPStubRequest, count: Int, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column
  ) throws {
    try stubSet.verify(
      stubs: stub.copies, count: count, at: CallSite(fileID, filePath, line, column))
  }
}

extension HTTPStubber {
  /// The network that all stubbed responses share (default: `nil`, no limits).
  ///
  /// ```swift
  /// stubber.network = .threeG
  /// ```
  ///
  /// Response bodies share the download speed and request bodies share the upload speed, as on the
  /// single connection of a phone. Heads have only latency, and wait for the end of a stall. Two
  /// things differ from a real network, because the loading system has the whole request body
  /// before it sends anything: the stub is chosen when the upload begins, and no timeout of the
  /// request applies during the upload. On Apple's platforms, delegates are not notified of the
  /// progress of an upload.
  public var network: NetworkProfile? {
    get { stubSet.network }
    set { stubSet.network = newValue }
  }
}
