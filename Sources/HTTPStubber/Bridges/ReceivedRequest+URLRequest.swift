public import StubCore

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension ReceivedRequest {
  /// The request as matchers see it.
  ///
  /// - Parameters:
  ///   - request: the request of the URL loading system.
  ///   - body: its body when it is not on the request itself, as that of an upload task.
  ///   - sessionHeaders: the session's `httpAdditionalHeaders`; the request's own fields win.
  ///   - addsHost: whether it has the field `Host` that the loading system would send, as on a port.
  package init(
    _ request: URLRequest, body: RequestBody? = nil, sessionHeaders: [AnyHashable: Any] = [:],
    addsHost: Bool = true
  ) {
    var headers = HTTPHeaders(request.allHTTPHeaderFields ?? [:])
    var additional: [String: String] = [:]
    for (name, value) in sessionHeaders where !headers.contains(HTTPHeaderName("\(name)")) {
      additional["\(name)"] = "\(value)"
    }
    for field in HTTPHeaders(additional).fields { headers.append(field.name, field.value) }
    let target = RequestURL(request.url?.absoluteString ?? "")
    if addsHost, !headers.contains(.host), let host = target.authority {
      headers.append(.host, host)
    }
    self.init(
      method: HTTPMethod(rawValue: request.httpMethod ?? "GET"), target: target, headers: headers,
      body: body ?? .of(request))
    original = OriginalRequest(request)
  }

  /// The request as the URL loading system writes it; `nil` when its URL is not valid there.
  ///
  /// In-process it is the client's own, with its cache policy, timeout and all other settings, to which
  /// the body of an upload or a stream and the header fields of the session are added. Fields that occur
  /// several times are joined with commas.
  public var urlRequest: URLRequest? {
    guard let original, var request = original.request as? URLRequest else {
      return URL(string: target.absoluteString).map { written(on: URLRequest(url: $0)) }
    }
    let host = request.url.flatMap { RequestURL($0.absoluteString).authority }
    if original.isChanged {
      guard let url = URL(string: target.absoluteString) else { return nil }
      request.url = url
      request.allHTTPHeaderFields = nil
    }
    return written(on: request, leavingOutHost: host)
  }

  /// The request with what this one has and it lacks, but for a `Host` that the loading system writes itself.
  private func written(on request: URLRequest, leavingOutHost host: String? = nil) -> URLRequest {
    var written = request
    if written.httpMethod != method.rawValue { written.httpMethod = method.rawValue }
    for field in headers.fields where request.value(forHTTPHeaderField: field.name.rawName) == nil {
      if field.name == .host, field.value == host { continue }
      written.addValue(field.value, forHTTPHeaderField: field.name.rawName)
    }
    if request.httpBody == nil, let body { written.httpBody = body }
    return written
  }
}

extension RequestBody {
  /// The body that a request shows: its data, or its stream, which is read when it is asked for.
  static func of(_ request: URLRequest) -> RequestBody {
    if let data = request.httpBody { return RequestBody(data) }
    return request.httpBodyStream.map { RequestBody(draining: $0) } ?? .none
  }

  /// A body that comes out of a stream, which can be read only once.
  convenience init(draining stream: InputStream) {
    // The stream is transferred: only this closure reads it, once.
    nonisolated(unsafe) let stream = stream
    self.init(load: { stream.readToEnd() })
  }
}

extension InputStream {
  /// Everything that is left in the stream.
  fileprivate func readToEnd() -> Data {
    open()
    defer { close() }
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = read(&buffer, maxLength: buffer.count)
      if count <= 0 { return data }
      data.append(contentsOf: buffer[..<count])
    }
  }
}

/// A condition on a request, written against `URLRequest` with a plain yes or no.
///
/// ``/StubCore/HTTPStubMatcher`` can also say why a request does not fit and capture parts of it.
///
/// ```swift
/// struct NightMatcher: HTTPStubMatcherProtocol {
///   func matches(request: URLRequest, for source: HTTPMatcherSource) -> Bool {
///     request.value(forHTTPHeaderField: "X-Time") == "night"
///   }
/// }
/// ```
public protocol HTTPStubMatcherProtocol: HTTPStubMatcher {
  /// Whether the request fits; its body is in `httpBody`, however the client gave it.
  func matches(request: URLRequest, for source: HTTPMatcherSource) -> Bool
}

extension HTTPStubMatcherProtocol {
  public func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    guard let urlRequest = request.urlRequest else {
      return .mismatched(expected: "a valid URL", found: request.target.absoluteString)
    }
    return matches(request: urlRequest, for: source)
      ? .matched : .mismatched(expected: "a request that \(self) accepts", found: request.summary)
  }
}
