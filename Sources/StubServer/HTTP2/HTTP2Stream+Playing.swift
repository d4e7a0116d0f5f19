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
    if let answer = wholeAnswer(plan) { return send(answer) }
    play(HTTP2Playback(plan, method: context.method, start: MonotonicClock.now))
  }

  /// The fields and the body of a plan that answers many requests alike, if all of it goes out at
  /// once.
  private func wholeAnswer(_ plan: ResponsePlan) -> EncodedFields? {
    guard context.method != .head, context.method != .connect else { return nil }
    return plan.keptFields { EncodedFields(plan, context) }
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
    case .head(let head): send(head, playback)
    case .end(let ending): _ = end(ending, playback)
    }
  }

  private func hold(_ playback: HTTP2Playback, _ gate: HTTPStubGate) {
    let (id, connectionID, mailbox) = (id, connection.id, connection.worker.mailbox)
    let number = gate.wait {
      mailbox.post { $0.connection(connectionID)?.http2?.release(id) }
    }
    activity = .held(playback, gate, number, since: MonotonicClock.now)
  }

  /// Goes on after a gate.
  func release() {
    guard case .held(let playback, _, _, let since) = activity else { return }
    playback.release(at: MonotonicClock.now, from: since)
    play(playback)
  }

  /// Sends the head once everything that could stop the response has been tried.
  private func send(_ head: ResponseHead, _ playback: HTTP2Playback) {
    let encoded: HTTP2Head
    do {
      context.date = connection.worker.date
      context.bodyCount = playback.plan.tail == nil ? playback.plan.body.count : nil
      encoded = try HTTP2Head(head, context)
      try playback.begin(isBodiless: encoded.isBodiless)
    } catch {
      return start(.unsendable("\(error)"))
    }
    activity = .sending(playback)
    let hasBody = !playback.endsWithHead
    if hasBody {
      connection.expectProgress(on: id)
    } else {
      report?.ending = playback.reportedEnding
    }
    connection.session.respond(id, encoded.fields, hasBody: hasBody)
  }

  /// Puts the bytes that are due into the room.
  func fill(_ room: UnsafeMutableBufferPointer<UInt8>) -> Filling {
    if case .sendingWhole(let answer, let sent) = activity {
      return fill(room, answer, from: sent)
    }
    guard case .sending(let playback) = activity else { return .broken }
    switch playback.fill(room) {
    case .bytes(let count, let isLast):
      guard !isLast else { return end(.complete, playback, after: count) }
      expectProgress()
      return .bytes(count, isLast: false)
    case .until(let time):
      isDeferred = true
      wait(until: time)
      return .later
    case .tail(let tail):
      wait(for: tail)
      return .later
    case .end(let ending):
      return end(ending, playback)
    }
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
  private func end(
    _ ending: HTTP2Ending, _ playback: HTTP2Playback, after count: Int = 0
  ) -> Filling {
    stopWaiting()
    switch ending {
    case .complete:
      report?.ending = playback.reportedEnding
      return .bytes(count, isLast: true)
    case .reset(let code, let failure):
      report?.ending = .failed(failure)
      isEndedOnPurpose = true
      connection.session.reset(id, code)
      return .broken
    case .goAway(let code, let failure):
      report?.ending = .failed(failure)
      isEndedOnPurpose = true
      connection.session.terminate(code)
      return .later
    case .stall(let ending):
      report?.ending = ending
      isEndedOnPurpose = true
      connection.note(self)
      return .later
    }
  }
}
