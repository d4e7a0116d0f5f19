import CLibevent

// What TLS needs: all of it does nothing for a plain connection.
extension SocketBuffer {
  func handle(_ event: Event) {
    guard let session else {
      user?.handle(event)
      return
    }
    switch event {
    case .readable, .endOfInput:
      if event == .endOfInput { hasEnded = true }
      let before = inputCount
      session.shakeHands()
      decrypt()
      resume()
      if inputCount > before { user?.handle(.readable) }
      reportEnd(of: session)
    case .writable, .rejected, .failed:
      user?.handle(event)
    }
  }

  private func reportEnd(of session: TLSSession) {
    guard !hasReportedEnd else { return }
    let event: Event
    switch session.state {
    case .handshake, .open:
      guard hasEnded else { return }
      event = .endOfInput
    case .inputEnded: event = .endOfInput
    case .rejected: event = .rejected
    case .failed: event = .failed
    case .reset:
      Descriptor.resetOnClose(descriptor)
      event = .failed
    }
    hasReportedEnd = true
    user?.handle(event)
  }

  /// Fills the input up from what has come.
  func decrypt() {
    guard let session else { return }
    if session.isEstablished {
      withUnsafeTemporaryAllocation(byteCount: 16 * 1_024, alignment: 8) { buffer in
        while decrypted.count < Self.inputLimit {
          let count = session.read(into: buffer)
          guard count > 0 else { break }
          decrypted.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
      }
    }
    // Bytes after the end mean nothing, but would fill the buffer.
    if session.state != .handshake, session.state != .open { stream.discard() }
    // Found while somebody reads, the end is reported when they are done.
    let isOver = session.state != .handshake && session.state != .open
    if isOver, !hasReportedEnd {
      wantsReport = true
      event_active(turnEvent, Int32(EV_READ), 0)
    }
  }
}
