#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension HTTPStubFault {
  /// Sends a second, different `Content-Length`, which RFC 9112 §6.3 forbids.
  public static let duplicateLength = badHead("duplicateLength", line: "Content-Length: 1")

  /// Sends a line among the header fields that is no field.
  public static let invalidHeader = badHead("invalidHeader", line: "this is no header field")

  private static func badHead(_ name: String, line: String) -> HTTPStubFault {
    HTTPStubFault(
      name, steps: [.head, .body(.all), .end(.close)],
      headEdit: HeadEdit(rawLines: Data("\(line)\r\n".utf8)), clientError: .badServerResponse)
  }
}
