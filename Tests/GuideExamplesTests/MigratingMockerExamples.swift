import Foundation
import HTTPStubber
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Migrating from Mocker") struct MigratingMockerExamples {
  struct Login: Decodable {
    let name: String
  }

  @Test("A mock becomes a stub")
  func mock() async throws {
    // example: mocker
    let stubber = HTTPStubber()
    let url = try #require(URL(string: "https://api.example.com/users/1"))
    stubber.add(
      stub: HTTPStubRequest()
        .match(URL: url)
        .stub(for: .get, .json(["name": "Ada"]))
        .stub(for: .head, .status(.ok)))

    let (data, _) = try await stubber.session.data(from: url)
    #expect(String(decoding: data, as: UTF8.self) == #"{"name":"Ada"}"#)
    // end of example
  }

  @Test("A request handler becomes a verification")
  func handler() async throws {
    let stubber = HTTPStubber()
    let session = stubber.session
    func signIn() async throws {
      _ = try await session.answer(
        "POST", "https://api.example.com/login", body: #"{"name": "Ada"}"#)
    }
    // example: mocker request handler
    let login = stubber.add(
      stub: HTTPStubRequest().match(path: "/login").stub(for: .post, .status(.ok)))
    try await signIn()

    try stubber.verify(stub: login, count: 1)
    let request = try #require(stubber.journal.requests(matching: .path("/login")).first)
    let body = try JSONDecoder().decode(Login.self, from: try #require(request.body))
    #expect(body.name == "Ada")
    // end of example
  }

  @Test("A redirect has a target, not a body")
  func redirect() async throws {
    let stubber = HTTPStubber()
    // example: mocker redirect
    stubber.add(
      stub: HTTPStubRequest()
        .match(URL: "https://we.example/short")
        .stub(.redirect(to: "https://www.example.com/long")))
    stubber.add(stub: HTTPStubRequest().match(path: "/long").stub(.text("the page")))
    // end of example
    #expect(try await stubber.session.text(from: "https://we.example/short") == "the page")
  }
}
