import Foundation
import StubCore
import Testing

@testable import StubServer

@Suite struct TLSHandshakeTests {
  @Test("curl trusts a minted certificate by name and by address, over each version of TLS")
  func minted() async throws {
    try await withSecureListener { listener in
      let port = listener.port
      #expect(listener.url == "https://127.0.0.1:\(port)")
      let cases: [[String]] = [
        ["https://127.0.0.1:\(port)/x"], ["https://localhost:\(port)/x"],
        ["--tls-max", "1.2", "https://localhost:\(port)/x"],
        ["--tlsv1.3", "https://localhost:\(port)/x"],
        ["--resolve", "a.example:\(port):127.0.0.1", "https://A.example:\(port)/x"],
      ]
      for arguments in cases {
        guard
          let result = try await Tool.curl(arguments, trusting: TestAuthority.certificate)
        else { return }
        #expect(result.text == "GET /x ", "\(arguments): \(result.errors)")
      }
    }
  }
}
