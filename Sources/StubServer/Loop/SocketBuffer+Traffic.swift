import CLibevent

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
