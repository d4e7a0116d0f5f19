#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension HTTPStubFault {
  /// What ``garbage`` sends: 32 bytes that are neither HTTP nor text.
  public static let garbageBytes = Data(
    (0..<32).map { UInt8(truncatingIfNeeded: 0x80 &+ $0 &* 37) })

  /// Sends 32 bytes that are no HTTP in place of a response, and closes the connection.
  public static let garbage = garbage(garbageBytes)

  /// Sends these bytes in place of a response, and closes the connection.
  public static func garbage(_ bytes: Data) -> HTTPStubFault {
    HTTPStubFault(
      "garbage", steps: [.raw(bytes), .end(.close)], clientError: .forGarbage)
  }
}
