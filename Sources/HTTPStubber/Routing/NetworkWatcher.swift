import StubCore

#if canImport(FoundationNetworking)
package import Foundation
import FoundationNetworking
#else
package import Foundation
#endif

/// Notes the first request that goes to the network from a session without a stubber.
///
/// It notes nothing while there is another watcher, because the loading system does not say which
/// test a request belongs to.
//
// On Linux only the exchanged method of ``EverySession`` sees such requests. A stubber's own
// protocol classes are in its own sessions. Registered classes are asked after the platform's
// class, or not at all by older sessions. `enable()` exchanges the same method, with the same
// checks: if one fails, nothing is changed, and only requests that ask ``EveryProtocol`` first are
// seen. Starting stores one word, and a request takes two more locks. The loading system holds its
// own lock while it asks, so no object of the test is called or kept alive from there; the test
// reads the URL at its end.
package final class NetworkWatcher: Sendable {
  private let url = Lock<URL?>(nil)

  package init() {}

  package func begin() { EnabledStubbers.shared.add(self) }

  package func end() { EnabledStubbers.shared.remove(self) }

  /// The URL of the first request, ignoring servers on this machine, which tests start themselves.
  package var firstURL: URL? { url.withLock { $0 } }

  func note(_ request: URLRequest) {
    guard let url = request.url, let host = url.host?.lowercased(),
      ["http", "https"].contains(url.scheme?.lowercased()), !Self.isThisMachine(host)
    else { return }
    self.url.withLock { $0 = $0 ?? url }
  }

  /// Returns whether the host, in lower case, is this machine by one of the names that tests use.
  private static func isThisMachine(_ host: String) -> Bool {
    ["localhost", "::1", "0.0.0.0", "::"].contains(host) || host.hasPrefix("127.")
  }
}
