extension ResponsePlan {
  /// Fills in `Content-Length` and drops what a response to this request cannot carry.
  ///
  /// A length or transfer coding that the stub's author wrote stays, even when it is wrong. An
  /// answer to HEAD gets the length of the body that is planned, if there is one: what it does not
  /// carry says nothing of what a GET would get (RFC 9110 §9.3.2).
  package mutating func completeFraming(for request: ReceivedRequest) {
    guard var head else { return }
    if head.status.forbidsContent {
      body = .empty
    } else if !head.headers.contains(.contentLength), !head.headers.contains(.transferEncoding),
      request.method != .head || body.count > 0
    {
      head.headers[.contentLength] = String(body.count)
    }
    if request.method == .head { body = .empty }
    self.head = head
  }
}
