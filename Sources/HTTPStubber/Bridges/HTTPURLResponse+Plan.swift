import StubCore

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

extension ResponsePlan {
  /// The response as clients get it.
  ///
  /// Where one plan answers many requests, which mostly are for one URL, the last response is kept:
  /// to make one costs the loading system as much as to deliver it.
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
  /// The response as clients get it; fields that occur several times are joined with commas.
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
  /// The head of a response that came from the network.
  init(_ response: HTTPURLResponse) {
    var fields: [String: String] = [:]
    for (name, value) in response.allHeaderFields { fields["\(name)"] = "\(value)" }
    self.init(
      status: HTTPStatusCode(rawValue: response.statusCode), headers: HTTPHeaders(fields))
  }
}

extension ResponsePlan {
  /// The plan with the body as clients of the URL loading system get it, without gzip and deflate.
  ///
  /// The system decodes only what its own protocol class loads. As there, the field that names the coding
  /// stays. Times and faults then go by the bytes of the decoded body. A body that is not what its fields
  /// say, or is damaged, stays as it is.
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
    // With a fault, the end of the body is where this field says.
    if let edit = fault?.headEdit {
      let length = headers.contains(.contentLength) ? edit.announcedLength(of: bytes.count) : nil
      plan.head?.headers[.contentLength] = length.map(String.init)
    }
    return plan
  }
}

extension Outcome {
  /// The outcome with the plan of a stub decoded; what comes from the network is decoded already.
  var decoded: Outcome {
    guard case .stubbed(let installed, let request, let answer) = self else { return self }
    return .stubbed(installed, request, answer.map(\.decoded))
  }
}
