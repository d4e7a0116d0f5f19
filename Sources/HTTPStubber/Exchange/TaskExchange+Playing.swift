import StubCore

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

extension TaskExchange {
  /// Sends the request's body through the network links of the plan, and then plays the plan.
  func send(before plan: ResponsePlan) {
    while let step = upload?.next(at: endpoint.clock.now) {
      switch step {
      case .sent(let count):
        reportSent(count, total: upload?.sent ?? count, of: upload?.count ?? count)
      case .wait(let time):
        return endpoint.clock.schedule(at: min(time, deadline)) { [weak self] in
          guard let self else { return }
          self.life.proceed {
            if time > self.deadline { return self.fail(.timedOut) }
            self.send(before: plan)
          }
        }
      case .done:
        let end = upload?.time ?? deadline
        upload = nil
        return playResponse(plan, from: end)
      }
    }
  }

  /// Notifies the delegate that the whole body has been sent.
  func reportBodySent() {
    let count = body.data?.count ?? 0
    reportSent(count, total: count, of: count)
  }

  /// Notifies the delegate of the progress of the body, but only in the first leg (request of the
  /// task).
  private func reportSent(_ count: Int, total: Int, of expected: Int) {
    if redirects + refusals == 0 { client.reportSent(count, total: total, of: expected) }
  }

  func playResponse(_ plan: ResponsePlan, from start: Duration) {
    self.plan = plan
    player = Player(
      plan, to: HTTPMethod(rawValue: request.httpMethod ?? "GET"), on: .inProcess, start: start,
      limits: Player.Limits(idle: client.limits(for: request).idle, deadline: deadline),
      mayBeWhole: canDeliverWhole(plan))
    delivery.plan(plan, isBodiless: player?.isBodiless ?? false)
    advance()
  }

  /// Performs all actions that are due, and schedules a call for the next action.
  func advance() {
    while life.phase == .running, let action = player?.next(at: endpoint.clock.now) {
      switch action {
      case .whole: return deliverWhole()
      case .head(let head, _, _):
        do throws(BodyReadError) {
          bodyReader = try BodyReader(plan.body)
        } catch {
          return fail(error, .failed(.error(error)))
        }
        storeCookies(of: head)
        delivery.add(head)
        if follow(head) { return }
        deliver(head)
      case .body(let piece):
        guard deliver(piece.source) else { return }
        if piece.source.count == PlanSteps.largestStep {
          // Other work can run in between, such as a cancellation of the task.
          return life.proceed { self.advance() }
        }
      case .raw: break
      case .wait(let waiting, let time):
        reportProgress()
        if case .gate(let gate) = waiting, !hold(at: gate) { continue }
        if let time { advance(at: time) }
        return
      case .end(let end): return finish(end)
      }
    }
  }

  private func advance(at time: Duration) {
    endpoint.clock.schedule(at: time) { [weak self] in
      guard let self else { return }
      self.life.proceed { self.advance() }
    }
  }

  /// Continues with the response after its head, because the redirect or the challenge is not
  /// followed.
  func stay(_ head: ResponseHead) {
    deliver(head)
    advance()
  }

  private func storeCookies(of head: ResponseHead) {
    guard let url = request.url, request.httpShouldHandleCookies else { return }
    client.settings.cookies?.store(
      head.headers, from: url, mainDocument: request.mainDocumentURL)
  }

  /// Returns whether to deliver the response in one action, because it is small, and neither a
  /// redirect nor a challenge.
  private func canDeliverWhole(_ plan: ResponsePlan) -> Bool {
    guard let status = plan.head?.status, case .data(let body) = plan.body else { return false }
    return !status.isRedirect && status != .unauthorized && body.count <= PlanSteps.largestStep
  }

  /// Delivers head, body and end in one action.
  private func deliverWhole() {
    guard let head = plan.head, case .data(let body) = plan.body else { return }
    storeCookies(of: head)
    delivery.add(head)
    deliver(head)
    if life.phase == .running, !body.isEmpty {
      delivery.add(body.count)
      client.receive(body)
    }
    advance()
  }

  private func deliver(_ head: ResponseHead) {
    guard let url = request.url, let response = plan.response(for: url) else {
      return fail(
        URLError(.badServerResponse, for: request.url),
        .failed(.network(.badServerResponse)))
    }
    client.receive(response, expecting: plan.body.count, cache: plan.cachePolicy)
  }

  private func deliver(_ source: Player.Piece.Source) -> Bool {
    do {
      switch source {
      case .tail(let data):
        delivery.add(data.count)
        client.receive(data)
      case .body(let range):
        guard let data = try bodyReader?.read(range) else { return false }
        delivery.add(data.count)
        client.receive(data)
      }
      return true
    } catch {
      fail(error, .failed(.error(error)))
      return false
    }
  }

  /// Holds the response until the gate opens, without blocking the queue.
  ///
  /// - Returns: `false` if the gate is already open.
  private func hold(at gate: HTTPStubGate) -> Bool {
    let clock = endpoint.clock
    let number = gate.wait { [weak self] in
      // The time is read here, because the task's queue may run the work below later.
      let time = clock.now
      guard let self else { return }
      self.life.proceed { self.release(from: gate, at: time) }
    }
    held = number.map { HeldPlace(gate: gate, number: $0) }
    if held == nil { player?.gateOpened(at: nil) }
    return held != nil
  }

  private func release(from gate: HTTPStubGate, at time: Duration) {
    guard held?.gate == gate else { return }
    held = nil
    player?.gateOpened(at: time)
    advance()
  }

  /// Stops waiting at the gate, because the task has ended.
  func leaveGate() {
    if let held { held.gate.stopWaiting(held.number) }
    held = nil
  }
}

/// The gate that holds a response, and the number that identifies the wait.
struct HeldPlace {
  let gate: HTTPStubGate
  let number: Int
}

/// The body of a request that is sent piece by piece through the network links of its response.
struct Upload: ~Copyable {
  private var pacer: LinkPacer
  private let start: Duration
  let count: Int
  private(set) var sent = 0
  /// The time when the bytes sent so far have passed the links.
  private(set) var time: Duration

  /// Creates the upload; `nil` if no link delays the body.
  init?(_ count: Int, through links: [NetworkLink], from start: Duration) {
    // A delegate is notified of each piece, so a piece has as many bytes as pass in 50 ms.
    let pacer = LinkPacer(links, .upload, slotTime: 0.05)
    guard count > 0, !pacer.isUnlimited else { return nil }
    self.pacer = pacer
    self.count = count
    self.start = start
    time = start
  }

  enum Step: Sendable, Hashable {
    case wait(until: Duration)
    /// This number of bytes has been sent.
    case sent(Int)
    case done
  }

  /// Returns the next step at the time `now`.
  mutating func next(at now: Duration) -> Step {
    guard sent < count else { return .done }
    let slice = pacer.reserve(count - sent, due: start, at: now)
    guard slice.count > 0 else { return .wait(until: slice.time) }
    sent += slice.count
    time = slice.time
    return .sent(slice.count)
  }
}
