import Foundation
import TestSupport
import Testing

@testable import HTTPStubber

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Foundation of Linux refuses tasks for WebSockets before it asks any protocol, so the protocol is asked here.
@Suite struct WebSocketTests {
  let stubber = HTTPStubber()
  private var protocolClass: StubURLProtocol.Type { stubber.endpoint.slot.protocolClass }

  private func takes(_ text: String) throws -> Bool {
    protocolClass.canInit(with: URLRequest(url: try url(text)))
  }

  @Test("a WebSocket passes through where a request would, and the journal has it")
  func passed() throws {
    stubber.add(ignore: HTTPStubIgnoreRule { $0.at("/chat") })
    #expect(try !takes("ws://a.test/chat"))
    #expect(try takes("ws://a.test/other"))
    stubber.unhandledMode = .optin
    #expect(try !takes("ws://a.test/other"))
    let entries = stubber.journal.entries
    #expect(entries.map(\.request.target.path) == ["/chat", "/other"])
    #expect(entries.allSatisfy { $0.outcome == .passedThrough })
  }

  @Test("a WebSocket that was taken on fails with an explanation, which is also a warning")
  func explained() async throws {
    let warnings = Shared<[String]>([])
    stubber.onWarning { text in warnings.update { $0.append(text) } }
    stubber.add(stub: HTTPStubRequest().stub(.text("not this")))
    let address = try url("ws://a.test/chat")
    let error = await #expect(throws: URLError.self) {
      try await stubber.session.data(from: address)
    }
    let text = """
      the stubber cannot answer the WebSocket ws://a.test/chat, because URLProtocol cannot open one; add \
      an ignore rule to connect it to the real server, or replace the WebSocket in the test
      """
    #expect(error?.code == .unsupportedURL)
    #expect(error?.localizedDescription == text)
    #expect(warnings.value == [text])
  }
}
