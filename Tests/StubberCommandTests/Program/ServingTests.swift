import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Serving files", .serialized, .timeLimit(.minutes(5)))
struct ServingTests {
  private static func rule(_ text: String) -> String {
    "stubs:\n  - name: greeting\n    match: { path: /hello }\n"
      + "    respond: { GET: { text: \(text) } }\n"
  }

  private func get(_ url: String) async throws -> (text: String, status: Int) {
    let answer = try await URLSession(configuration: .ephemeral).answer(from: url)
    return (answer.text, answer.response.statusCode)
  }

  @Test("A folder of rule files is served, and every request is logged")
  func requests() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.rule("hi"), to: "a.yaml")
    let (server, url, _) = try Program.serve([folder.path])
    #expect(
      server.line()
        == #"{"event":"stub","name":"greeting","method":"GET","request":"path is \"/hello\"","#
        + #""status":"200","origin":"\#(file):2"}"#)
    #expect(try await get("\(url)/hello") == ("hi", 200))
    #expect(try await get("\(url)/other").status == 404)
    server.send(SIGTERM)
    let lines = server.finish().output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0].contains(#""url":"\#(url)/hello""#))
    #expect(lines[0].contains(#""outcome":"stubbed","status":200,"stub":"greeting""#))
    #expect(lines[1].contains(#""outcome":"unmatched","status":404"#))
    #expect(lines[2].contains(#""event":"stopping""#))
  }

  @Test("Recordings are counted, listed and served, with --any-host for any host")
  func recordings() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      {"log": {"version": "1.2", "creator": {"name": "t", "version": "1"}, "entries": [
        {"startedDateTime": "2024-01-01T00:00:00.000Z", "time": 1,
         "request": {"method": "GET", "url": "https://api.test/me", "httpVersion": "HTTP/1.1",
           "headers": [], "queryString": [], "cookies": [], "headersSize": -1, "bodySize": 0},
         "response": {"status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1", "headers": [],
           "cookies": [], "redirectURL": "", "headersSize": -1, "bodySize": 3,
           "content": {"size": 3, "mimeType": "text/plain", "text": "Ada"}},
         "cache": {}, "timings": {"send": 0, "wait": 1, "receive": 0}}
      ]}}
      """, to: "tape.har")
    let server = try Program.start(["serve", folder.path, "--port", "0"])
    #expect(server.line()?.hasPrefix("Serving 1 stub from 1 file on http://127.0.0.1:") == true)
    _ = server.line()
    #expect(server.line()?.hasPrefix("NAME") == true)
    #expect(server.line()?.contains("URL is https://api.test/me") == true)
    var line = server.line()
    while let other = line, !other.hasPrefix("Recordings") { line = server.line() }
    #expect(
      line == "Recordings answer only requests with the recorded host, api.test; use --any-host to "
        + "answer those for this address too.")
    server.send(SIGTERM)
    _ = server.finish()
    let (strict, url, _) = try Program.serve([folder.path])
    #expect(try await get("\(url)/me").status == 404)
    strict.send(SIGTERM)
    _ = strict.finish()
    let (lenient, anyURL, _) = try Program.serve([folder.path, "--any-host"])
    #expect(try await get("\(anyURL)/me") == ("Ada", 200))
    lenient.send(SIGTERM)
    _ = lenient.finish()
  }

  @Test("The announcement has the seed and the network")
  func seed() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.rule("hi") + "network: wifi\n", to: "a.yaml")
    for (options, network) in [([], "wifi"), (["--network", "{ latency: 1ms }"], "custom")] {
      let server = try Program.start(
        ["serve", folder.path, "--port", "0", "--json", "--seed", "42"] + options)
      let line = try #require(server.line())
      #expect(line.contains(#""seed":42,"network":"\#(network)""#))
      server.send(SIGTERM)
      #expect(server.finish().code == 0)
    }
    let server = try Program.start(["serve", folder.path, "--port", "0", "--seed", "42"])
    var lines: [String] = []
    while let line = server.line(), !line.hasPrefix("Press Control-C") { lines.append(line) }
    #expect(lines.contains("Network for all responses: wifi"))
    #expect(lines.contains("Repeat this run's random values with --seed 42."))
    server.send(SIGTERM)
    #expect(server.finish().code == 0)
  }

  @Test("The announcement says on which address other machines can connect")
  func openAddress() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.rule("hi"), to: "a.yaml")
    for (host, isOpen) in [("127.0.0.1", false), ("0.0.0.0", true)] {
      let server = try Program.start(["serve", folder.path, "--port", "0", "--host", host])
      let first = try #require(server.line())
      let port = try #require(first.firstMatch(of: /http:\/\/127\.0\.0\.1:(\d+)$/)?.output.1)
      var lines: [String] = []
      while let line = server.line(), !line.hasPrefix("Press Control-C") { lines.append(line) }
      #expect(lines.contains("Other machines can connect on 0.0.0.0:\(port).") == isOpen)
      server.send(SIGTERM)
      #expect(server.finish().code == 0)
    }
  }

  @Test("The printed command line works")
  func commandLine() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.rule("hi"), to: "a.yaml")
    let server = try Program.start(["serve", folder.path, "--port", "0"])
    var line = server.line()
    while line != nil, line != "Try it:" { line = server.line() }
    let command = try #require(server.line())
    #expect(try ChildProcess.run("/bin/sh", ["-c", "\(command) -s"]).output == "hi")
    server.send(SIGTERM)
    #expect(server.finish().code == 0)
  }

  @Test("The printed command line works for a stub whose URL names the port of the server")
  func commandLineWithPort() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.rule("hi"), to: "a.yaml")
    // A port that was free a moment ago; another program can take it, but not three times.
    for _ in 0..<3 {
      let (first, url, _) = try Program.serve([folder.path])
      first.send(SIGTERM)
      _ = first.finish()
      let port = try #require(url.split(separator: ":").last)
      try folder.write(
        "stubs:\n  - match: { uri: '\(url)/edge' }\n    respond: { GET: { text: edge } }\n",
        to: "a.yaml")
      let server = try Program.start(["serve", folder.path, "--port", "\(port)"])
      var line = server.line()
      while let text = line, text != "Try it:" { line = server.line() }
      guard line != nil, let command = server.line() else { continue }
      #expect(command == "  curl '\(url)/edge'")
      #expect(try ChildProcess.run("/bin/sh", ["-c", "\(command) -s"]).output == "edge")
      server.send(SIGTERM)
      #expect(server.finish().code == 0)
      return
    }
    Issue.record("no server could start on a port that was free")
  }

  @Test("A saved response that a rule file refers to is watched too")
  func referredFile() async throws {
    let folder = try TemporaryFolder(["m.txt": "HTTP/1.1 200 OK\r\n\r\none"])
    try folder.write(
      "stubs: [{ match: { path: /hello }, respond: { GET: { message: ../m.txt } } }]",
      to: "rules/a.yaml")
    let (server, url, _) = try Program.serve([folder.file("rules"), "--quiet"])
    #expect(try await get("\(url)/hello").text == "one")
    try folder.write("HTTP/1.1 200 OK\r\n\r\nanother", to: "m.txt")
    while let line = server.line(), !line.contains(#""event":"reloaded""#) {}
    #expect(try await get("\(url)/hello").text == "another")
    server.send(SIGTERM)
    #expect(server.finish().code == 0)
  }

  @Test("A server whose log is not read goes on answering, and ends when it is asked to")
  func unreadLog() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.rule("hi"), to: "a.yaml")
    let (server, url, _) = try Program.serve([folder.path])
    // Much more than a pipe holds.
    let query = String(repeating: "a", count: 4_000)
    for _ in 0..<100 { #expect(try await get("\(url)/hello?\(query)").status == 200) }
    server.send(SIGTERM)
    // It answers no longer, although its log is still not read.
    while (try? await get("\(url)/hello")) != nil { try await Task.sleep(for: .milliseconds(50)) }
    #expect(server.finish().code == 0)
  }

  @Test("A changed file is reloaded; if it has an error, the previous stubs stay in use")
  func reload() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.rule("one"), to: "a.yaml")
    let (server, url, _) = try Program.serve([folder.path])
    _ = server.line()
    #expect(try await get("\(url)/hello").text == "one")
    _ = server.line()

    try folder.write(Self.rule("two"), to: "a.yaml")
    #expect(try #require(server.line()).contains(#""event":"reloaded""#))
    #expect(try await get("\(url)/hello").text == "two")
    _ = server.line()

    try folder.write(Self.rule("three") + "    respnd: 1\n", to: "a.yaml")
    let finding = try #require(server.line())
    #expect(finding.contains(#""severity":"error""#))
    #expect(finding.contains(#""line":5"#))
    #expect(try #require(server.line()).contains(#""event":"reloadFailed""#))
    #expect(try await get("\(url)/hello").text == "two")
    _ = server.line()

    try FileManager.default.removeItem(atPath: file)
    try folder.write(Self.rule("four"), to: "b.yaml")
    #expect(try #require(server.line()).contains(#""event":"reloaded""#))
    // Between the two changes, there may have been time to load what was left.
    while try await get("\(url)/hello").text != "four" {
      try await Task.sleep(for: .milliseconds(50))
    }
    server.send(SIGINT)
    #expect(server.finish().code == 0)
  }
}
