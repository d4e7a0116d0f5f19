import StubCore

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

/// The stubbers that answer every session of the process.
///
/// Stubbers are kept until they are disabled. Often the last use of a stubber is the line that
/// enables it; if the stubber were released there, requests would reach the network unnoticed.
final class EnabledStubbers: Sendable {
  static let shared = EnabledStubbers()

  private struct State {
    /// The enabled stubbers; the one that was enabled last comes first.
    var stubbers: [HTTPStubber] = []
    var watchers: [ObjectIdentifier: NetworkWatcher] = [:]

    var isIdle: Bool { stubbers.isEmpty && watchers.isEmpty }
  }

  private let state = Lock(State())

  /// Enables a stubber.
  ///
  /// - Returns: Whether it was not enabled before.
  func add(_ stubber: HTTPStubber) -> Bool {
    // The preparation comes before the lock is taken, because registering classes takes a lock that
    // the loading system also holds while it asks them.
    SessionInterception.prepare()
    return state.withLock { state in
      if state.stubbers.contains(where: { $0 === stubber }) { return false }
      if state.isIdle { SessionInterception.begin() }
      state.stubbers.insert(stubber, at: 0)
      return true
    }
  }

  func remove(_ stubber: HTTPStubber) {
    let removed: HTTPStubber? = state.withLock { state in
      guard let place = state.stubbers.firstIndex(where: { $0 === stubber }) else { return nil }
      defer { if state.isIdle { SessionInterception.end() } }
      return state.stubbers.remove(at: place)
    }
    // The stubber is released here, not under the lock.
    _ = removed
  }

  func contains(_ stubber: HTTPStubber) -> Bool {
    state.withLock { $0.stubbers.contains { $0 === stubber } }
  }

  func add(_ watcher: NetworkWatcher) {
    SessionInterception.prepare()
    state.withLock { state in
      if state.isIdle { SessionInterception.begin() }
      state.watchers[ObjectIdentifier(watcher)] = watcher
    }
  }

  func remove(_ watcher: NetworkWatcher) {
    state.withLock { state in
      guard state.watchers.removeValue(forKey: ObjectIdentifier(watcher)) != nil else { return }
      if state.isIdle { SessionInterception.end() }
    }
  }

  private var endpoints: [Endpoint] { state.withLock { $0.stubbers.map(\.endpoint) } }

  /// Returns the endpoint of the enabled stubber that takes a request of a session without a
  /// stubber.
  ///
  /// The result is `nil` if the request goes to the network.
  func endpoint(admitting request: URLRequest) -> Endpoint? {
    endpoints.first { $0.admits(request, ofOtherSession: true) }
  }

  /// Returns the endpoint of the enabled stubber that handles a request whose body is known; `nil`
  /// if none does.
  func endpoint(handling request: ReceivedRequest) -> Endpoint? {
    endpoints.first { $0.stubs.handlesEverything || $0.stubs.handles(request) }
  }

  /// Notes a request of a session without a stubber, which all enabled stubbers have let pass.
  func notePassed(_ request: URLRequest) {
    for endpoint in endpoints { endpoint.notePassed(request) }
    let watchers = state.withLock { Array($0.watchers.values) }
    if watchers.count == 1 { watchers[0].note(request) }
  }
}

/// The protocol class that takes requests for the enabled stubbers.
final class EnabledStubbersURLProtocol: StubURLProtocol {
  /// An endpoint that sends every request to the network.
  private static let network: Endpoint = {
    let stubs = StubSet()
    stubs.unhandledMode = .optin
    return Endpoint(stubs: stubs, clock: SystemClock())
  }()

  override class var asksAll: Bool { true }

  override class func takes(_ request: URLRequest) -> Bool {
    SessionInterception.asks(for: request)
  }

  override class func notePassed(_ request: URLRequest) {
    if SessionInterception.isLastAsked, !request.isMarkedAsReal {
      EnabledStubbers.shared.notePassed(request)
    }
  }

  /// Returns the endpoint for a request that was taken.
  ///
  /// If its stubber has been disabled in the meantime, this is the network's endpoint.
  override class func endpoint(for request: URLRequest) -> Endpoint? {
    EnabledStubbers.shared.endpoint(admitting: request) ?? network
  }
}
