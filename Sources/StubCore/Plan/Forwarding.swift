/// A real server that answers in the place of a stub, and what is changed on the way there and back.
package struct Forwarding: Sendable, Hashable {
  /// The base URL, without a slash at its end; what the client asks for is put behind it.
  package let url: String
  /// What is taken off the start of the path before that.
  package var removedPrefix = ""
  /// Fields of the request that the server gets in the place of those with the same names.
  package var requestFields = HTTPHeaders()
  /// Fields of the request that the server does not get.
  package var removedFields: Set<HTTPHeaderName> = []
  /// Fields that the response gets in addition; a `Content-Type` takes the place of the server's.
  package var responseFields = HTTPHeaders()

  package init(to url: String) { self.url = url }

  /// The request as it is forwarded.
  package func request(_ request: ReceivedRequest) -> ReceivedRequest {
    var request = request
    var headers = HTTPHeaders(
      request.headers.fields.filter {
        !removedFields.contains($0.name) && !requestFields.contains($0.name)
      })
    for field in requestFields.fields { headers.append(field.name, field.value) }
    request.headers = headers
    if let rest = pathWithoutPrefix(request.target) {
      request.target = request.target.with(path: (rest.hasPrefix("/") ? "" : "/") + rest)
    }
    return request
  }

  /// Where all of the server is for the client of a request; empty if its paths are those of the server.
  package func root(for request: ReceivedRequest) -> String {
    guard let rest = pathWithoutPrefix(request.target) else { return "" }
    if removedPrefix.hasSuffix("/") { return String(removedPrefix.dropLast()) }
    // A part of a name stands for no place.
    return rest.isEmpty || rest.hasPrefix("/") ? removedPrefix : ""
  }

  /// What is left of the path; `nil` where nothing is taken off.
  private func pathWithoutPrefix(_ target: RequestURL) -> Substring? {
    guard !removedPrefix.isEmpty, target.path.hasPrefix(removedPrefix) else { return nil }
    return target.path.dropFirst(removedPrefix.count)
  }

  /// The head of the response as the client gets it.
  package func head(_ head: ResponseHead) -> ResponseHead {
    var head = head
    if responseFields.contains(.contentType) { head.headers.remove(.contentType) }
    head.headers = HTTPHeaders(head.headers.fields + responseFields.fields)
    return head
  }
}

extension ResponsePlan {
  /// The plan in the place of one that forwards, with the times, lines and fault of that.
  package func inPlace(of stub: ResponsePlan) -> ResponsePlan {
    var plan = self
    (plan.timing, plan.links) = (stub.timing, stub.links)
    return stub.fault.map(plan.with) ?? plan
  }
}

/// Answers with what a real server answers.
package struct ForwardingResponder: HTTPStubResponder {
  package let forwarding: Forwarding
  package var timing = ResponseTiming.immediate

  package init(_ forwarding: Forwarding) { self.forwarding = forwarding }

  package var answersAlike: Bool { true }

  /// A plan that says so where no listener can forward the request.
  package func respond(to request: ReceivedRequest, in context: ResponderContext) -> Answer {
    var plan = ResponsePlan.text(
      """
      \(context.stub.title) forwards to \(forwarding.url), which only a listener can do
      try: serve it with stubber serve

      """, status: .notImplemented)
    plan.timing = timing
    plan.forwarding = forwarding
    return .ready(plan)
  }
}
