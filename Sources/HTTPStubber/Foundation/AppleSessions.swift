#if !canImport(FoundationNetworking)
import Foundation

/// Makes every session with a configuration of this process ask the enabled stubbers.
///
/// The getters `default` and `ephemeral` are exchanged for getters that add
/// ``EnabledStubbersURLProtocol`` to the configuration. This class declines all requests while no
/// stubber is enabled.
enum SessionInterception {
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
    return URLProtocol.registerClass(EnabledStubbersURLProtocol.self)
  }()

  static func prepare() { _ = isReady }

  static func begin() {}

  static func end() {}

  /// The reason why an enabled stubber cannot answer every session; `nil` if it can.
  static var problem: String? {
    isReady
      ? nil
      : "enable() does not reach every session, because this version of Foundation is unknown; use the "
        + "stubber's session or configuration"
  }

  /// Returns whether ``EnabledStubbersURLProtocol`` takes a request.
  static func asks(for request: URLRequest) -> Bool {
    !request.isMarkedAsReal && EnabledStubbers.shared.endpoint(admitting: request) != nil
  }

  /// Whether a request is loaded from the network if ``EnabledStubbersURLProtocol`` declines it.
  static let isLastAsked = true

  /// Returns the protocol classes of a stubber's session that come after the stubber's own class.
  static func passing(to classes: [AnyClass]) -> [AnyClass] { classes }

  /// The protocol classes in all configurations of the process.
  static var classes: [AnyClass] { isReady ? [EnabledStubbersURLProtocol.self] : [] }
}

extension URLSessionConfiguration {
  /// The replacement for `default`; after the exchange, this name refers to the original getter.
  @objc dynamic fileprivate class var stubberDefault: URLSessionConfiguration {
    stubberDefault.reachingStubbers
  }

  /// The replacement for `ephemeral`; after the exchange, this name refers to the original getter.
  @objc dynamic fileprivate class var stubberEphemeral: URLSessionConfiguration {
    stubberEphemeral.reachingStubbers
  }

  private var reachingStubbers: URLSessionConfiguration {
    protocolClasses = [EnabledStubbersURLProtocol.self] + (protocolClasses ?? [])
    return self
  }
}
#endif
