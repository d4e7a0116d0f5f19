import Foundation
import TestSupport
import Testing

@testable import stubber

@Suite("Servers on this machine")
struct RunningServerTests {
  private let folder: TemporaryFolder
  private var place: String { folder.file("run") }

  init() throws { folder = try TemporaryFolder() }

  private func server(_ port: Int, token: String? = nil) -> RunningServer {
    RunningServer(
      address: AdminAddress(url: "http://127.0.0.1:\(port)/__admin", token: token),
      paths: ["./Stubs"])
  }

  @Test("A server is found until its record is removed, with its token")
  func found() throws {
    #expect(RunningServer.all(in: [place]).isEmpty)
    let one = server(8_080, token: "secret")
    let record = try #require(one.record(in: [place]))
    #expect(RunningServer.all(in: [place]) == [one])
    record.remove()
    #expect(RunningServer.all(in: [place]).isEmpty)
  }

  @Test("Only its user may read what is known of a server")
  func modes() throws {
    let record = try #require(server(8_080).record(in: [place]))
    defer { record.remove() }
    let names = try FileManager.default.contentsOfDirectory(atPath: place)
    for path in [place, "\(place)/\(try #require(names.first))"] {
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(try #require(mode) & 0o077 == 0)
    }
  }

  @Test("What a server has left that was killed is passed over and removed")
  func stale() throws {
    let record = try #require(server(8_080).record(in: [place]))
    defer { record.remove() }
    let stale = try folder.write(
      #"{"url":"http://127.0.0.1:9/__admin","pid":1}"#, to: "run/1-1.json")
    #expect(RunningServer.all(in: [place]) == [server(8_080)])
    #expect(!FileManager.default.fileExists(atPath: stale))
  }

  @Test("A folder into which others can write is not used")
  func foreign() throws {
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: place)
    #expect(server(8_080).record(in: [place]) == nil)
    #expect(RunningServer.all(in: [place]).isEmpty)
  }

  @Test(
    "A server is found in whatever folder it had a place, and servers by the time of their start")
  func places() throws {
    let (missing, other) = (folder.file("none/run"), folder.file("other"))
    let one = try #require(server(8_080).record(in: [missing, place]))
    defer { one.remove() }
    let two = try #require(server(8_081).record(in: [other, place]))
    defer { two.remove() }
    #expect(RunningServer.all(in: [missing, place]) == [server(8_080)])
    #expect(Set(RunningServer.all(in: [other, place])) == [server(8_080), server(8_081)])
    #expect(server(8_082).record(in: [missing]) == nil)
    let (early, late) = ("\(other)/1-1.json", "\(place)/9999999999-1.json")
    for (file, port) in [(early, 1), (late, 2)] {
      try folder.write(
        #"{"url":"http://a.test:\#(port)"}"#, to: String(file.dropFirst(folder.path.count + 1)))
    }
    let locks = [early, late].map { (file: String) in open(file, O_RDONLY | O_CLOEXEC) }
    defer { for lock in locks { close(lock) } }
    for lock in locks { #expect(flock(lock, LOCK_EX | LOCK_NB) == 0) }
    let found = RunningServer.all(in: [place, other]).map(\.address.url)
    #expect(found.count == 4)
    #expect(found.first == "http://a.test:1")
    #expect(found.last == "http://a.test:2")
  }

  @Test(
    "The folders are that of the session, and one with the user's number",
    arguments: [
      (
        ["XDG_RUNTIME_DIR": "/run/user/1"],
        ["/run/user/1/stubber", "/tmp/stubber-\(getuid())"]
      ),
      (["TMPDIR": "/t"], ["/t/stubber-\(getuid())"]),
      (["XDG_RUNTIME_DIR": "relative"], ["/tmp/stubber-\(getuid())"]),
    ])
  func folders(environment: [String: String], paths: [String]) {
    #expect(RunningServer.folders(environment) == paths)
  }
}

@Suite("Choosing a server")
struct ServerChoiceTests {
  private static let running = [8_080, 8_081].map { port in
    RunningServer(
      address: AdminAddress(url: "http://127.0.0.1:\(port)/__admin", token: "t\(port)"),
      process: port + 1, paths: ["./Stubs", "more.yaml"])
  }

  @Test("The only server is meant, unless another is named")
  func only() throws {
    let running = Array(Self.running.prefix(1))
    #expect(try ServerChoice().address(among: running) == running[0].address)
    let other = AdminAddress(url: "http://a.test/__admin")
    #expect(try ServerChoice(given: other, token: "x").address(among: running).token == "x")
    #expect(try ServerChoice(given: other).address(among: running) == other)
  }

  @Test("The token of a server on this machine is known")
  func token() throws {
    let given = try AdminAddress(argument: "8081")
    #expect(try ServerChoice(given: given).address(among: Self.running).token == "t8081")
    #expect(try ServerChoice(given: given, token: "x").address(among: Self.running).token == "x")
  }

  @Test("Without a server, or with several, the message says what to do")
  func unclear() {
    let none = #expect(throws: ServerChoiceError.self) { try ServerChoice().address(among: []) }
    #expect(
      none?.description
        == "no stub server runs on this machine; start one with stubber serve, or use --url")
    let several = #expect(throws: ServerChoiceError.self) {
      try ServerChoice().address(among: Self.running)
    }
    #expect(
      several?.description == """
        2 stub servers run on this machine; choose one:
          --url http://127.0.0.1:8080/__admin  process 8081  ./Stubs more.yaml
          --url http://127.0.0.1:8081/__admin  process 8082  ./Stubs more.yaml
        """)
  }

