import CLibevent
import StubCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

// What the loop tells, and what it is told.
extension SocketBuffer {
  func inputCame() {
    withExtendedLifetime(self) {
      isHandling = true
      receive()
      isHandling = false
      if !window.isEmpty {
        stream.input.append(UnsafeRawBufferPointer(rebasing: loop.scratch[window]))
        window = 0..<0
      }
      pauseWhenFull()
      sendOutput()
    }
  }

  private func receive() {
    let room = min(limit - stream.input.count, loop.scratch.count)
    guard room > 0 else { return }
    let count = recv(descriptor, loop.scratch.baseAddress, room, 0)
    if count > 0 {
      if session == nil, stream.input.isEmpty {
        window = 0..<count
      } else {
        stream.input.append(UnsafeRawBufferPointer(rebasing: loop.scratch[..<count]))
      }
      handle(.readable)
    } else if count == 0 {
      stopReading()
      handle(.endOfInput)
    } else if ![EAGAIN, EINTR].contains(errno) {
      stopReading()
      handle(.failed)
    }
  }

  private func stopReading() {
    isReadingOver = true
    event_del(readEvent)
  }

  /// Keeps libevent from reporting input that nobody reads yet over and over.
  private func pauseWhenFull() {
    guard !isPaused, !isReadingOver, isFull else { return }
    isPaused = true
    event_del(readEvent)
  }

  func resume() {
    guard isPaused, !isReadingOver, !isFull else { return }
    isPaused = false
    event_add(readEvent, nil)
  }

  private var isFull: Bool { stream.input.count >= limit }

  func outputCame() {
    if !isHandling, !isWaitingForRoom { event_active(turnEvent, Int32(EV_WRITE), 0) }
  }

  func roomCame() {
    withExtendedLifetime(self) {
      isWaitingForRoom = false
      sendOutput()
    }
  }

  func turnCame() {
    withExtendedLifetime(self) {
      if wantsReport {
        wantsReport = false
        isHandling = true
        handle(.readable)
        isHandling = false
      }
      sendOutput()
    }
  }

  /// Sends what there is, and what is written as there is room for it again.
  private func sendOutput() {
    for _ in 0..<Self.writesInARow {
      // Whoever has let go of the connection wants nothing sent any more.
      guard user != nil, stream.hasOutput, !isWaitingForRoom else { return }
      let count = stream.sendOutput()
      guard count >= 0 || errno == EAGAIN || errno == EINTR else {
        user?.handle(.failed)
        return
      }
      noteRest(hasMoved: count > 0)
      if stream.hasOutput { waitForRoom() }
      guard count >= 0 else { return }
      if stream.outputCount <= Self.outputLowWatermark {
        isHandling = true
        handle(.writable)
        isHandling = false
      }
    }
    if stream.hasOutput, !isWaitingForRoom { event_active(turnEvent, Int32(EV_WRITE), 0) }
  }

  private func noteRest(hasMoved: Bool) {
    if !stream.hasOutput {
      restsSince = nil
    } else if hasMoved || restsSince == nil {
      restsSince = MonotonicClock.now
    }
  }

  private func waitForRoom() {
    isWaitingForRoom = true
    event_add(writeEvent, nil)
  }
}

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

// Parts of files that are sent from where they are.
extension SocketBuffer {
  /// Whether that is possible: what goes through TLS has to be read.
  var sendsFiles: Bool { session == nil }

  /// Whether a part of a file has not been sent yet; nothing is to be written behind it.
  var isSendingFile: Bool { stream.file != nil }

  /// Sends a part of a file behind what has been written.
  func write(_ part: FilePart) { stream.write(part) }

  /// Tells, once, why the rest of a part will never be sent.
  func takeFileProblem() -> BodyReadError? {
    defer { stream.fileProblem = nil }
    return stream.fileProblem
  }
}
