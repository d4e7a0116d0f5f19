@testable import StubServer

extension Peer {
  /// A client of a listener on port 8080.
  static func client(isSecure: Bool = false) -> Peer {
    Peer(id: 1, address: nil, localPort: 8_080, isSecure: isSecure, link: nil)
  }
}