  @Test(
    "An address is a URL with or without the path, a port or a socket",
    arguments: [
      ("http://127.0.0.1:8080", "http://127.0.0.1:8080/__admin", nil),
      ("http://127.0.0.1:8080/", "http://127.0.0.1:8080/__admin", nil),
      ("https://a.test/other/", "https://a.test/other", nil),
      ("8080", "http://127.0.0.1:8080/__admin", nil),
      ("unix:/run/a.sock", "http://localhost/__admin", "/run/a.sock"),
    ] as [(String, String, String?)])
  func addresses(text: String, url: String, socket: String?) throws {
    let address = try AdminAddress(argument: text)
    #expect(address.url == url)
    #expect(address.socket == socket)
  }

  @Test("The paths of an address are absolute, so that they are found from any folder")
  func absolute() throws {
    let folder = FileManager.default.currentDirectoryPath
    let address = AdminAddress(url: "http://localhost", socket: "a.sock", authorityFile: "ca/c.pem")
    #expect(address.socket == "\(folder)/a.sock")
    #expect(address.authorityFile == "\(folder)/ca/c.pem")
    #expect(try AdminAddress(argument: "unix:a.sock").socket == "\(folder)/a.sock")
  }

  @Test("Anything else is refused", arguments: ["", "localhost:8080", "ftp://a", "http://"])
  func refused(text: String) {
    #expect(
      throws: UsageError(
        "--url must be a URL such as http://127.0.0.1:8080, a port or unix:PATH, not \"\(text)\"")
    ) { try AdminAddress(argument: text) }
  }
}

@Suite("Events of a server")
struct EventStreamTests {
  private static let text =
    ": hello\n\nevent: request\nid: 1\ndata: {\"a\":1}\n\ndata: one\r\ndata:two\r\n\r\nevent: x\n\n"

  @Test("Events are read, wherever the pieces of the stream end", arguments: 1...9)
  func pieces(size: Int) {
    var parser = EventStream.Parser()
    var messages: [EventStream.Message] = []
    var rest = Array(Self.text.utf8)[...]
    while !rest.isEmpty {
      messages += parser.take(Data(rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    #expect(
      messages == [
        EventStream.Message(name: "request", data: "{\"a\":1}"),
        EventStream.Message(name: "message", data: "one\ntwo"),
      ])
  }
}
