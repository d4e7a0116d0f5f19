#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ResponsePlan {
  /// The plan for a responder that threw: its error, or a 500 that explains a faulty stub.
  init(thrown error: any Error, by stub: HTTPStub, for request: ReceivedRequest) {
    guard let fault = error as? ResponderError else {
      self = .failing(.error(error))
      return
    }
    // Clients see no absolute path.
    let origin = HTTPStub.Origin(
      file: FileFolder.shown(stub.origin.file), line: stub.origin.line)
    let title = HTTPStub.title(stub.name, origin)
    self = .text("\(title) cannot answer: \(fault)\n", status: .internalServerError)
    completeFraming(for: request)
  }

  /// A plain-text response.
  package static func text(_ text: String, status: HTTPStatusCode) -> ResponsePlan {
    .text(utf8: Array(text.utf8), status: status)
  }

  /// The same for a text in UTF-8.
  package static func text(utf8 bytes: [UInt8], status: HTTPStatusCode) -> ResponsePlan {
    ResponsePlan(
      head: ResponseHead(
        status: status,
        headers: [
          .contentType: HTTPContentType.text.rawValue, .contentLength: String(bytes.count),
        ]),
      body: .data(Data(bytes)))
  }
}
