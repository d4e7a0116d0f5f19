#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
import StubCore

/// Reaches every session of the process, also those that exist already.
///
/// Sessions ask their own protocol classes first, of which the platform's takes all of `http` and
/// `https`, and then the registered ones. So while a stubber is enabled, the platform's class declines
/// what an enabled stubber answers, and ``EveryProtocol``, which is registered, takes it.
enum EverySession {
  /// The platform's method, if it can be exchanged; the environment can keep it from being touched.
  private static let method: ExchangeableMethod? = {
    guard ProcessInfo.processInfo.environment["STUBBER_EVERY_SESSION"] != "0",
      let platform = PlatformHTTPProtocol.type
    else { return nil }
    let method = ExchangeableMethod(
      of: platform, root: URLProtocol.self, plain: PlainProtocol.self,
      overriding: DecliningProtocol.self)
    return method.flatMap { $0.isTried(on: platform) ? $0 : nil }
  }()

  private static let isReady: Bool = {
    // The platform's own classes have to be registered first, or a session would ask ours before it asks
    // them. Where nothing can be exchanged, that is the only way, and the first session must come later.
    if method != nil { _ = URLSession(configuration: .ephemeral) }
    return URLProtocol.registerClass(EveryProtocol.self)
  }()

  /// Makes ready for ``begin()``; takes a lock that is also held while protocol classes are asked.
  static func prepare() { _ = isReady }

  static func begin() {
    guard let method else { return }
    exchanged.store(true)
    method.exchange()
  }

  static func end() {
    method?.restore()
    exchanged.store(false)
  }

  private static let exchanged = AtomicBool(false)

  /// Whether the platform's class takes notes, which would otherwise be left for a later request.
  fileprivate static var takesNotes: Bool { exchanged.load() }

  /// What keeps an enabled stubber from reaching every session.
  static var problem: String? {
    if method != nil || sharedSessionAsksFirst { return nil }
    return
      "enable() is too late: URLSession.shared exists; call it before the first URLSession of the "
      + "process, or use the stubber's session or configuration"
  }

  /// The shared session keeps the list of classes as it was when the session was made.
  private static var sharedSessionAsksFirst: Bool {
    let classes = URLSession.shared.configuration.protocolClasses ?? []
    let own: AnyClass = EveryProtocol.self
    return classes.first { $0 == own || $0 == PlatformHTTPProtocol.type } == own
  }

  /// Whether ``EveryProtocol`` takes a request.
  static func asks(for request: URLRequest) -> Bool {
    if method != nil { return Asking.current.takeNote(on: request) == .declined }
    return !request.isMarkedAsReal && EnabledStubbers.shared.endpoint(admitting: request) != nil
  }

  /// Whether a request that ``EveryProtocol`` leaves alone is loaded from the network.
  static var isLastAsked: Bool { method == nil }

  /// The classes of a session that belongs to a stubber, after the stubber's own.
  ///
  /// A marker before the platform's class says that the stubber has let the request pass.
  static func passing(to classes: [AnyClass]) -> [AnyClass] {
    classes.flatMap { entry in
      entry == PlatformHTTPProtocol.type ? [PassingProtocol.self, entry] : [entry]
    }
  }

  /// The classes that all configurations of the process have.
  static let classes: [AnyClass] = []
}

/// The platform's own class for `http` and `https`.
enum PlatformHTTPProtocol {
  static let type: URLProtocol.Type? = {
    let classes = (URLSessionConfiguration.default.protocolClasses ?? []).lazy
    return classes.compactMap { $0 as? URLProtocol.Type }.first { "\($0)" == "_HTTPURLProtocol" }
  }()

  /// What its method says while it is not exchanged.
  static func accepts(_ request: URLRequest) -> Bool {
    ["http", "https"].contains(request.url?.scheme)
  }
}

/// Says that the next class, which is the platform's, is to take the request.
final class PassingProtocol: StubURLProtocol {
  override class func canInit(with request: URLRequest) -> Bool {
    if EverySession.takesNotes { Asking.current.note = (request, .passed) }
    return false
  }
}

/// A protocol without a method of its own, to compare the other with.
private final class PlainProtocol: URLProtocol {}

/// Has the method that takes the place of the platform's.
///
/// It is called as a method of the platform's class, so it must not use `self`.
private final class DecliningProtocol: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool {
    let asking = Asking.current
    switch asking.takeNote(on: request) {
    case .passed: return PlatformHTTPProtocol.accepts(request)
    case .isTest: return false
    case .declined, nil: break
    }
    if request.isMarkedAsReal { return PlatformHTTPProtocol.accepts(request) }
    guard EnabledStubbers.shared.endpoint(admitting: request) != nil else {
      EnabledStubbers.shared.notePassed(request)
      return PlatformHTTPProtocol.accepts(request)
    }
    asking.note = (request, .declined)
    return false
  }
}

/// What one protocol class says to the next.
///
/// The loading system asks all classes about a request on one thread, one after the other.
private final class Asking {
  enum Note {
    /// The session belongs to a stubber, which lets the request pass.
    case passed
    /// The platform's class has declined, so that an enabled stubber answers.
    case declined
    /// The exchanged method is tried out.
    case isTest
  }

  var note: (request: URLRequest, note: Note)?

  /// That of the calling thread.
  static var current: Asking {
    let values = Thread.current.threadDictionary
    if let asking = values["HTTPStubber.Asking"] as? Asking { return asking }
    let asking = Asking()
    values["HTTPStubber.Asking"] = asking
    return asking
  }

  /// The note, if it is on this request; it holds for one question.
  func takeNote(on request: URLRequest) -> Note? {
    defer { note = nil }
    return note.flatMap { $0.request == request ? $0.note : nil }
  }
}

extension ExchangeableMethod {
  /// Exchanges the method for a moment, to see that it does what it should, and nothing else changes.
  fileprivate func isTried(on platform: URLProtocol.Type) -> Bool {
    let requests = ["http://a", "https://a", "HTTP://a", "ftp://a", "ws://a", "data:,a", "/a"]
      .compactMap { URL(string: $0).map { URLRequest(url: $0) } }
    func isAsBefore() -> Bool {
      requests.allSatisfy { platform.canInit(with: $0) == PlatformHTTPProtocol.accepts($0) }
    }
    guard isAsBefore(), exchange() else { return false }
    let declines = requests.allSatisfy { request in
      Asking.current.note = (request, .isTest)
      return !platform.canInit(with: request)
    }
    let isOtherwiseAsBefore = isAsBefore()
    restore()
    return declines && isOtherwiseAsBefore && isAsBefore()
  }
}
#endif
