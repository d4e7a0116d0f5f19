import Foundation
import Testing

@testable import StubCore

@Suite("Titles of responses in lists of stubs")
struct ResponderTitleTests {
  /// A user's responder with a title.
  private struct Weather: HTTPStubResponder {
    var title: String { "the weather of a city" }

    func respond(to request: ReceivedRequest, in context: ResponderContext) -> Answer {
      .ready(.text("rain", status: .ok))
    }
  }

  /// A user's responder without a title.
  private struct Untitled: HTTPStubResponder {
    func respond(to request: ReceivedRequest, in context: ResponderContext) -> Answer {
      .ready(.text("rain", status: .ok))
    }
  }

  private static let titled: [(responder: any HTTPStubResponder, title: String)] = [
    (Weather(), "the weather of a city"),
    ((Weather() as any HTTPStubResponder).after(1), "the weather of a city"),
    (Untitled(), "made by code"),
    (
      ForwardingResponder(Forwarding(to: "https://a.example")), "forwarded to https://a.example"
    ),
    (FailingResponder(error: ResponderError("no such file")), "an error"),
  ]

  @Test("A list of stubs shows the title of a responder, also below a delay", arguments: titled)
  func titles(responder: any HTTPStubResponder, title: String) {
    let stub = StubSet().add(stub: HTTPStubRequest().respond(for: .get, with: responder))
    #expect(stub.answerTitles.map(\.title) == [title])
  }
}
