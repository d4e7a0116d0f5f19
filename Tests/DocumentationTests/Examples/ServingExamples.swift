import HTTPStubber
import StubFiles
import StubServer
import Testing

@Suite("Serving stubs") struct ServingExamples {
  @Test("One set of stubs answers on a port and in-process")
  func listener() async throws {
    // example: listener
    let stubs = StubSet()
    stubs.add(stub: HTTPStubRequest().match(path: "/greeting").stub(for: .get, body: "hello"))

    let listener = try Listener(stubs: stubs, port: 0)  // 0 takes a free port
    try listener.start()
    defer { listener.stop() }
    print("listening on \(listener.url)")
    // end of example
    let world = HTTPStubber()
    world.add(ignore: HTTPStubIgnoreRule { $0.match(host: "127.0.0.1") })
    #expect(try await world.session.text(from: listener.url + "/greeting") == "hello")
    let inProcess = HTTPStubber(stubs: stubs)
    #expect(try await inProcess.session.text(from: "https://a.example/greeting") == "hello")
  }
}
