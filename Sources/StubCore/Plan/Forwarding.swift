/// The settings for forwarding a stub's requests to a real server.
///
/// They can change the requests and the responses.
package struct Forwarding: Sendable, Hashable {
  /// The base URL, without a slash at its end; the path of the request is appended to it.
  package let url: String
  /// The prefix to remove from the path before it is appended to ``url``.
  package var removedPrefix = ""
  /// The fields to set in the request, in place of its fields with the same names.
  package var requestFields = HTTPHeaders()
  /// The names of fields to remove from the request.
  package var removedFields: Set<HTTPHeaderName> = []
  /// The fields to add to the response; a `Content-Type` replaces that of the server.
  package var responseFields = HTTPHeaders()

  package init(to url: String) { self.url = url }

  /// Returns the request in the form in which it is forwarded.
  package func request(_ request: ReceivedRequest) -> ReceivedRequest {
    var request = request
    var headers = HTTPHeaders(
      request.headers.fields.filter {
        !removedFields.contains($0.name) && !requestFields.contains($0.name)
      })
    for field in requestFields.fields { headers.append(field.name, field.value) }
    request.headers = headers
    if let rest = pathWithoutPrefix(request.target) {
      request.target = request.target.with(path: (rest.beginsWithSlash ? "" : "/") + rest)
    }
    return request
  }

  /// Returns the path at which a client finds the root of the real server; empty if client and
  /// server use the same paths.
  package func root(for request: ReceivedRequest) -> String {
    guard let rest = pathWithoutPrefix(request.target) else { return "" }
    if removedPrefix.utf8.last == UInt8(ascii: "/") {
      return String(Substring(removedPrefix.utf8.dropLast()))
    }
    // A prefix that ends within a path segment is not the path of a root.
    return rest.isEmpty || rest.beginsWithSlash ? removedPrefix : ""
  }

  /// Returns the path without the prefix; `nil` if it does not begin with it.
  private func pathWithoutPrefix(_ target: RequestURL) -> Substring? {
    guard !removedPrefix.isEmpty, target.path.hasBytes(of: removedPrefix) else { return nil }
    return Substring(target.path.utf8.dropFirst(removedPrefix.utf8.count))
  }

  /// Returns the head of a response in the form in which the client gets it.
  package func head(_ head: ResponseHead) -> ResponseHead {
    var head = head
    if responseFields.contains(.contentType) { head.headers.remove(.contentType) }
    head.headers = HTTPHeaders(head.headers.fields + responseFields.fields)
    return head
  }
}

extension Substring {
  fileprivate var beginsWithSlash: Bool { utf8.first == UInt8(ascii: "/") }
}

extension ResponsePlan {
  /// Returns this plan with the timing, links and fault of `stub`, the plan of the stub that
  /// forwarded.
  package func inPlace(of stub: ResponsePlan) -> ResponsePlan {
    var plan = self
    (plan.timing, plan.links) = (stub.timing, stub.links)
    return stub.fault.map(plan.with) ?? plan
  }
}

/// A responder that answers with the response of a real server.
package struct ForwardingResponder: HTTPStubResponder {
  package let forwarding: Forwarding
  package var timing = ResponseTiming.immediate

  package init(_ forwarding: Forwarding) { self.forwarding = forwarding }

  package var answersAlike: Bool { true }

  package var title: String { "forwarded to \(forwarding.url)" }

  /// Returns a plan that tells the host to forward the request.
  ///
  /// Hosts that cannot forward send the text of the plan.
  package func respond(to request: ReceivedRequest, in context: ResponderContext) -> Answer {
    var plan = ResponsePlan.text(
      """
      \(context.stub.title) forwards to \(forwarding.url), which only a listener can do; \
      serve it with stubber serve

      """, status: .notImplemented)
    plan.timing = timing
    plan.forwarding = forwarding
    return .ready(plan)
  }
}
