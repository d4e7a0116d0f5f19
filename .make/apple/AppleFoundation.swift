// Foundation as on Apple's platforms: it includes URL loading, the C library and Core Foundation.

@_exported import Darwin
@_exported import Foundation
@_exported import FoundationNetworking

public typealias CFString = NSString
public final class CFRunLoop {}

public func CFRunLoopGetCurrent() -> CFRunLoop { fatalError() }
public func CFRunLoopPerformBlock(
  _ loop: CFRunLoop, _ mode: CFString, _ block: @escaping () -> Void
) {}
public func CFRunLoopWakeUp(_ loop: CFRunLoop) {}

// The Objective-C runtime. `#selector(…)` becomes `Selector(…)`, so that the compiler still checks the name.
public struct Selector {
  public init(getter: Any) {}
}

public func class_getClassMethod(_ type: AnyClass?, _ name: Selector) -> OpaquePointer? { nil }
public func method_exchangeImplementations(_ one: OpaquePointer, _ other: OpaquePointer) {}

public enum objc_AssociationPolicy { case OBJC_ASSOCIATION_RETAIN }

public func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any? { nil }
public func objc_setAssociatedObject(
  _ object: Any, _ key: UnsafeRawPointer, _ value: Any?, _ policy: objc_AssociationPolicy
) {}

public typealias CFStringEncoding = UInt32

public let kCFStringEncodingInvalidId: CFStringEncoding = 0xFFFF_FFFF

public func CFStringConvertIANACharSetNameToEncoding(_ name: CFString) -> CFStringEncoding {
  fatalError()
}

public func CFStringConvertEncodingToNSStringEncoding(_ encoding: CFStringEncoding) -> UInt {
  fatalError()
}
