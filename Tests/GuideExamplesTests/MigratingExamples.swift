import ExampleSupport
import Foundation
import HTTPStubber
import TestSupport
import Testing

@Suite("Migrating") struct MigratingExamples {
  @Test("Two blocks become a stub")
  func ohhttpstubs() async throws {
    let stubber = HTTPStubber()
    // example: ohhttpstubs
    let stub = stubber.add(
      stub: HTTPStubRequest()
        .match(host: "mywebservice.com")
        .stub(.json(["user": "Ada"]).delayed(by: 1).spread(over: 3)))
    stubber.remove(stub: stub)
    // end of example
    #expect(stubber.stubs.isEmpty)
    stubber.add(stub: HTTPStubRequest().stub(.text("any")))
    #expect(try await stubber.session.text(from: "http://mywebservice.com/") == "any")
  }

  @Test("A block that looks at the request becomes a closure")
  func closure() async throws {
    let stubber = HTTPStubber()
    // example: ohhttpstubs closure
    let stub = HTTPStubRequest()
      .match(host: "mywebservice.com")
      .match(not: .method(.delete))
      .stub { request, stub in .json(["path": .string(request.target.path)]) }
    // end of example
    stubber.add(stub: stub)
    #expect(
      try await stubber.session.text(from: "http://mywebservice.com/a") == #"{"path":"/a"}"#)
  }

  @Test("A fixture lies beside the source file")
  func fixture() async throws {
    let path = "MigratingExamples.swift"
    // example: ohhttpstubs fixture
    let stub = HTTPStubRequest().stub(.body(try .fixture(path)))
    // end of example
    #expect(try await StubSet(stub).plan(.get, "/").text.hasPrefix("import ExampleSupport"))
  }
}
