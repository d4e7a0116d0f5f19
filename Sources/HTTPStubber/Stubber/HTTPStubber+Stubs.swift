public import StubCore

extension HTTPStubber {
  /// The stubs in the order they are asked: by priority, and of one priority the last added first.
  public var stubs: [HTTPStub] { stubSet.stubs }

  /// Adds a copy of the stub as it is now; of stubs with one priority the last added is asked first.
  @discardableResult
  public func add(stub: HTTPStubRequest) -> HTTPStub { stubSet.add(stub: stub) }

  /// Removes the stub that was added from this builder; requests it has matched are still answered.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  public func remove(stub: HTTPStubRequest) -> Bool { stubSet.remove(stub: stub.id) }

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
}
