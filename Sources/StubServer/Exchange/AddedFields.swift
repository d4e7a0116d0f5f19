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

  /// Wraps a handler so that its responses get the fields.
  ///
  /// If other origins are allowed, CORS preflight requests are also answered. A preflight request
  /// is passed to `handler` if a stub for it names the method `OPTIONS`, if `stubs` returns `nil`,
  /// or if the request has a body, because finding its stub may then take long.
  ///
  /// - Parameters:
  ///   - handler: The handler that makes the responses.
  ///   - stubs: Returns the stub set for a request, and the request in its form for this set; `nil`
  ///     if no stub set answers it.
  /// - Returns: the handler that adds the fields.
  func applied(
    to handler: @escaping LinkedRequestHandler,
    stubs: @escaping @Sendable (ReceivedRequest) -> (stubs: StubSet, request: ReceivedRequest)?
  ) -> LinkedRequestHandler {
    { request, links in
      if let crossOrigin, request.bodyCount == 0, let plan = crossOrigin.preflight(request),
        let (stubs, seen) = stubs(request),
        stubs.stub(answering: seen)?.methods.contains(seen.method) != true
      {
        return ListenerAnswer(.ready(plan)).through(
          stubs.link.map { [$0] + links } ?? links, random: stubs.templateEnvironment.random)
      }
      var answer = handler(request, links)
      answer.answer = answer.answer.map { self.adding(to: $0, for: request) }
      return answer
    }
  }

  private func adding(to plan: ResponsePlan, for request: ReceivedRequest) -> ResponsePlan {
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
  /// The fields that a page may read even if they are not listed, and those that it may never read
  /// (Fetch standard, CORS-safelisted response-header name).
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
