import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension HTTP2Stream {
  /// What nghttp2 is told when it asks for DATA.
  enum Filling: Sendable, Hashable {
    case bytes(Int, isLast: Bool)
    /// It will be told when there is more.
    case later
    /// The stream has been reset.
    case broken
  }

  func start(_ plan: ResponsePlan) {
    play(HTTP2Playback(plan, method: context.method, start: MonotonicClock.now))
  }

  /// Sends fields and body of a plan that goes out at once.
  private func sendWhole(_ plan: ResponsePlan) {
    do {
      send(try plan.fields { try EncodedFields(plan, context) })
    } catch {
      start(.unsendable("\(error)"))
    }
  }

  private func send(_ answer: EncodedFields) {
    stopWaiting()
    report?.ending = .completed
    activity = .sendingWhole(answer, sent: 0)
    if !answer.body.isEmpty { connection.expectProgress(on: id) }
    connection.session.respond(id, answer, date: connection.worker.dateBytes)
  }

  private func fill(
    _ room: UnsafeMutableBufferPointer<UInt8>, _ answer: EncodedFields, from sent: Int
  ) -> Filling {
    let count = min(room.count, answer.body.count - sent)
    _ = answer.body.dropFirst(sent).prefix(count).copyBytes(to: room)
    let isLast = sent + count == answer.body.count
    activity = .sendingWhole(answer, sent: sent + count)
    if isLast { stopWaiting() } else { expectProgress() }
    return .bytes(count, isLast: isLast)
  }

  /// Plays up to the head.
  func play(_ playback: HTTP2Playback) {
    stopWaiting()
    activity = .waiting(playback)
    switch playback.open() {
    case .until(let time): wait(until: time)
    case .gate(let gate): hold(playback, gate)
    case .whole: sendWhole(playback.plan)
    case .head(let head, let end): send(head, playback, end)
    case .end(let end): _ = finish(end)
    }
  }

  private func hold(_ playback: HTTP2Playback, _ gate: HTTPStubGate) {
    let (id, connectionID, mailbox) = (id, connection.id, connection.worker.mailbox)
    let number = gate.wait {
      mailbox.post { $0.connection(connectionID)?.http2?.release(id) }
    }
    guard let number else {
      playback.release(at: nil)
      return play(playback)
    }
    activity = .held(playback, gate, number)
  }

  /// Goes on after a gate.
  func release() {
    guard case .held(let playback, _, _) = activity else { return }
    playback.release(at: MonotonicClock.now)
    play(playback)
  }

  /// Sends the head once everything that could stop the response has been tried.
  private func send(_ head: ResponseHead, _ playback: HTTP2Playback, _ end: Player.End?) {
    let encoded: HTTP2Head
    do {
      context.date = connection.worker.date
      context.bodyCount = playback.plan.tail == nil ? playback.plan.body.count : nil
      encoded = try HTTP2Head(head, context)
      try playback.begin()
    } catch {
      return start(.unsendable("\(error)"))
    }
    activity = .sending(playback)
    if let end { report?.ending = end.reported } else { connection.expectProgress(on: id) }
    connection.session.respond(id, encoded.fields, hasBody: end == nil)
  }

  /// Puts the bytes that are due into the room.
  func fill(_ room: UnsafeMutableBufferPointer<UInt8>) -> Filling {
    if case .sendingWhole(let answer, let sent) = activity {
      return fill(room, answer, from: sent)
    }
    guard case .sending(let playback) = activity else { return .broken }
    switch playback.fill(room) {
    case .bytes(let count, let end?): return finish(end, after: count)
    case .bytes(let count, nil):
      expectProgress()
      if !playback.plan.links.isEmpty { connection.watchRoom(on: id) }
      return .bytes(count, isLast: false)
    case .until(let time):
      isDeferred = true
      wait(until: time)
      return .later
    case .tail(let tail):
      wait(for: tail)
      return .later
    case .end(let end): return finish(end)
    }
  }

  /// Tells the player if the client leaves no room for what could be sent.
  ///
  /// - Returns: whether something could be sent, so that this has to be asked again.
  func noteRoom() -> Bool {
    guard case .sending(let playback) = activity, !isDeferred else { return false }
    if connection.isOutputFull || !connection.session.mayFill(id) { playback.block() }
    return true
  }

  /// Waits for more of the body to come from a real server.
  private func wait(for tail: BodyTail) {
    isDeferred = true
    stopWaiting()
    let (id, connectionID, mailbox) = (id, connection.id, connection.worker.mailbox)
    tail.wait {
      mailbox.post { $0.connection(connectionID)?.http2?.tailCame(id) }
    }
  }

  /// Ends the stream behind that many bytes in the room.
  private func finish(_ end: Player.End, after count: Int = 0) -> Filling {
    stopWaiting()
    report?.ending = end.reported
    switch HTTP2Ending(end.how) {
    case .complete: return .bytes(count, isLast: true)
    case .reset(let code):
      isEndedOnPurpose = true
      connection.session.reset(id, code)
      return .broken
    case .goAway(let code):
      isEndedOnPurpose = true
      connection.session.terminate(code)
      return .later
    case .stall:
      isEndedOnPurpose = true
      connection.note(self)
      return .later
    }
  }
}
