public import Foundation
public import StubCore

extension HTTPStubber {
  /// The stubs in the order they are asked: by priority, and of one priority the last added first.
  public var stubs: [HTTPStub] { stubSet.stubs }

  /// Adds a copy of the stub as it is now; of stubs with one priority the last added is asked first.
  @discardableResult
  public func add(stub: HTTPStubRequest) -> HTTPStub {
    let added = stubSet.add(stub: stub)
    check(added, of: stub)
    return added
  }

  /// Removes all stubs that were added from this builder; requests they have matched are still answered.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  public func remove(stub: HTTPStubRequest) -> Bool { stubSet.remove(stubs: stub.copies) }

  /// Removes a stub; requests it has matched are still answered.
  ///
  /// - Returns: whether it was there.
  @discardableResult
  public func remove(stub: HTTPStub) -> Bool { stubSet.remove(stub: stub.id) }

  /// Removes the stub with that identity; requests it has matched are still answered.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  public func remove(stub id: HTTPStub.ID) -> Bool { stubSet.remove(stub: id) }

  /// Removes the stub that was added last, whatever its priority.
  @discardableResult
  public func removeLastStub() -> HTTPStub? { stubSet.removeLastStub() }

  /// Removes the stubs; ignore rules, hooks and the journal stay.
  public func removeAllStubs() { stubSet.removeAllStubs() }

  /// Removes the stub of ``shared`` that was added last, whatever its priority.
  @discardableResult
  public static func removeLastStub() -> HTTPStub? { shared.removeLastStub() }

  /// Removes all stubs of ``shared``.
  public static func removeAllStubs() { shared.removeAllStubs() }

  /// The stubs that have answered no request so far.
  public var unusedStubs: [HTTPStub] { stubSet.unusedStubs }
}

extension HTTPStubber {
  /// The rules whose requests go on to the network, in the order in which they were added.
  public var ignoreRules: [HTTPStubIgnoreRule] { stubSet.ignoreRules }

  /// Lets the requests that all matchers of the rule accept go on to the network.
  public func add(ignore rule: HTTPStubIgnoreRule) { stubSet.add(ignore: rule) }

  /// Removes an ignore rule.
  ///
  /// - Returns: whether it was there.
  @discardableResult
  public func remove(ignore rule: HTTPStubIgnoreRule) -> Bool { stubSet.remove(ignore: rule.id) }

  /// Removes the ignore rule with that identity.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  public func remove(ignore id: HTTPStubIgnoreRule.ID) -> Bool { stubSet.remove(ignore: id) }

  /// Removes the ignore rules; their requests are then matched like others.
  public func removeAllIgnoreRules() { stubSet.removeAllIgnoreRules() }

  /// Which requests the stubs are responsible for; ignore rules hold in both modes.
  public var unhandledMode: HTTPUnhandledMode {
    get { stubSet.unhandledMode }
    set { stubSet.unhandledMode = newValue }
  }

  /// What a request gets that no stub answers and that does not pass through.
  public var unmatchedResponse: HTTPUnmatchedResponse {
    get { stubSet.unmatchedResponse }
    set { stubSet.unmatchedResponse = newValue }
  }

  /// Leaves requests for a URL alone.
  ///
  /// With the options `[.ignorePath, .ignoreQueryParameters]`, all URLs of its host and port.
  public func add(ignoreURL url: String, options: HTTPStubURLOptions = []) {
    stubSet.add(ignoreURL: url, options: options)
  }

  /// Leaves requests for a URL alone; see the function that takes a text.
  public func add(ignoreURL url: URL, options: HTTPStubURLOptions = []) {
    stubSet.add(ignoreURL: url, options: options)
  }

  /// Leaves requests alone whose URL the pattern is found in.
  ///
  /// - Throws: An error when the pattern does not compile.
  public func add(
    ignoreURLRegex pattern: String, options: RegularExpressionOptions = []
  ) throws {
    try stubSet.add(ignoreURLRegex: pattern, options: options)
  }
}

extension HTTPStubber {
  /// Every request that was answered, that no stub answered, or that passed through, with its outcome.
  public var journal: Journal { stubSet.journal }

  /// Has the closure called when a stub has been chosen for a request; `nil` removes all closures.
  public func onStubActivation(_ closure: (@Sendable (ReceivedRequest, HTTPStub) -> Void)?) {
    stubSet.changeHooks { $0.addActivated(closure) }
  }

  /// Has the closure called when no stub answers a request; `nil` removes all closures.
  public func onStubMissing(_ closure: (@Sendable (ReceivedRequest, UnmatchedReport) -> Void)?) {
    stubSet.changeHooks { $0.addMissing(closure) }
  }

  /// Has the closure called with request, stub and new request before a redirect is followed;
  /// `nil` removes all closures.
  public func onRedirect(
    _ closure: (@Sendable (ReceivedRequest, HTTPStub, ReceivedRequest) -> Void)?
  ) { stubSet.changeHooks { $0.addRedirected(closure) } }

  /// Calls the closure when a stubbed response ends, just before its client is told; `nil` removes
  /// all closures.
  public func onFinish(_ closure: (@Sendable (ReceivedRequest, HTTPStub, ResponseEnding) -> Void)?)
  {
    stubSet.changeHooks { $0.addFinished(closure) }
  }

  /// Has the closure called with what is wrong with a stub or with the set-up; replaces an earlier
  /// one.
  ///
  /// Without one, warnings go to standard error, one line each. Nothing else is ever printed.
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

  /// Checks how many requests the stubs added from this builder have answered, all together.
  ///
  /// - Throws: An error with the requests received.
  public func verify(
    stub: HTTPStubRequest, count: Int, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column
  ) throws {
    try stubSet.verify(
      stubs: stub.copies, count: count, at: CallPlace(fileID, filePath, line, column))
  }
}

extension HTTPStubber {
  /// The line that all stubbed responses share; `nil`, as at first, for none.
  ///
  /// ```swift
  /// stubber.network = .threeG
  /// ```
  ///
  /// Bodies of responses share the download speed and bodies of requests the upload speed, as on a
  /// phone's one connection; heads cost latency alone, and wait for the end of a stall. Two things
  /// differ from a real line, because the loading system has a request's body at hand before
  /// anything is sent: the stub is chosen when the upload begins, and no time limit of the request
  /// runs while it lasts. On Apple's platforms delegates are not told of an upload's progress.
  public var network: NetworkProfile? {
    get { stubSet.network }
    set { stubSet.network = newValue }
  }
}
