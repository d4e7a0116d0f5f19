import Foundation
import StubCore
import StubFiles
import TestSupport
import Testing

@Suite("stubber record")
struct RecordCommandTests {
  /// The command in the folder that the running tests were built into.
  private static func start(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> ChildProcess {
    var folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let candidate = folder.appending(path: "stubber").path
      if FileManager.default.isExecutableFile(atPath: candidate) {
        return try ChildProcess(candidate, ["record"] + arguments, environment: environment)
      }
    }
    throw CocoaError(.fileNoSuchFile)
  }

  private func port(_ line: String?) throws -> Int {
    let event = try JSONValue(parsing: Data((line ?? "").utf8))
    let url = try #require(event["url"]?.string)
    return try #require(RequestURL(url).port)
  }

  @Test("The command prints each request and, at the end, what it has written and hidden")
  func recording() async throws {
    guard let server = try PythonServer() else { return }
    let folder = try TemporaryFolder()
    let file = folder.file("tape.yaml")
    let command = try Self.start([server.url, "-o", file, "-p", "0", "--json"])
    let port = try port(command.line())
    _ = try await WireClient.exchange(
      "GET /text", headers: ["Authorization: Bearer abcdefgh"], to: port)
    #expect(
      command.line()
        == #"{"event":"recorded","method":"GET","url":"\#(server.url)/text","status":200,"bytes":8}"#
    )
    command.send(SIGTERM)
    let result = command.finish()
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(
      lines.last
        == #"{"event":"summary","file":"\#(file)","recorded":1,"kept":0,"dropped":0,"changed":true,"#
        + #""outstanding":[],"redactions":["header Authorization: once"],"unsearched":[],"#
        + #""losses":[]}"#)
    #expect(result.code == 0)
    let again = try Self.start([server.url, "-o", file, "-p", "0"]).finish()
    #expect(again.code == 3)
    #expect(
      again.errors == "error: \(file) already exists; use --mode newEpisodes or all\n")
  }

  @Test("A recording of a server's path answers the requests that it was made with")
  func basePath() async throws {
    guard let server = try PythonServer() else { return }
    let folder = try TemporaryFolder()
    let file = folder.file("tape.yaml")
    let url = "\(server.url)/base"
    for mode in ["once", "newEpisodes", "none"] {
      if mode == "none" { server.stop() }
      let command = try Self.start([url, "-o", file, "-p", "0", "--json", "-m", mode])
      let response = try await WireClient.exchange("GET /count", to: try port(command.line()))
      #expect(String(decoding: response.body, as: UTF8.self) == "1")
      command.send(SIGTERM)
      #expect(command.finish().code == 0)
    }
    #expect(
      try RuleSet(contentsOf: [file]).cassettes.flatMap(\.requests).map(\.url) == ["\(url)/count"])
  }

  @Test("Where nothing is recorded, no request reaches the server")
  func nothingForwarded() async throws {
    guard let server = try PythonServer() else { return }
    let folder = try TemporaryFolder()
    let file = folder.file("tape.yaml")
    for mode in ["once", "none"] {
      let command = try Self.start([server.url, "-o", file, "-p", "0", "--json", "-m", mode])
      let port = try port(command.line())
      let recorded = try await WireClient.exchange("GET /text", to: port)
      #expect(recorded.statusLine == "HTTP/1.1 200 OK")
      if mode == "none" {
        let other = try await WireClient.exchange("DELETE /count", to: port)
        #expect(other.statusLine == "HTTP/1.1 404 Not Found")
        #expect(
          String(decoding: other.body, as: UTF8.self).hasPrefix("No stub matches DELETE "))
      }
      command.send(SIGTERM)
      #expect(command.finish().code == 0)
    }
    let count = try await WireClient.exchange("GET /count", to: server.port)
    #expect(String(decoding: count.body, as: UTF8.self) == "1")
  }

  @Test("A recording without requests creates no file")
  func noRequests() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("tape.yaml")
    let command = try Self.start(["http://127.0.0.1:9", "-o", file, "-p", "0"])
    while let line = command.line(), line != "Press Control-C to stop." {}
    command.send(SIGTERM)
    let result = command.finish()
    #expect(result.output.hasSuffix("\n0 requests recorded; \(file) was not created\n"))
    #expect(result.code == 0)
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test("Where CI is set, it records only in a mode that is given")
  func continuousIntegration() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("tape.yaml")
    let arguments = ["http://127.0.0.1:9", "-o", file, "-p", "0"]
    let refused = try Self.start(arguments, environment: ["CI": "true"]).finish()
    #expect(refused.code == 3)
    #expect(
      refused.errors
        == "error: no recording at \(file); nothing is recorded because CI is set; record it elsewhere "
        + "and commit it, or set a mode\n")
    let command = try Self.start(arguments + ["--mode", "once"], environment: ["CI": "true"])
    #expect(command.line()?.hasPrefix("Recording ") == true)
    command.send(SIGTERM)
    #expect(command.finish().code == 0)
  }

  @Test("Killed at any moment, it loses nothing that it has said to be saved")
  func kill() async throws {
    guard let server = try PythonServer() else { return }
    let folder = try TemporaryFolder()
    let file = folder.file("tape.yaml")
    var saved = 0
    for round in 0..<6 {
      let command = try Self.start(
        [server.url, "-o", file, "-p", "0", "--json", "--mode", "newEpisodes"])
      var line = command.line()
      if round > 0 {
        #expect(line?.hasPrefix(#"{"event":"recovered""#) == true)
        line = command.line()
      }
      let port = try port(line)
      for number in 0...round {
        _ = try await WireClient.exchange("GET /echo?round=\(round)&n=\(number)", to: port)
      }
      let all = #"{"event":"saved","saved":\#(round + 1),"#
      while let line = command.line(), !line.hasPrefix(all) {}
      saved += round + 1
      command.send(SIGKILL)
      _ = command.finish()
    }
    let command = try Self.start([server.url, "-o", file, "-p", "0", "--mode", "newEpisodes"])
    #expect(command.line() == "6 interactions of a recording that was cut off added to \(file)")
    _ = command.line()
    command.send(SIGHUP)
    #expect(command.finish().code == 0)
    #expect(try RuleSet(contentsOf: [file]).cassettes.first?.requests.count == saved)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["tape.yaml"])
  }
}
