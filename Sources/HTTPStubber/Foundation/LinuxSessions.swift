#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
import StubCore

/// Makes every session of the process ask the enabled stubbers, even sessions that already exist.
///
/// A session first asks its own protocol classes, and then registered ones. One of its own is
/// Foundation's HTTP protocol class ("the platform's class"), which takes all `http` and `https`
/// requests. So while a stubber is enabled, the platform's class is made to decline requests that
/// an enabled stubber answers, and ``EnabledStubbersURLProtocol``, a registered class, takes them.
enum SessionInterception {
  /// The method of the platform's class, if it can be exchanged; an environment variable can
  /// prevent this.
  private static let method: ExchangeableMethod? = {
    guard ProcessInfo.processInfo.environment["STUBBER_EVERY_SESSION"] != "0",
      let platform = PlatformHTTPProtocol.type
    else { return nil }
    let method = ExchangeableMethod(
      of: platform, root: URLProtocol.self, plain: PlainProtocol.self,
      overriding: DecliningProtocol.self)
    return method.flatMap { $0.testExchange(on: platform) ? $0 : nil }
  }()

  private static let isReady: Bool = {
    // The platform's own classes must be registered first, or a session would ask ours before them.
    // If the method cannot be exchanged, ours must come first, so no session is made here.
    if method != nil { _ = URLSession(configuration: .ephemeral) }
    return URLProtocol.registerClass(EnabledStubbersURLProtocol.self)
  }()

  /// Prepares for ``begin()``; takes a lock that is also held while protocol classes are asked.
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

  /// Whether the platform's class reads notes, which it does only while its method is exchanged.
  ///
  /// At other times, ``PassingProtocol`` leaves no note, because an unread note could be taken for
  /// one on a later, equal request.
  fileprivate static var takesNotes: Bool { exchanged.load() }

  /// The reason why an enabled stubber cannot answer every session; `nil` if it can.
  static var problem: String? {
    if method != nil || sharedSessionAsksFirst { return nil }
    return
      "enable() is too late: URLSession.shared exists; call it before the first URLSession of the "
      + "process, or use the stubber's session or configuration"
  }

  /// Whether the shared session asks ``EnabledStubbersURLProtocol`` first, which is decided when
  /// the session is created.
  private static var sharedSessionAsksFirst: Bool {
    let classes = URLSession.shared.configuration.protocolClasses ?? []
    let own: AnyClass = EnabledStubbersURLProtocol.self
    return classes.first { $0 == own || $0 == PlatformHTTPProtocol.type } == own
  }

  /// Returns whether ``EnabledStubbersURLProtocol`` takes a request.
  static func asks(for request: URLRequest) -> Bool {
    if method != nil { return ProtocolHandoff.current.takeNote(on: request) == .declined }
    return !request.isMarkedAsReal && EnabledStubbers.shared.endpoint(admitting: request) != nil
  }

  /// Whether a request is loaded from the network if ``EnabledStubbersURLProtocol`` declines it.
  static var isLastAsked: Bool { method == nil }

  /// Returns the protocol classes of a stubber's session that come after the stubber's own class.
  ///
  /// A marker class comes before the platform's class. It notes that the stubber lets the request
  /// pass.
  static func passing(to classes: [AnyClass]) -> [AnyClass] {
    classes.flatMap { entry in
      entry == PlatformHTTPProtocol.type ? [PassingProtocol.self, entry] : [entry]
    }
  }

  /// The protocol classes in all configurations of the process.
  static let classes: [AnyClass] = []
}

/// The platform's own class for `http` and `https`.
enum PlatformHTTPProtocol {
  static let type: URLProtocol.Type? = {
    let classes = (URLSessionConfiguration.default.protocolClasses ?? []).lazy
    return classes.compactMap { $0 as? URLProtocol.Type }.first { "\($0)" == "_HTTPURLProtocol" }
  }()

  /// Returns the result that the platform's method has when it is not exchanged.
  static func accepts(_ request: URLRequest) -> Bool {
    ["http", "https"].contains(request.url?.scheme)
  }
}

/// A marker class, which notes that the class after it, the platform's, must take the request.
final class PassingProtocol: StubURLProtocol {
  override class func canInit(with request: URLRequest) -> Bool {
    if SessionInterception.takesNotes { ProtocolHandoff.current.note = (request, .passed) }
    return false
  }
}

/// A protocol class without the method, for comparison with one that has it.
private final class PlainProtocol: URLProtocol {}

/// A protocol class with the method that takes the place of the platform's method.
///
/// The method is called on the platform's class, so it must not use `self`.
private final class DecliningProtocol: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool {
    let asking = ProtocolHandoff.current
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

/// A note from one protocol class to the next.
///
/// The loading system asks all classes about a request on one thread, one after another.
private final class ProtocolHandoff {
  enum Note {
    /// The session belongs to a stubber, and the stubber lets the request pass.
    case passed
    /// The platform's class has declined, because an enabled stubber answers.
    case declined
    /// The exchanged method is being tested.
    case isTest
  }

  var note: (request: URLRequest, note: Note)?

  /// The instance for the current thread.
  static var current: ProtocolHandoff {
    let values = Thread.current.threadDictionary
    if let asking = values["HTTPStubber.ProtocolHandoff"] as? ProtocolHandoff { return asking }
    let asking = ProtocolHandoff()
    values["HTTPStubber.ProtocolHandoff"] = asking
    return asking
  }

  /// Removes the note, and returns it if it is about `request`; a note is valid only for the next
  /// class.
  func takeNote(on request: URLRequest) -> Note? {
    defer { note = nil }
    return note.flatMap { $0.request == request ? $0.note : nil }
  }
}

extension ExchangeableMethod {
  /// Exchanges the method for a moment.
  ///
  /// - Returns: whether this works, and changes nothing else.
  fileprivate func testExchange(on platform: URLProtocol.Type) -> Bool {
    let requests = ["http://a", "https://a", "HTTP://a", "ftp://a", "ws://a", "data:,a", "/a"]
      .compactMap { URL(string: $0).map { URLRequest(url: $0) } }
    func isAsBefore() -> Bool {
      requests.allSatisfy { platform.canInit(with: $0) == PlatformHTTPProtocol.accepts($0) }
    }
    guard isAsBefore(), exchange() else { return false }
    let declines = requests.allSatisfy { request in
      ProtocolHandoff.current.note = (request, .isTest)
      return !platform.canInit(with: request)
    }
    let isOtherwiseAsBefore = isAsBefore()
    restore()
    return declines && isOtherwiseAsBefore && isAsBefore()
  }
}
#endif
