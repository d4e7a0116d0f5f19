import StubCore

extension HTTP2Stream {
  /// Takes a part of the body; it counts as come once the links to the server have brought it.
  func bodyArrived(_ bytes: Span<UInt8>) {
    guard case .receiving = activity else { return connection.session.consume(id, bytes.count) }
    if upload.isEmpty, connection.connection.uploadLinks.isEmpty {
      connection.session.consume(id, bytes.count)
      return take(bytes)
    }
    let isWaiting = !upload.isEmpty
    upload.append(bytes) { connection.connection.uploadLinks }
    if !isWaiting { uploadCame() }
  }

  /// Goes on with what the links have brought by now, and waits for the rest.
  func uploadCame() {
    while case .receiving = activity, !upload.isEmpty {
      let slice = upload.take(at: MonotonicClock.now) { draft.append(body: $0) }
      guard let slice else { return }
      guard slice.count > 0 else { return wait(until: slice.time) }
      // The client may send as much again only now, so that it notices how slow the link is.
      connection.session.consume(id, slice.count)
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

  /// Overlooks what the links have not brought.
  func dropUpload() { connection.session.consume(id, upload.drop()) }
}
