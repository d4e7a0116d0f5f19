import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Answers every request at once without looking at it: what the URL loading system itself costs.
///
/// It gives the response that the stubs give: reading its fields is a good part of that cost.
final class BareProtocol: URLProtocol {
  static let body = Data("Hello, world!".utf8)
  private static let fields = [
    "Content-Type": "text/plain; charset=utf-8", "Content-Length": "\(body.count)",
  ]

  static var session: URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [BareProtocol.self]
    return URLSession(configuration: configuration)
  }

  override static func canInit(with request: URLRequest) -> Bool { true }

  override static func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    guard let url = request.url,
      let response = HTTPURLResponse(
        url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: Self.fields)
    else { return }
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client?.urlProtocol(self, didLoad: Self.body)
    client?.urlProtocolDidFinishLoading(self)
  }

  override func stopLoading() {}
}
