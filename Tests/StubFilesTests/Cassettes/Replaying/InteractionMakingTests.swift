import CoreTestSupport
import Foundation
import StubCore
import StubFiles
import Testing

@Suite("Interactions made in code") struct InteractionMakingTests {
  private let url = "https://api.test/me"

  private func plan(_ interaction: Interaction) throws -> ResponsePlan {
    try #require(StubSet(Cassette(interactions: [interaction])).plan(for: .get(url)))
  }

  @Test("A body brings its media type; a length is filled in")
  func bodies() throws {
    let bodies: [(RecordedBody, String?, String)] = [
      (.json(["a": 1]), "application/json", #"{"a":1}"#),
      (try .json(encoding: ["a": 1]), "application/json", #"{"a":1}"#),
      (.text("hé"), "text/plain; charset=utf-8", "hé"), (.data(Data("x".utf8)), nil, "x"),
      (try .base64("aGVs\nbG8="), nil, "hello"),
      (try .base64("aGk=", contentType: "image/png"), "image/png", "hi"), (.empty, nil, ""),
    ]
    for (body, type, text) in bodies {
      let plan = try plan(Interaction(.get, url, respond: body))
      #expect(plan.head?.status == .ok)
      #expect(plan.head?.headers[.contentType] == type)
      #expect(plan.head?.headers[.contentLength] == "\(text.utf8.count)")
      #expect(plan.body == .data(Data(text.utf8)))
    }
  }

  @Test("Status and headers are as given; a given media type wins")
  func statusAndHeaders() throws {
    let plan = try plan(
      Interaction(
        .get, url, respond: .json(["gone": true]), status: .gone,
        headers: ["X-A": "1", "Content-Type": "application/problem+json"]))
    #expect(plan.head?.status == .gone)
    #expect(plan.head?.headers["X-A"] == "1")
    #expect(plan.head?.headers.values(of: .contentType) == ["application/problem+json"])
  }

  @Test("A bad status needs no body")
  func badStatus() throws {
    let plan = try plan(Interaction(.get, url, status: .internalServerError))
    #expect(plan.head?.status == .internalServerError)
    #expect(plan.body == .empty)
  }

  @Test("Text that is not base64 is refused", arguments: ["a", "aGk", "§§§§"])
  func badBase64(text: String) {
    #expect {
      try RecordedBody.base64(text)
    } throws: { error in
      "\(error)" == "\"\(text)\" is not base64; use text(_:) for text, or check the padding"
    }
  }

  @Test("An error ends the request, or the response that had begun")
  func errors() throws {
    #expect(try plan(Interaction(.get, url, error: .timedOut)) == .failing(.network(.timedOut)))
    let foreign = DomainError(domain: "NSPOSIXErrorDomain", code: 61, message: "refused")
    #expect(try plan(Interaction(.get, url, error: foreign)) == .failing(.error(foreign)))
    let partial = RecordedResponse(.ok, headers: ["Content-Length": "9"], body: Data("abc".utf8))
    let cut = try plan(Interaction(.get, url, error: .networkConnectionLost, after: partial))
    #expect(cut.head?.headers[.contentLength] == "9")
    #expect(cut.body == .data(Data("abc".utf8)))
    #expect(cut.failure == .network(.networkConnectionLost))
  }

  @Test("The full length of a cut response is announced, whatever the recording says")
  func cutFraming() throws {
    for headers: HTTPHeaders in [[:], ["Content-Length": "3"]] {
      let partial = RecordedResponse(.ok, headers: headers, body: Data("abc".utf8))
      let cut = try plan(Interaction(.get, url, error: .networkConnectionLost, after: partial))
      #expect(cut.head?.headers[.contentLength] == nil)
      #expect(cut.head?.headers[.transferEncoding] == "chunked")
    }
  }

  @Test("An interaction knows where it was written")
  func origin() throws {
    let line = #line + 1
    let interaction = Interaction(.get, url)
    #expect(interaction.origin == HTTPStub.Origin(file: #fileID, line: line))
    let request = RecordedRequest(.post, url, body: Data("x".utf8))
    let other = Interaction(request, respond: .text("y"))
    #expect(other.request == request)
    #expect(other.origin == HTTPStub.Origin(file: #fileID, line: line + 3))
  }
}
