import ExampleSupport
import Foundation
import HTTPStubber
import StubFiles
import StubServer
import TestSupport
import Testing

@Suite("Serving stubs") struct ServingExamples {
  @Test("One set of stubs answers on a port and in-process")
  func listener() async throws {
    // example: listener
    let stubs = StubSet()
    stubs.add(stub: HTTPStubRequest().match(path: "/greeting").stub(for: .get, .text("hello")))

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

  @Test("An address is served over TLS with issued certificates")
  func secureListener() throws {
    let place = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: place) }
    let folder = place.path
    let stubs = StubSet()
    // example: secure listener
    var tls = TLSConfiguration()
    tls.authorityDirectory = folder  // default: your data folder
    tls.faultsByServerName["old.example"] = .expiredCertificate

    let listener = try Listener(
      stubs: stubs,
      addresses: [
        .tcp(host: "127.0.0.1", port: 0),
        .tls(host: "127.0.0.1", port: 0, configuration: tls),
      ])
    try listener.start()
    defer { listener.stop() }
    print(listener.addresses.map(\.url), listener.certificateToTrust ?? "")
    // end of example
    #expect(listener.addresses.map { $0.url.prefix { $0 != ":" } } == ["http", "https"])
    let certificate = try #require(listener.certificateToTrust)
    #expect(certificate.hasPrefix(folder))
    #expect(FileManager.default.fileExists(atPath: certificate))
  }

  @Test("A listener is a proxy for any host")
  func proxy() async throws {
    // example: proxy
    let stubs = StubSet()
    stubs.add(
      stub: HTTPStubRequest().match(URL: "http://api.example.com/user")
        .stub(for: .get, .json(["name": "Ada"])))

    var configuration = ListenerConfiguration()
    configuration.proxy = ProxyConfiguration()
    let listener = try Listener(stubs: stubs, port: 0, configuration: configuration)
    try listener.start()
    defer { listener.stop() }
    // end of example
    let response = try await WireClient.exchange(
      "GET http://api.example.com/user", host: "api.example.com", to: listener.port)
    #expect(response.status == 200)
    #expect(response.text == #"{"name":"Ada"}"#)
  }

  @Test("The network in front of a listener can change while it serves")
  func conditions() async throws {
    let stubs = StubSet(HTTPStubRequest().stub(for: .get, .text("back")))
    let listener = try Listener(stubs: stubs, port: 0)
    try listener.start()
    defer { listener.stop() }
    // example: conditions
    listener.network = .edge  // in addition to the network of the stubs
    listener.connectionNetwork = .threeG  // for each new connection separately
    listener.connectionFault = .refuse  // the port is kept
    listener.connectionFault = nil
    listener.faults.connection = ConnectionFaultRule(.reset, first: 3)
    // end of example
    #expect(listener.network == .edge)
    #expect(listener.connectionFault == .reset)
    listener.faults = .none
    #expect(listener.connectionNetwork == .threeG)
    listener.connectionNetwork = nil
    listener.network = nil
    let world = HTTPStubber()
    world.add(ignore: HTTPStubIgnoreRule { $0.match(host: "127.0.0.1") })
    #expect(try await world.session.text(from: listener.url) == "back")
  }
}
