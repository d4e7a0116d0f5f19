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
  /// On Linux the configuration and its sessions keep the stubs, so that they are answered even when the
  /// stubber itself is gone. On Apple's platforms, keep the stubber for as long as its sessions are
  /// used; without it, their requests fail with an error that says so.
  ///
  /// On Linux four things differ from a real load: the disposition that a delegate gives to a
  /// response is ignored, `currentRequest` stays the first one after redirects, the URL of a 401
  /// with a challenge has its scheme in upper case, and a task's own counts of bytes, such as
  /// `countOfBytesSent`, stay 0. On Apple's platforms, no delegate is told of the progress of an upload.
  public var configuration: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    attach(to: configuration)
    endpoint.note(.hasSession)
    return configuration
  }

  /// Has this stubber, and no other, answer the sessions that are made from the configuration.
  ///
  /// Sessions copy their configuration, so call this before you make the session.
  public func configure(_ configuration: URLSessionConfiguration) {
    attach(to: configuration)
    endpoint.note(.isConfigured)
  }

  private func attach(to configuration: URLSessionConfiguration) {
    let others = (configuration.protocolClasses ?? []).filter { !($0 is StubURLProtocol.Type) }
    configuration.protocolClasses =
      [endpoint.slot.protocolClass] + EverySession.passing(to: others)
    PlatformClient.keep(endpoint, in: configuration)
  }

  /// Undoes ``configure(_:)``: sessions that are made from the configuration after this belong to no
  /// stubber, so only an enabled one answers them.
  public func unconfigure(_ configuration: URLSessionConfiguration) {
    let others = (configuration.protocolClasses ?? []).filter { !($0 is StubURLProtocol.Type) }
    configuration.protocolClasses = EverySession.classes + others
    PlatformClient.keep(nil, in: configuration)
  }

  /// The session as which real requests are sent: those that are recorded, and those that pass
  /// through after their task has begun.
  ///
  /// Give one to send them with proxies, fields, cookies or time limits of your own, or with a
  /// delegate that answers challenges about TLS (on Apple platforms). Each request has a session with
  /// its configuration. `nil`, the default, means an ephemeral one without cookies. Redirects and
  /// HTTP challenges are left to the session under test. A session that a stubber answers is refused
  /// with a warning.
  public var backingSession: URLSession? {
    get { endpoint.backingSession }
    set {
      let classes = newValue?.configuration.protocolClasses ?? []
      if classes.contains(where: { $0 is StubURLProtocol.Type && !($0 is EveryProtocol.Type) }) {
        return endpoint.warn(
          "backingSession is not changed: a stubber answers the session given, so it cannot load "
            + "anything for real; make it from a configuration of its own")
      }
      endpoint.backingSession = newValue
    }
  }

  /// A session without a delegate that this stubber answers, the same every time.
  ///
  /// Code that invalidates its session needs one of its own, `URLSession(configuration: configuration)`:
  /// the process ends when a task is made of a session after that.
  public var session: URLSession {
    ownSession.value { URLSession(configuration: configuration) }
  }
}

/// The session of a stubber, made when it is first asked for.
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
  /// This reaches `URLSession.shared` and sessions with any configuration; on Linux also those made
  /// before. On Apple's platforms, sessions other than `shared` must be made after the first call.
  /// Sessions that belong to a stubber, by its ``session``, ``configuration`` or ``configure(_:)``, stay
  /// with that one. If several stubbers are enabled, the one enabled last is asked first; a request that
  /// it would let pass through goes to the next. An enabled stubber lives until it is disabled.
  ///
  /// Prefer ``session`` in tests that run in parallel: a process has only one set of enabled stubbers.
  ///
  /// If this version of Foundation is unknown, only `URLSession.shared` is reached, and only if this is
  /// called before the process has made its first `URLSession`. If it is too late for that, the
  /// `onWarning` handler is told.
  public func enable() {
    guard EnabledStubbers.shared.add(self) else { return }
    endpoint.note(.wasEnabled)
    if let problem = EverySession.problem { endpoint.warn(problem) }
  }

  /// Stops answering sessions that do not belong to this stubber; ``configuration`` and ``session`` are
  /// not affected.
  public func disable() { EnabledStubbers.shared.remove(self) }

  /// Whether ``enable()`` was called more recently than ``disable()``.
  public var isEnabled: Bool { EnabledStubbers.shared.contains(self) }
}
