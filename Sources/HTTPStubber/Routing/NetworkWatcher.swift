import StubCore

#if canImport(FoundationNetworking)
package import Foundation
import FoundationNetworking
#else
package import Foundation
#endif

/// Notes the first request that a session without a stubber sends to the network.
///
/// A watcher notes nothing while there is another one, because the loading system does not say
/// which test has sent a request.
//
// On Linux, only the exchanged method of ``SessionInterception`` sees such requests. A stubber's
// protocol classes are asked only in the stubber's own sessions. Registered classes are asked after
// the platform's class, or in older sessions not at all. `enable()` exchanges the same method, with
// the same checks; if a check fails, nothing is changed, and only requests that ask
// ``EnabledStubbersURLProtocol`` first are seen. Starting a watcher stores one word, and each
// request takes two more locks. The loading system holds a lock of its own while it asks, so no
// object of the test is called or kept from there; the test reads the URL at its end.
package final class NetworkWatcher: Sendable {
  private let url = Lock<URL?>(nil)

  package init() {}

  package func begin() { EnabledStubbers.shared.add(self) }

  package func end() { EnabledStubbers.shared.remove(self) }

  /// The URL of the first request; requests to this machine are ignored, because tests start
  /// servers on it.
  package var firstURL: URL? { url.withLock { $0 } }

  func note(_ request: URLRequest) {
    guard let url = request.url, let host = url.host?.lowercased(),
      ["http", "https"].contains(url.scheme?.lowercased()), !Self.isThisMachine(host)
    else { return }
    self.url.withLock { $0 = $0 ?? url }
  }

  /// Returns whether the host, in lower case, is a usual name of this machine.
  private static func isThisMachine(_ host: String) -> Bool {
    ["localhost", "::1", "0.0.0.0", "::"].contains(host) || host.hasPrefix("127.")
  }
}
