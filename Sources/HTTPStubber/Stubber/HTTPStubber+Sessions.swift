import StubCore

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension HTTPStubber {
  /// A new ephemeral configuration whose sessions this stubber answers.
  ///
  /// On Linux, the configuration and its sessions keep the stubs, so that requests are answered
  /// even when the stubber itself no longer exists. On Apple's platforms, keep the stubber as long
  /// as its sessions are used; without it, their requests fail with an error that says so.
  ///
  /// On Linux, four things differ from real loading: the disposition that a delegate returns for a
  /// response is ignored; `currentRequest` stays the first request after redirects; the URL of a
  /// 401 with a challenge has its scheme in upper case; and the byte counts of a task, such as
  /// `countOfBytesSent`, stay 0. On Apple's platforms, delegates are not notified of the progress
  /// of an upload.
  public var configuration: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    attach(to: configuration)
    endpoint.note(.hasSession)
    return configuration
  }

  /// Makes this stubber, and no other, answer sessions that are created from the configuration.
  ///
  /// Sessions copy their configuration, so call this before you create the session.
  public func configure(_ configuration: URLSessionConfiguration) {
    attach(to: configuration)
    endpoint.note(.isConfigured)
  }

  private func attach(to configuration: URLSessionConfiguration) {
    let others = (configuration.protocolClasses ?? []).filter { !($0 is StubURLProtocol.Type) }
    configuration.protocolClasses =
      [endpoint.slot.protocolClass] + SessionInterception.passing(to: others)
    PlatformClient.keep(endpoint, in: configuration)
  }

  /// Undoes ``configure(_:)`` for sessions that are created later, which only enabled stubbers then
  /// answer.
  public func unconfigure(_ configuration: URLSessionConfiguration) {
    let others = (configuration.protocolClasses ?? []).filter { !($0 is StubURLProtocol.Type) }
    configuration.protocolClasses = SessionInterception.classes + others
    PlatformClient.keep(nil, in: configuration)
  }

  /// The session that sends requests to the network.
  ///
  /// These are requests that are recorded, and requests that pass through after their task has
  /// started.
  ///
  /// Set a session to use its proxies, header fields, cookies and timeouts, or its delegate for TLS
  /// challenges (on Apple platforms). Each request gets a new session with the same configuration.
  /// The default, `nil`, stands for an ephemeral session without cookies. Redirects and HTTP
  /// challenges are left to the session under test. A session that a stubber answers is refused
  /// with a warning.
  public var backingSession: URLSession? {
    get { endpoint.backingSession }
    set {
      let classes = newValue?.configuration.protocolClasses ?? []
      if classes.contains(where: {
        $0 is StubURLProtocol.Type && !($0 is EnabledStubbersURLProtocol.Type)
      }) {
        return endpoint.warn(
          "backingSession is not changed: a stubber answers the session given, so it cannot load "
            + "anything for real; make it from a configuration of its own")
      }
      endpoint.backingSession = newValue
    }
  }

  /// A session without a delegate that this stubber answers; every access returns the same session.
  ///
  /// Code that invalidates its session needs a session of its own,
  /// `URLSession(configuration: configuration)`, because creating a task of an invalidated session
  /// ends the process.
  public var session: URLSession {
    ownSession.value { URLSession(configuration: configuration) }
  }
}

/// The session of a stubber, which is created when it is needed.
final class OwnSession: Sendable {
  private let session = Lock<URLSession?>(nil)

  func value(_ make: () -> URLSession) -> URLSession {
    session.withLock { session in
      if let session { return session }
      let made = make()
      session = made
      return made
    }
  }
}

extension HTTPStubber {
  /// Answers every `URLSession` of the process from now on, until ``disable()``.
  ///
  /// The call also affects `URLSession.shared` and sessions with any configuration, on Linux even
  /// existing ones. On Apple's platforms, sessions other than `shared` must be created after the
  /// first call. A session that belongs to a stubber through ``session``, ``configuration`` or
  /// ``configure(_:)`` still belongs to it. If several stubbers are enabled, the one that was
  /// enabled last is asked first; a request that it would let pass goes to the next one. An enabled
  /// stubber is kept until it is disabled.
  ///
  /// Prefer ``session`` in tests that run in parallel, because a process has only one set of
  /// enabled stubbers.
  ///
  /// If this version of Foundation is unknown, only `URLSession.shared` is answered, and only if
  /// this is called before the first `URLSession` of the process is created. If it is too late, the
  /// `onWarning` handler is called.
  public func enable() {
    guard EnabledStubbers.shared.add(self) else { return }
    endpoint.note(.wasEnabled)
    if let problem = SessionInterception.problem { endpoint.warn(problem) }
  }

  /// Stops answering sessions that do not belong to this stubber; ``configuration`` and ``session``
  /// are not affected.
  public func disable() { EnabledStubbers.shared.remove(self) }

  /// Whether the stubber is enabled, which it is from ``enable()`` to ``disable()``.
  public var isEnabled: Bool { EnabledStubbers.shared.contains(self) }
}
