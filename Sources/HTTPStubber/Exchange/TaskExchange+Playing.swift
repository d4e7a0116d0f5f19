import StubCore

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

extension TaskExchange {
  /// Lets the request's body go through the links of the plan, then plays the plan.
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

  /// Tells the delegate that the whole body is out.
  func reportBodySent() {
    let count = body.data?.count ?? 0
    reportSent(count, total: count, of: count)
  }

  /// Tells the delegate of the body's progress, on the first leg alone.
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

  /// Performs what is due and has itself called again when the next thing is.
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
          // Lets other work run, such as a cancellation of this task.
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

  /// Goes on with the response that a redirect or a challenge was the head of.
  func stay(_ head: ResponseHead) {
    deliver(head)
    advance()
  }

  private func storeCookies(of head: ResponseHead) {
    guard let url = request.url, request.httpShouldHandleCookies else { return }
    client.settings.cookies?.store(
      head.headers, from: url, mainDocument: request.mainDocumentURL)
  }

  /// Whether the response may be delivered in one, as it neither leads on nor is large.
  private func canDeliverWhole(_ plan: ResponsePlan) -> Bool {
    guard let status = plan.head?.status, case .data(let body) = plan.body else { return false }
    return !status.isRedirect && status != .unauthorized && body.count <= PlanSteps.largestStep
  }

  /// Delivers head, body and end.
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

  /// Waits until the gate lets go; returns whether it holds the response.
  private func hold(at gate: HTTPStubGate) -> Bool {
    let clock = endpoint.clock
    let number = gate.wait { [weak self] in
      // Read here, because the task's queue may get to it later.
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

  /// Is held no longer, because the task is over.
  func leaveGate() {
    if let held { held.gate.stopWaiting(held.number) }
    held = nil
  }
}

/// The place of a response that a gate holds.
struct HeldPlace {
  let gate: HTTPStubGate
  let number: Int
}

/// The body of a request on its way out through the links of its response, piece by piece.
struct Upload: ~Copyable {
  private var pacer: LinkPacer
  private let start: Duration
  let count: Int
  private(set) var sent = 0
  /// When what was sent so far is through.
  private(set) var time: Duration

  /// `nil` when nothing holds the body up.
  init?(_ count: Int, through links: [NetworkLink], from start: Duration) {
    // A delegate hears of each piece, so they are what goes through in 50 ms.
    let pacer = LinkPacer(links, .upload, slotTime: 0.05)
    guard count > 0, !pacer.isUnlimited else { return nil }
    self.pacer = pacer
    self.count = count
    self.start = start
    time = start
  }

  enum Step: Sendable, Hashable {
    case wait(until: Duration)
    /// That many bytes are out.
    case sent(Int)
    case done
  }

  /// What has come of it at the time `now`.
  mutating func next(at now: Duration) -> Step {
    guard sent < count else { return .done }
    let slice = pacer.reserve(count - sent, due: start, at: now)
    guard slice.count > 0 else { return .wait(until: slice.time) }
    sent += slice.count
    time = slice.time
    return .sent(slice.count)
  }
}
