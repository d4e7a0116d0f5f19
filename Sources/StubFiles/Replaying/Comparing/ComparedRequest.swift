import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What is compared of a recorded request: recordings with equal values answer the same requests.
struct ComparedRequest: Hashable {
  enum Body: Hashable {
    case bytes(Data)
    case form([QueryItem])
    case json(JSONValue)
  }

  private(set) var method: HTTPMethod?
  private(set) var scheme: String?
  private(set) var host: String?
  private(set) var port: Int?
  private(set) var path: String?
  private(set) var query: [QueryItem]?
  private(set) var headers: [HTTPHeaderName: [String]]?
  private(set) var body: Body?

  init(_ request: RecordedRequest, _ comparison: RequestComparison) {
    self.init(request.received, comparison)
  }

  init(_ request: ReceivedRequest, _ comparison: RequestComparison) {
    let url = request.target
    let parts = comparison.parts
    if parts.contains(.method) { method = request.method }
    if parts.contains(.scheme) { scheme = url.scheme }
    if parts.contains(.host) { host = url.host }
    if parts.contains(.port) { port = url.effectivePort }
    if parts.contains(.path) { path = url.readablePath }
    if parts.contains(.query) { query = comparison.query(of: url) }
    headers = Self.headers(request.headers, comparison)
    body = Self.body(request, comparison)
  }

  /// The same for a request of which the scheme is not known, nor the port that goes with it.
  func withoutScheme(_ url: RequestURL) -> ComparedRequest {
    var key = self
    key.scheme = nil
    if key.port != nil { key.port = url.port }
    return key
  }

  private static func headers(
    _ headers: HTTPHeaders, _ comparison: RequestComparison
  ) -> [HTTPHeaderName: [String]]? {
    var compared: [HTTPHeaderName: [String]] = [:]
    if comparison.parts.contains(.headers) { compared = comparison.headers(headers) }
    for case .header(let name) in comparison.parts {
      compared[name] = headers.values(of: name)
    }
    return compared
  }

  private static func body(
    _ request: ReceivedRequest, _ comparison: RequestComparison
  ) -> Body? {
    let wantsBytes = comparison.parts.contains(.body)
    let wantsJSON = comparison.parts.contains(.jsonBody)
    guard wantsBytes || wantsJSON else { return nil }
    if wantsJSON || (!comparison.ignoredBodyKeys.isEmpty && request.contentType?.isJSON == true),
      case .success(let value) = request.json
    {
      return .json(comparison.json(value))
    }
    if request.contentType?.essence == HTTPContentType.formURLEncoded.rawValue {
      return .form(comparison.form(of: request))
    }
    return .bytes(request.body ?? Data())
  }
}
