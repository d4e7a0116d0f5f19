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
