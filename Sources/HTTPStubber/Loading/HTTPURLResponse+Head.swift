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
    if let kept = keptInProcess as? HTTPURLResponse, kept.url == url { return kept }
    let made = head.flatMap { HTTPURLResponse($0, url: url) }
    keptInProcess = made
    return made
  }
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
      url: Self.responseURL(for: head, url), statusCode: head.status.rawValue,
      httpVersion: "HTTP/1.1", headerFields: fields)
  }

  #if canImport(FoundationNetworking)
  /// The URL, for a challenge with its scheme in upper case: the same URL by RFC 3986 §3.1.
  ///
  /// The loading system would otherwise start to handle the challenge itself and never finish. By
  /// the time a 401 gets here, the delegate has been asked already.
  private static func responseURL(for head: ResponseHead, _ url: URL) -> URL {
    guard head.status == .unauthorized, head.headers.contains(.wwwAuthenticate),
      let scheme = url.scheme
    else { return url }
    let text = url.absoluteString
    return URL(string: scheme.uppercasedASCII() + text.dropFirst(scheme.count)) ?? url
  }
  #else
  private static func responseURL(for head: ResponseHead, _ url: URL) -> URL { url }
  #endif
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
