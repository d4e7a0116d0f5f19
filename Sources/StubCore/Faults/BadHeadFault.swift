#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension HTTPStubFault {
  /// Sends a second `Content-Length` of 1, which RFC 9112 §6.3 forbids.
  ///
  /// `URLSession` does not mind and goes by the last one.
  public static let duplicateLength = badHead(
    "duplicateLength", line: "Content-Length: 1", clientError: nil)

  /// Sends a line among the header fields that is no field.
  public static let invalidHeader = badHead(
    "invalidHeader", line: "this is no header field", clientError: .forInvalidHead)

  private static func badHead(
    _ name: String, line: String, clientError: NetworkErrorCode?
  ) -> HTTPStubFault {
    HTTPStubFault(
      name, steps: [.head, .body(.all), .end(.close)],
      headEdit: HeadEdit(rawLines: Data("\(line)\r\n".utf8)), clientError: clientError)
  }
}
