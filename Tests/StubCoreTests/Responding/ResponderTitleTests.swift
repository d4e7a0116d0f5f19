import Foundation
import Testing

@testable import StubCore

@Suite("Titles of responses in lists of stubs")
struct ResponderTitleTests {
  /// A responder of a user, with or without a title.
  private struct Weather: HTTPStubResponder {
    var title: String { "the weather of a city" }

    func respond(to request: ReceivedRequest, in context: ResponderContext) -> Answer {
      .ready(.text("rain"))
    }
  }

  private struct Untitled: HTTPStubResponder {
    func respond(to request: ReceivedRequest, in context: ResponderContext) -> Answer {
      .ready(.text("rain"))
    }
  }

  @Test(
    "A responder that has a title is listed with it, also below a delay or a fault",
    arguments: [
      (HTTPStubRequest().respond(for: .get, with: Weather()), "the weather of a city"),
      (
        HTTPStubRequest().respond(for: .get, with: DelayedTitle.delayed(Weather())),
        "the weather of a city"
      ),
      (HTTPStubRequest().respond(for: .get, with: Untitled()), "made by code"),
      (HTTPStubRequest().stub(for: .get, text: "rain"), "200 text"),
      (HTTPStubRequest().stub(for: .get, statusCode: .noContent), "204"),
      (
        HTTPStubRequest().respond(
          for: .get, with: ForwardingResponder(Forwarding(to: "https://a.example"))),
        "forwarded to https://a.example"
      ),
      (
        HTTPStubRequest().respond(
          for: .get, with: FailingResponder(error: ResponderError("no such file"))), "an error"
      ),
    ])
  func titles(request: HTTPStubRequest, title: String) {
    let stub = StubSet().add(stub: request)
    #expect(stub.answerTitles.map(\.title) == [title])
  }

  /// Delays are added by an internal function.
  private enum DelayedTitle {
    static func delayed(_ base: some HTTPStubResponder) -> any HTTPStubResponder {
      (base as any HTTPStubResponder).after(.fixed(.seconds(1)))
    }
  }
}
