public import StubCore

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension ReceivedRequest {
  /// Creates the request in the form that matchers see.
  ///
  /// - Parameters:
  /// - request: The request of the loading system.
  /// - body: The body, if it is not in the request itself, as for an upload task.
  /// - sessionHeaders: The session's `httpAdditionalHeaders`; fields of the request override them.
  /// - addsHost: Whether to add the field `Host`, which the loading system would send; the other
  ///   fields that it adds (`systemFields`) are always added.
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
    let target = request.target
    for field in request.systemFields.fields where !headers.contains(field.name) {
      if addsHost || field.name != .host { headers.append(field.name, field.value) }
    }
    self.init(
      method: HTTPMethod(rawValue: request.httpMethod ?? "GET"), target: target, headers: headers,
      body: body ?? .of(request))
    original = OriginalRequest(request)
  }

  /// The request as a `URLRequest`; `nil` if its URL is not valid for `URL`.
  ///
  /// In-process, it is the client's own request with its cache policy, timeout and all other
  /// settings. The body of an upload or a stream, and the header fields of the session, are added.
  /// Repeated fields are joined with commas.
  public var urlRequest: URLRequest? {
    guard let original, var request = original.request as? URLRequest else {
      return URL(string: target.absoluteString).map { written(on: URLRequest(url: $0)) }
    }
    let added = request.systemFields
    if original.isChanged {
      guard let url = URL(string: target.absoluteString) else { return nil }
      request.url = url
      request.allHTTPHeaderFields = nil
    }
    return written(on: request, leavingOut: added)
  }

  /// Returns `request` with the method of this received request, and with the fields and the body
  /// that `request` lacks.
  ///
  /// Fields that the loading system itself adds are left out.
  private func written(
    on request: URLRequest, leavingOut added: HTTPHeaders = HTTPHeaders()
  ) -> URLRequest {
    var written = request
    if written.httpMethod != method.rawValue { written.httpMethod = method.rawValue }
    for field in headers.fields where request.value(forHTTPHeaderField: field.name.rawName) == nil {
      if added.fields.contains(field) { continue }
      written.addValue(field.value, forHTTPHeaderField: field.name.rawName)
    }
    if request.httpBody == nil, let body { written.httpBody = body }
    return written
  }
}

extension URLRequest {
  /// The URL in the form in which the loading system sends it.
  fileprivate var target: RequestURL {
    let target = RequestURL(url?.absoluteString ?? "")
    #if canImport(FoundationNetworking)
    return target.withoutDotSegments
    #else
    return target
    #endif
  }

  /// The fields that the loading system adds to a request, as far as matchers may need them.
  ///
  /// For Linux, a test with a server has measured the fields. On Apple's platforms, a user in the
  /// URL is used only after a challenge.
  fileprivate var systemFields: HTTPHeaders {
    let target = target
    var fields = HTTPHeaders()
    if let host = target.authority { fields.append(.host, host) }
    #if canImport(FoundationNetworking)
    if let user = target.userInfo { fields.append(.authorization, Self.basic(user)) }
    #endif
    // The body of an upload task is not in its request, so an upload does not get this field.
    if httpMethod == "POST", httpBody?.isEmpty == false || httpBodyStream != nil {
      fields.append(.contentType, HTTPContentType.formURLEncoded.rawValue)
    }
    return fields
  }

  /// Returns the `Authorization` value for `user:password` in a URL (RFC 7617 §2).
  private static func basic(_ userInfo: String) -> String {
    let parts = userInfo.utf8.split(
      separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    let password = parts.count == 2 ? PercentEncoding.decodeBytes(parts[1]) : []
    let pair = PercentEncoding.decodeBytes(parts[0]) + [UInt8(ascii: ":")] + password
    return "Basic \(Data(pair).base64EncodedString())"
  }
}

extension RequestURL {
  /// The URL without the segments `.` and `..` in its path (RFC 3986 §5.2.4).
  fileprivate var withoutDotSegments: RequestURL {
    guard path.hasPrefix("/"), path.contains("/.") else { return self }
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    var kept: [Substring] = []
    for segment in segments {
      if segment == ".." { _ = kept.popLast() }
      if segment != ".", segment != ".." { kept.append(segment) }
    }
    if segments.last == "." || segments.last == ".." { kept.append("") }
    return with(path: "/" + kept.joined(separator: "/"))
  }
}

extension RequestBody {
  /// Returns the body of a request, which is its data, or its stream, read when the body is first
  /// needed.
  static func of(_ request: URLRequest) -> RequestBody {
    if let data = request.httpBody { return RequestBody(data) }
    return request.httpBodyStream.map { RequestBody(draining: $0) } ?? .none
  }

  /// Creates a body from a stream, which can be read only once.
  convenience init(draining stream: InputStream) {
    // Only the closure uses the stream, and it runs once.
    nonisolated(unsafe) let stream = stream
    self.init(load: { stream.readToEnd() })
  }
}

extension InputStream {
  /// Returns the remaining bytes of the stream.
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

/// A condition on a request, with a `URLRequest` as parameter and a Boolean result.
///
/// ``/StubCore/HTTPStubMatcher`` can also return the reason of a mismatch, and capture parts of the
/// request.
///
/// ```swift
/// struct NightMatcher: HTTPStubMatcherProtocol {
///   func matches(request: URLRequest, for source: HTTPMatcherSource) -> Bool {
///     request.value(forHTTPHeaderField: "X-Time") == "night"
///   }
/// }
/// ```
public protocol HTTPStubMatcherProtocol: HTTPStubMatcher {
  /// Returns whether the request matches.
  ///
  /// Its body is in `httpBody`, even if the client used a stream or an upload.
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
