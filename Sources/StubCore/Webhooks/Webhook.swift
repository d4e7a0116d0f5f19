package import StubPlatform

/// A request that a stub sends after each of its responses.
package struct Webhook: Sendable {
  /// The method as written, which may contain tags.
  package let method: String
  /// The URL as written, which may contain tags.
  package let url: String
  /// Makes the message for an answered request, which may involve reading files.
  package let make: @Sendable (ReceivedRequest, TemplateEnvironment) throws -> WebhookMessage

  package init(
    method: String, url: String,
    make: @escaping @Sendable (ReceivedRequest, TemplateEnvironment) throws -> WebhookMessage
  ) {
    (self.method, self.url, self.make) = (method, url, make)
  }

  /// The method and the URL, for listings.
  package var title: String { method.isEmpty ? url : "\(method) \(url)" }
}

/// A webhook with its tags filled in, whose values may still be invalid.
package struct WebhookMessage: Sendable {
  package let method: String
  package let url: String
  package let headers: HTTPHeaders
  package let body: Data
  /// The delays, counted from the end of the response; their sum applies.
  let delays: [HTTPStubDelay]

  package init(
    method: String, url: String, headers: HTTPHeaders, body: Data, delays: [HTTPStubDelay]
  ) {
    (self.method, self.url, self.headers, self.body) = (method, url, headers, body)
    self.delays = delays
  }

  /// The fields that HTTP libraries write themselves, and those that concern a single connection.
  private static let framing = HTTPHeaderName.hopByHop.union([.contentLength, .host, .expect])

  /// Returns the request to send.
  ///
  /// - Throws: `ResponderError` if the method, the URL or a field is not valid.
  func request() throws(ResponderError) -> ReceivedRequest {
    guard method.isToken else { throw ResponderError("\(method.quoted) is not a method") }
    let url = WebhookURL.encoded(url)
    if let problem = WebhookURL.problem(url) { throw ResponderError(problem) }
    let fields = headers.fields.filter { !Self.framing.contains($0.name) }
    for field in fields {
      let isSound = field.valueBytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
      guard field.name.rawName.isToken, isSound else {
        throw ResponderError("the header field \(field.name.rawName.quoted) is malformed")
      }
    }
    return ReceivedRequest(
      HTTPMethod(rawValue: method), url, headers: HTTPHeaders(fields),
      body: body.isEmpty ? nil : body)
  }
}

/// The checks of the URLs of webhooks.
package enum WebhookURL {
  /// Returns the problem with a URL and the remedy; `nil` if it can be requested.
  package static func problem(_ text: String) -> String? {
    let url = RequestURL(text)
    let rest = text.drop { $0 != ":" }
    let authority = rest.dropFirst(3).prefix { !"/?#".contains($0) }
    guard ["http", "https"].contains(url.scheme), let host = url.host, !host.isEmpty,
      Authority.hasValidPort(authority),
      !authority.contains(where: { "\\[]%".contains($0) && !isAddress(host) })
    else {
      return "\(text.quoted) is not an absolute URL; use http://HOST/PATH or https://HOST/PATH"
    }
    return nil
  }

  private static func isAddress(_ host: String) -> Bool { host.utf8.contains(UInt8(ascii: ":")) }

  /// Returns the URL with invalid characters percent-encoded, such as a space from a tag.
  static func encoded(_ text: String) -> String {
    PercentEncoding.encode(text, allowing: ":/?#[]@!$&'()*+,;=%")
  }

  /// Returns whether a URL with tags can begin with `start`, the text before its first tag.
  package static func canBegin(with start: some StringProtocol) -> Bool {
    let start = start.lowercased()
    return ["http://", "https://"].contains { $0.hasPrefix(start) || start.hasPrefix($0) }
  }
}

/// A webhook as it was specified, independently of any request.
package struct WebhookSpecification: Sendable {
  package var method = HTTPMethod.post
  package var url = ""
  /// The header fields, the body, the delay and the use of templates, in the form of a response.
  package var content = ResponseSpecification()

  /// Creates a POST without a body, whose URL must be set.
  package init() {}

  /// Returns the webhook, with its templates compiled.
  ///
  /// - Throws: `TemplateError` if a template does not compile.
  package func webhook() throws(TemplateError) -> Webhook {
    guard content.usesTemplates else {
      return Webhook(method: method.rawValue, url: url) { [self] _, _ in
        try message(content, to: url)
      }
    }
    let template = try Template(url)
    let responder = try TemplatedResponder(content)
    return Webhook(method: method.rawValue, url: url) { [self] request, environment in
      var rendering = TemplateRendering(request: request, environment: environment)
      let url = try rendering.text(of: template)
      return try message(responder.filledIn(for: request, environment), to: url)
    }
  }

  private var delays: [HTTPStubDelay] {
    let fixed = content.timing.beforeHead
    return (fixed > .zero ? [.fixed(fixed)] : []) + (content.impairment.delay.map { [$0] } ?? [])
  }

  private func message(_ filled: ResponseSpecification, to url: String) throws -> WebhookMessage {
    let charset = TextCharset(filled.head.headers, contentType: filled.contentType)
    let content = try BodyContent(filled.body, in: charset)
    var headers = filled.head.headers
    if let type = filled.contentType {
      headers[.contentType] = type.rawValue
    } else if let type = content.type, !headers.contains(.contentType) {
      headers[.contentType] = type.rawValue
    }
    let body = try BodyReader(content.bytes).read(0..<content.bytes.count)
    return WebhookMessage(
      method: method.rawValue, url: url, headers: headers, body: body, delays: delays)
  }
}
