import StubCore

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

extension ResponsePlan {
  /// Returns the response for a client; `nil` if the plan has no head.
  ///
  /// For a plan that answers many requests, the last response is kept. Most requests have the same
  /// URL, and creating a response takes the loading system as long as delivering it.
  func response(for url: URL) -> HTTPURLResponse? {
    let cache = hostCache { LastResponse() } as? LastResponse
    if let kept = cache?.response.withLock({ $0 }), kept.url == url { return kept }
    let made = head.flatMap { HTTPURLResponse($0, url: url) }
    cache?.response.withLock { $0 = made }
    return made
  }
}

private final class LastResponse: Sendable {
  let response = Lock<HTTPURLResponse?>(nil)
}

extension HTTPURLResponse {
  /// Creates the response for a client; repeated fields are joined with commas.
  convenience init?(_ head: ResponseHead, url: URL) {
    var fields: [String: String] = [:]
    var seen: Set<HTTPHeaderName> = []
    for field in head.headers.fields where seen.insert(field.name).inserted {
      fields[field.name.rawName] = head.headers[field.name]
    }
    self.init(
      url: PlatformClient.responseURL(for: head, url), statusCode: head.status.rawValue,
      httpVersion: "HTTP/1.1", headerFields: fields)
  }
}

extension ResponseHead {
  /// Creates the head of a response that came from the network.
  init(_ response: HTTPURLResponse) {
    var fields: [String: String] = [:]
    for (name, value) in response.allHeaderFields { fields["\(name)"] = "\(value)" }
    self.init(
      status: HTTPStatusCode(rawValue: response.statusCode), headers: HTTPHeaders(fields))
  }
}

extension ResponsePlan {
  /// The plan with its body decoded from gzip or deflate, as clients of the loading system expect
  /// it.
  ///
  /// The system decodes only bodies that its own protocol class loads. As in the system, the field
  /// with the coding stays. Times and faults apply to the bytes of the decoded body. A body that is
  /// damaged, or does not have the coding in its fields, stays unchanged.
  var decoded: ResponsePlan {
    guard bodyCount > 0, let head, head.headers.contains(.contentEncoding),
      ContentCoding.isDecodable(head.headers),
      let encoded = try? BodyReader(body).read(0..<bodyCount)
    else { return self }
    var headers = head.headers
    let bytes = headers.decode(encoded)
    guard headers != head.headers else { return self }
    var plan = self
    plan.body = .data(bytes)
    // With a fault, this field determines the end of the body.
    if let edit = fault?.headEdit {
      let length = headers.contains(.contentLength) ? edit.announcedLength(of: bytes.count) : nil
      plan.head?.headers[.contentLength] = length.map(String.init)
    }
    return plan
  }
}

extension Outcome {
  /// The outcome, with a stub's plan decoded; responses from the network are already decoded.
  var decoded: Outcome {
    guard case .stubbed(let installed, let request, let answer) = self else { return self }
    return .stubbed(installed, request, answer.map(\.decoded))
  }
}
