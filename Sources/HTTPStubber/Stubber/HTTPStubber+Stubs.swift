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
