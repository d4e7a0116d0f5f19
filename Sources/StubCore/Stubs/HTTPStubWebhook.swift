/// A request that a stub sends after each of its responses, as a service with callbacks does.
///
/// A webhook is sent after the response has ended, and does not affect it. Errors are noted in the
/// journal.
///
/// ```swift
/// HTTPStubRequest()
///   .match(URI: "/orders")
///   .stub(for: .post, .status(.accepted))
///   .then(send: .post, to: "http://127.0.0.1:9000/paid") { webhook in
///     webhook.body = .json(["order": "{{json.id}}"])
///     webhook.usesTemplates = true
///     webhook.delay = .seconds(2)
///   }
/// ```
public struct HTTPStubWebhook: Sendable, Hashable {
  /// The method (default: POST).
  public var method: HTTPMethod
  /// The absolute URL, whose host must be an allowed target (default: only this machine).
  public var url: String
  /// The header fields; `Content-Type` is added if it is missing.
  public var headers = HTTPHeaders()
  /// The `Content-Type`.
  ///
  /// `nil` stands for the one in ``headers``, or else for the default type of the body.
  public var contentType: HTTPContentType?
  /// The body (default: none).
  public var body = HTTPStubBody.none
  /// The delay after the response: seconds, a `Duration` or an ``HTTPStubDelay``.
  ///
  /// A negative delay counts as 0.
  public var delay: any HTTPStubDelayConvertible {
    get { wait }
    set { wait = newValue.stubDelay }
  }
  /// Another delay, usually a random one, which is added to ``delay``.
  public var randomDelay: (any HTTPStubDelayConvertible)? {
    get { secondWait }
    set { secondWait = newValue?.stubDelay }
  }
  private var wait = HTTPStubDelay.none
  private var secondWait: HTTPStubDelay?
  /// Whether Handlebars tags are filled in from the answered request (see `Template`).
  ///
  /// Tags can be in the URL, header values, text, JSON strings, file names and files.
  public var usesTemplates = false

  /// Creates a webhook without a body, which is sent as soon as the response has ended.
  public init(_ method: HTTPMethod = .post, to url: String) {
    (self.method, self.url) = (method, url)
  }

  fileprivate var specification: WebhookSpecification {
    var specification = WebhookSpecification()
    (specification.method, specification.url) = (method, url)
    specification.content.head.headers = headers
    specification.content.contentType = contentType
    specification.content.body = body
    specification.content.impairment.delay = wait + (secondWait ?? .none)
    specification.content.usesTemplates = usesTemplates
    return specification
  }
}

extension HTTPStubRequest {
  /// Sends a request after each response of the stub; each further call adds another request.
  @discardableResult
  public func then(send webhook: HTTPStubWebhook) -> Self {
    if let problem = webhook.delay.stubDelay.problem(as: "delay") { note(problem: problem) }
    if !webhook.usesTemplates, let problem = WebhookURL.problem(webhook.url) {
      note(problem: problem)
    }
    do throws(TemplateError) {
      webhooks.append(try webhook.specification.webhook())
    } catch {
      let problem = ResponderError("\(error)")
      note(problem: problem.description)
      webhooks.append(
        Webhook(method: webhook.method.rawValue, url: webhook.url) { _, _ in throw problem })
    }
    return self
  }

  /// Sends a request after each response of the stub; the closure sets its properties.
  @discardableResult
  public func then(
    send method: HTTPMethod, to url: String, _ build: (inout HTTPStubWebhook) throws -> Void
  ) rethrows -> Self {
    var webhook = HTTPStubWebhook(method, to: url)
    try build(&webhook)
    return then(send: webhook)
  }

  /// Sends a request after each response of the stub.
  @discardableResult
  public func then(
    send method: HTTPMethod, to url: String, delay: any HTTPStubDelayConvertible = 0,
    contentType: HTTPContentType? = nil, headers: HTTPHeaders? = nil,
    body: (any HTTPStubBodyConvertible)? = nil
  ) -> Self {
    then(send: method, to: url) { webhook in
      webhook.delay = delay
      webhook.contentType = contentType
      webhook.headers = headers ?? [:]
      webhook.body = body?.stubBody ?? .none
    }
  }

  /// Sends the webhook that the closure returns for the answered request, which has the captures.
  ///
  /// If the closure throws, nothing is sent, and the journal shows the error.
  @discardableResult
  public func then(
    webhookProvider: @escaping @Sendable (ReceivedRequest) throws -> HTTPStubWebhook
  ) -> Self {
    webhooks.append(
      Webhook(method: "", url: "made by code") { request, templates in
        try webhookProvider(request).specification.webhook().make(request, templates)
      })
    return self
  }
}
