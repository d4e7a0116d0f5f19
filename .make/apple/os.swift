// The part of Apple's module `os` that the sources use, with the availability that Apple documents.

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension OSAllocatedUnfairLock where State == () {
  public init() {}
  @available(*, noasync) public func lock() {}
  @available(*, noasync) public func unlock() {}
}
