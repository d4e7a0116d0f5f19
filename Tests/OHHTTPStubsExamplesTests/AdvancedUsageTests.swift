import ExampleSupport
import Foundation
import HTTPStubber
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The equivalents of "Advanced Usage" in the guide of OHHTTPStubs.
@Suite("Advanced usage of OHHTTPStubs") struct AdvancedUsageTests {
  @Test("A fixture is found beside the source file or in a bundle")
  func fixturePaths() async throws {
    let path = try fixturePath("Fixtures/wsresponse.json")
    #expect(path.hasSuffix("OHHTTPStubsExamplesTests/Fixtures/wsresponse.json"))
    let stubber = HTTPStubber()
    stubber.add(
      stub: HTTPStubRequest().stub(
        .body(
          try HTTPStubBody.resource(
            "wsresponse.json", in: .module, subdirectory: "Fixtures"))))

    let (text, response) = try await stubber.session.answer(from: "http://mywebservice.com/")
    #expect(text == "{\"status\": \"fine\"}\n")
    #expect(response.value(forHTTPHeaderField: "Content-Type") == "application/json")
  }

  @Test("A fixture that is missing is an error that names the place where it was looked for")
  func missingFixture() throws {
    let error = try #require(throws: (any Error).self) { try fixturePath("none.json") }
    #expect("\(error)".contains("OHHTTPStubsExamplesTests/none.json"))
  }

  @Test(
    "Each download speed takes a body's size in KB over its number of seconds",
    arguments: [
      (HTTPConnectionSpeed.speedGPRS, 7), (.speedEdge, 16), (.speed3G, 400), (.speed3GPlus, 900),
      (.speedWiFi, 1_500), (HTTPConnectionSpeed(bytesPerSecond: 20_000), 20),
    ])
  func downloadSpeeds(speed: HTTPConnectionSpeed, kilobytesPerSecond: Int) async throws {
    let stubs = StubSet()
    stubs.add(
      stub: HTTPStubRequest().stub { response in
        response.statusCode = .badRequest
        response.body = Data(count: kilobytesPerSecond * 2_000)
        response.responseTime = .withSpeed(speed)
      })

    let plan = try await stubs.plan(.get, "http://mywebservice.com/")
    #expect(plan.beforeHead == .zero)
    let end = plan.duration
    #expect(abs((end - .seconds(2)) / .milliseconds(1)) < 0.001)
  }

  @Test("The stub that was added last is asked first; each can be removed, the last one, or all")
  func stacking() async throws {
    let stubber = HTTPStubber()
    let first = stubber.add(stub: HTTPStubRequest().stub(.text("first")))
    stubber.add(stub: HTTPStubRequest().stub(.text("second")))
    stubber.add(
      stub: HTTPStubRequest().match(host: "other.example").stub(.text("for another host")))
    let third = stubber.add(stub: HTTPStubRequest().stub(.text("third")))
    func answer() async throws -> String {
      try await stubber.session.answer(from: "http://mywebservice.com/").text
    }

    #expect(try await answer() == "third")
    #expect(stubber.removeLastStub()?.id == third.id)
    #expect(try await answer() == "second")
    #expect(stubber.remove(stub: first))
    #expect(!stubber.remove(stub: first))
    #expect(try await answer() == "second")
    stubber.removeAllStubs()
    #expect(stubber.stubs.isEmpty)
    await #expect(throws: (any Error).self) { try await answer() }
  }

  @Test("Stubs have names, can be listed, and their activation calls the closure once")
  func namesAndActivation() async throws {
    let stubber = HTTPStubber()
    stubber.add(
      stub: HTTPStubRequest().named("Stub for images").match(pathExtension: "png").stub(
        .status(.ok)))
    let text = HTTPStubRequest().match(pathExtension: "txt").stub(.text("a text"))
    text.name = "Stub for text files"
    stubber.add(stub: text)
    let log = Shared<[String]>([])
    stubber.onStubActivation { request, stub in
      log.update { $0.append("\(request.target.absoluteString) stubbed by \(stub.name ?? "-")") }
    }

    #expect(stubber.stubs.map(\.name) == ["Stub for text files", "Stub for images"])
    _ = try await stubber.session.answer(from: "http://mywebservice.com/a.txt")
    #expect(log.value == ["http://mywebservice.com/a.txt stubbed by Stub for text files"])
  }

  @Test("A session is answered when its configuration was given to the stubber before, else not")
  func sessions() async throws {
    let world = try RealWorld()
    defer { world.stop() }
    let stubber = HTTPStubber()
    stubber.add(stub: HTTPStubRequest().stub(.text("stubbed")))
    let enabled = URLSessionConfiguration.default
    stubber.configure(enabled)

    #expect(try await URLSession(configuration: enabled).answer(from: world.url).text == "stubbed")
    #expect(
      try await URLSession(configuration: .default).answer(from: world.url).text == RealWorld.text)
    #expect(
      try await URLSession(configuration: .ephemeral).answer(from: world.url).text == RealWorld.text
    )
  }

  @Test("Answering URLSession.shared is switched on and off")
  func enabling() {
    // This one is registered for the whole process, so it must leave other tests' requests alone.
    let stubber = HTTPStubber()
    stubber.unhandledMode = .optin
    stubber.onWarning { _ in }

    #expect(!stubber.isEnabled)
    stubber.enable()
    #expect(stubber.isEnabled)
    stubber.disable()
    #expect(!stubber.isEnabled)
  }

  @Test("The body of an upload is seen, which OHHTTPStubs cannot")
  func uploads() async throws {
    let stubber = HTTPStubber()
    stubber.add(stub: HTTPStubRequest().match(body: "a file").stub(for: .put, .status(.created)))
    var request = URLRequest(url: try #require(URL(string: "http://mywebservice.com/file")))
    request.httpMethod = "PUT"

    let (_, response) = try await stubber.session.upload(for: request, from: Data("a file".utf8))
    #expect((response as? HTTPURLResponse)?.statusCode == 201)
  }
}
