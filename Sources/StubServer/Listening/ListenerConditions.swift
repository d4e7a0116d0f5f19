import StubCore
import Synchronization

/// What the network in front of a listener is like; can change while the listener serves.
final class ListenerConditions: Sendable {
  private struct State {
    var link: NetworkLink?
    var connectionNetwork: NetworkProfile?
    var fault: ConnectionFault?
  }

  private let state: Mutex<State>
  /// The line of the stubs that are answered from.
  private let stubLink: @Sendable () -> NetworkLink?
  private let random: SeededRandom

  init(
    _ configuration: ListenerConfiguration, random: SeededRandom,
    stubLink: @escaping @Sendable () -> NetworkLink?
  ) {
    state = Mutex(
      State(
        link: configuration.network.map(NetworkLink.init),
        connectionNetwork: configuration.connectionNetwork, fault: configuration.connectionFault))
    self.random = random
    self.stubLink = stubLink
  }

  var fault: ConnectionFault? {
    get { state.withLock { $0.fault } }
    set { state.withLock { $0.fault = newValue } }
  }

  var link: NetworkLink? { state.withLock { $0.link } }

  var network: NetworkProfile? {
    get { link?.profile }
    set {
      let link = newValue.map(NetworkLink.init)
      state.withLock { $0.link = link }
    }
  }

  var connectionNetwork: NetworkProfile? {
    get { state.withLock { $0.connectionNetwork } }
    set { state.withLock { $0.connectionNetwork = newValue } }
  }

  /// The lines that all request bodies come through.
  var uploadLinks: [NetworkLink] {
    let (first, second) = (stubLink(), link)
    if first == nil, second == nil { return [] }
    return [first, second].compactMap(\.self).filter { $0.turn(.upload) != nil }
  }

  /// The answers of the handler as they go through the listener's line.
  func applied(to handler: @escaping RequestHandler) -> RequestHandler {
    { [self] request in through(link, handler(request)) }
  }

  /// An answer as it goes through a line, if there is one.
  func through(_ link: NetworkLink?, _ answer: ListenerAnswer) -> ListenerAnswer {
    guard let link else { return answer }
    var answer = answer
    switch answer.answer {
    case .ready(let plan):
      answer.answer = .ready(plan.throughHost(link, random: random))
    case .pending(let make):
      answer.answer = .pending { [random] in
        await make().throughHost(link, random: random)
      }
    }
    return answer
  }
}
