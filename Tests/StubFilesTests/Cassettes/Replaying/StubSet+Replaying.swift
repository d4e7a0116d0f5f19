import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

extension Cassette {
  /// Interactions that answer with their number in the cassette, counted from 0.
  static func numbered(_ requests: RecordedRequest...) -> Cassette {
    Cassette(
      name: "tape",
      interactions: requests.enumerated().map { number, request in
        Interaction(request, respond: .text("\(number)"), file: "tape.har", line: number + 1)
      })
  }
}

extension RecordedRequest {
  static func get(_ url: String, headers: HTTPHeaders = [:]) -> RecordedRequest {
    RecordedRequest(.get, url, headers: headers)
  }

  static func post(
    _ url: String, _ body: String, type: HTTPContentType? = nil
  ) -> RecordedRequest {
    RecordedRequest(
      .post, url, headers: type.map { [.contentType: $0.rawValue] } ?? [:], body: Data(body.utf8))
  }
}

extension ReceivedRequest {
  static func post(
    _ url: String, _ body: String, type: HTTPContentType? = nil
  ) -> ReceivedRequest {
    RecordedRequest.post(url, body, type: type).received
  }

  /// The request as a listener receives it, in plain or over TLS, on a port that may be its own.
  func onListener(scheme: String? = nil, ownPort: Int? = nil) -> ReceivedRequest {
    var request = ReceivedRequest(
      method: method,
      target: RequestURL(
        scheme: scheme, host: target.host, port: target.port, path: target.path,
        query: target.query, ownPort: ownPort),
      headers: headers, body: RequestBody(body))
    request.isFromListener = true
    return request
  }
}

extension StubSet {
  /// A set that a cassette answers for.
  convenience init(_ cassette: Cassette, _ configuration: CassetteConfiguration = .init()) {
    self.init()
    insert(cassette, configuration: configuration)
  }

  /// What each request gets, one after the other: a body's text, `network`, or `nil` for a report.
  func replies(_ requests: ReceivedRequest...) -> [String?] {
    requests.map { request in
      let reception = receive(request)
      defer { reception.finish(.completed) }
      switch reception.outcome {
      case .stubbed(_, _, .ready(let plan)):
        guard case .data(let data) = plan.body else { return "file" }
        return plan.failure.map { "\($0)" } ?? String(decoding: data, as: UTF8.self)
      case .stubbed: return "pending"
      case .passedThrough, .recorded: return "network"
      case .unmatched: return nil
      }
    }
  }

  /// The report on a request that nothing answers.
  func report(on request: ReceivedRequest) throws -> String {
    guard case .unmatched(let report, _) = receive(request).outcome else {
      throw UnexpectedAnswer()
    }
    return report.description
  }
}

struct UnexpectedAnswer: Error {}
