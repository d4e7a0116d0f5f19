#if !canImport(FoundationNetworking)
import Foundation

/// Reaches every session that is made from a configuration of the process.
///
/// `default` and `ephemeral` are exchanged for getters that add ``EveryProtocol`` to what they return. It
/// declines everything while no stubber is enabled.
enum EverySession {
  private static let isReady: Bool = {
    for (original, own) in [
      (
        #selector(getter: URLSessionConfiguration.default),
        #selector(getter: URLSessionConfiguration.stubberDefault)
      ),
      (
        #selector(getter: URLSessionConfiguration.ephemeral),
        #selector(getter: URLSessionConfiguration.stubberEphemeral)
      ),
    ] {
      guard let original = class_getClassMethod(URLSessionConfiguration.self, original),
        let own = class_getClassMethod(URLSessionConfiguration.self, own)
      else { return false }
      method_exchangeImplementations(original, own)
    }
    // The shared session asks the registered classes.
    return URLProtocol.registerClass(EveryProtocol.self)
  }()

  static func prepare() { _ = isReady }

  static func begin() {}

  static func end() {}

  /// What keeps an enabled stubber from reaching every session.
  static var problem: String? {
    isReady
      ? nil
      : "enable() does not reach every session, because this version of Foundation is unknown; use the "
        + "stubber's session or configuration"
  }

  /// Whether ``EveryProtocol`` takes a request.
  static func asks(for request: URLRequest) -> Bool {
    !request.isMarkedAsReal && EnabledStubbers.shared.endpoint(admitting: request) != nil
  }

  /// Whether a request that ``EveryProtocol`` leaves alone is loaded from the network.
  static let isLastAsked = true

  /// The classes of a session that belongs to a stubber, after the stubber's own.
  static func passing(to classes: [AnyClass]) -> [AnyClass] { classes }

  /// The classes that all configurations of the process have.
  static var classes: [AnyClass] { isReady ? [EveryProtocol.self] : [] }
}

extension URLSessionConfiguration {
  /// Takes the place of `default`; by then this name has the original getter.
  @objc dynamic fileprivate class var stubberDefault: URLSessionConfiguration {
    stubberDefault.reachingStubbers
  }

  /// Takes the place of `ephemeral`; by then this name has the original getter.
  @objc dynamic fileprivate class var stubberEphemeral: URLSessionConfiguration {
    stubberEphemeral.reachingStubbers
  }

  private var reachingStubbers: URLSessionConfiguration {
    protocolClasses = [EveryProtocol.self] + (protocolClasses ?? [])
    return self
  }
}
#endif
