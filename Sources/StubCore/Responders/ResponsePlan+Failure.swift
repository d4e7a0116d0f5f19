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
    self = .text("\(stub.title) cannot answer: \(fault)\n", status: .internalServerError)
    completeFraming(for: request)
  }

  /// A plain-text response.
  package static func text(_ text: String, status: HTTPStatusCode) -> ResponsePlan {
    let bytes = Data(text.utf8)
    return ResponsePlan(
      head: ResponseHead(
        status: status,
        headers: [
          .contentType: HTTPContentType.text.rawValue, .contentLength: String(bytes.count),
        ]),
      body: .data(bytes))
  }
}
