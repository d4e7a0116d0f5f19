import StubCore

extension Exchange {
  /// Lets the request's body go through a line and calls `next` with the time when it is through.
  func send(_ upload: Upload, then next: @escaping @Sendable (Duration) -> Void) {
    var upload = upload
    guard let piece = upload.sendPiece() else { return next(upload.time) }
    endpoint.clock.schedule(at: min(upload.time, deadline)) { [weak self, upload] in
      guard let self else { return }
      self.life.proceed {
        if upload.time > self.deadline { return self.fail(.timedOut) }
        self.reportSent(piece, total: upload.sent, of: upload.count)
        self.send(upload, then: next)
      }
    }
  }

  /// Tells the delegate that the whole body is out.
  func reportBodySent() {
    let count = body.data?.count ?? 0
    reportSent(count, total: count, of: count)
  }

  /// Tells the delegate of the body's progress, on the first leg alone.
  private func reportSent(_ count: Int, total: Int, of expected: Int) {
    #if canImport(FoundationNetworking)
    if redirects + refusals == 0 { context.reportSent(count, total: total, of: expected) }
    #endif
  }
}
