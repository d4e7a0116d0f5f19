import StubCore

extension HTTP2Stream {
  /// Takes a part of the body; it counts as come once the lines to the server have brought it.
  func bodyArrived(_ bytes: Span<UInt8>) {
    guard case .receiving = activity else { return connection.session.consume(id, bytes.count) }
    let links = connection.connection.uploadLinks
    guard !links.isEmpty || !upload.isEmpty else {
      connection.session.consume(id, bytes.count)
      return take(bytes)
    }
    let isWaiting = !upload.isEmpty
    upload.append(bytes, at: MonotonicClock.now)
    if !isWaiting { uploadCame() }
  }

  /// Goes on with what the lines have brought by now, and waits for the rest.
  func uploadCame() {
    while case .receiving = activity, !upload.isEmpty {
      let now = MonotonicClock.now
      let time = upload.begin(connection.connection.uploadLinks, at: now)
      guard time <= now else { return wait(until: time) }
      let count = upload.take { draft.append(body: $0) }
      // The client may send as much again only now, so that it notices how slow the line is.
      connection.session.consume(id, count)
      if let problem = draft.problem { return refuse(problem) }
    }
    guard case .receiving = activity else { return }
    if hasWholeRequest { answer() } else { waitForBody() }
  }

  private func take(_ bytes: Span<UInt8>) {
    draft.append(body: bytes)
    if let problem = draft.problem { refuse(problem) } else { waitForBody() }
  }

  /// Waits for the client to send more.
  func waitForBody() { wait(until: MonotonicClock.now + timeouts.body) }

  /// Overlooks what the lines have not brought.
  func dropUpload() { connection.session.consume(id, upload.drop()) }
}
