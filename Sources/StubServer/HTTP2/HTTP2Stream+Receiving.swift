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

/// Bytes of a request body that wait until the links to the server have brought them.
struct HTTP2Upload: ~Copyable {
  private var bytes: [UInt8] = []
  /// How many of the bytes are gone.
  private var start = 0
  private var pacer: UploadPacer?

  private var count: Int { bytes.count - start }

  var isEmpty: Bool { count == 0 }

  /// Adds bytes, which come through the links that are in force when the first of a body come.
  mutating func append(_ piece: Span<UInt8>, _ links: () -> [NetworkLink]) {
    if pacer == nil { pacer = UploadPacer(links()) }
    if isEmpty { pacer?.noteSilence() }
    piece.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
  }

  /// Hands over the next bytes, of which there are some, if the links have brought them.
  ///
  /// - Returns: how many, and when they were through; or 0, and when to ask again.
  mutating func take(at now: Duration, _ body: (Span<UInt8>) -> Void) -> LinkPacer.Slice? {
    let count = count
    let slice = pacer?.reserve(count, at: now)
    guard let slice, slice.count > 0 else { return slice }
    body(bytes.span.extracting(start..<start + slice.count))
    start += slice.count
    if start * 2 >= bytes.count {
      bytes.removeFirst(start)
      start = 0
    }
    return slice
  }

  /// Forgets what waits; returns how many bytes that was.
  mutating func drop() -> Int {
    defer {
      (bytes, start) = ([], 0)
      pacer = nil
    }
    return count
  }
}
