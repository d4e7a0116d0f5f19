extension ResponsePlan {
  /// Fills in `Content-Length` and drops what a response to this request cannot carry.
  ///
  /// A length or transfer coding that the stub's author wrote stays, even when it is wrong.
  package mutating func completeFraming(for request: ReceivedRequest) {
    guard var head else { return }
    if head.status.forbidsContent {
      body = .empty
    } else if !head.headers.contains(.contentLength), !head.headers.contains(.transferEncoding) {
      head.headers[.contentLength] = String(body.count)
    }
    if request.method == .head { body = .empty }
    self.head = head
  }
}
