import StubCore

/// The header fields that a listener adds to responses that have no field of that name.
struct AddedFields: Sendable {
  private let fields: HTTPHeaders
  private let crossOrigin: CrossOrigin?

  /// Creates the fields that the configuration adds; `nil` if it adds none.
  init?(_ configuration: ListenerConfiguration) {
    if configuration.headers.fields.isEmpty, !configuration.allowsOtherOrigins { return nil }
    fields = configuration.headers
    crossOrigin = configuration.allowsOtherOrigins ? CrossOrigin() : nil
  }

  /// Returns the response to a CORS preflight request; `nil` for other requests.
  ///
  /// A request with a body is no preflight request here, because finding the stub that answers it
  /// instead may take long.
  func preflight(_ request: ReceivedRequest) -> ResponsePlan? {
    guard let crossOrigin, request.bodyCount == 0 else { return nil }
    return crossOrigin.preflight(request)
  }

  /// Returns the plan with the fields that it does not have.
  func added(to plan: ResponsePlan, for request: ReceivedRequest) -> ResponsePlan {
    guard var head = plan.head else { return plan }
    let own = head.headers
    for field in fields.fields where !own.contains(field.name) {
      head.headers.append(field.name, field.value)
    }
    crossOrigin?.add(to: &head.headers, for: request)
    var plan = plan
    plan.head = head
    return plan
  }
}

/// The fields that let pages of other origins read responses (Fetch standard, CORS protocol).
///
/// The fields repeat the origin of the page,
/// because browsers refuse `*` for requests with credentials.
private struct CrossOrigin: Sendable {
  private static let allowOrigin: HTTPHeaderName = "Access-Control-Allow-Origin"
  private static let requestMethod: HTTPHeaderName = "Access-Control-Request-Method"
  private static let requestHeaders: HTTPHeaderName = "Access-Control-Request-Headers"
  /// The fields that a page may read without their being listed, and the fields that it may never
  /// read (Fetch standard, CORS-safelisted response-header name).
  private static let unexposed: Set<HTTPHeaderName> = [
    .cacheControl, .contentLanguage, .contentLength, .contentType, "Expires", .lastModified,
    "Pragma", .setCookie, "Set-Cookie2", .vary,
  ]

  /// The response to a CORS preflight request; `nil` for any other request.
  func preflight(_ request: ReceivedRequest) -> ResponsePlan? {
    guard request.method == .options, request.headers.contains(.origin),
      let method = request.headers[Self.requestMethod]
    else { return nil }
    var headers = HTTPHeaders()
    add(to: &headers, for: request)
    headers["Access-Control-Allow-Methods"] = method
    headers["Access-Control-Allow-Headers"] = request.headers[Self.requestHeaders]
    if request.headers["Access-Control-Request-Private-Network"] == "true" {
      headers["Access-Control-Allow-Private-Network"] = "true"
    }
    headers[.vary] = "Origin, \(Self.requestMethod), \(Self.requestHeaders)"
    return ResponsePlan(head: ResponseHead(status: .noContent, headers: headers))
  }

  func add(to headers: inout HTTPHeaders, for request: ReceivedRequest) {
    if headers.contains(Self.allowOrigin) { return }
    let exposed = headers.fields.map(\.name).filter { !Self.unexposed.contains($0) }
    guard let origin = request.headers[.origin] else {
      headers.append(Self.allowOrigin, "*")
      return
    }
    headers.append(Self.allowOrigin, origin)
    headers.append("Access-Control-Allow-Credentials", "true")
    if !exposed.isEmpty, !headers.contains("Access-Control-Expose-Headers") {
      let names = exposed.map(\.rawName).joined(separator: ", ")
      headers.append("Access-Control-Expose-Headers", names)
    }
    headers.append(.vary, "Origin")
  }
}
