import Foundation
import StubCore
import TestSupport
import Testing

@testable import stubber

@Suite("A coding agent speaks with the command", .serialized, .timeLimit(.minutes(10)))
struct MCPCommandTests {
  @Test("Messages are answered one after the other, on the thread that reads them")
  func thread() {
    let output = RecordedOutput()
    let reader = pthread_self()
    var isReader: [Bool] = []
    MCPCommand.answer(["a", " ", "b", "c"], output.console()) { line in
      isReader.append(pthread_equal(reader, pthread_self()) != 0)
      return line == "b" ? nil : line.uppercased()
    }
    #expect(output.lines == ["A", "C"])
    #expect(isReader == [true, true, true])
  }

  @Test("What is no JSON is an error without an identifier, also for a running server")
  func unreadable() throws {
    let folder = try TemporaryFolder()
    for options in [[folder.path], ["--url", "9"]] {
      let result = try Program.run(["mcp"] + options, input: "{\n")
      #expect(result.code == 0, "\(result)")
      let answer = try JSONValue(parsing: Data(result.output.utf8))
      #expect(answer["id"] == .null)
      #expect(answer["error"]?["code"] == -32_700)
    }
  }

  @Test("The stubs have the faults that their files say, and go by the clock that the agent moves")
  func serving() throws {
    let folder = try TemporaryFolder()
    let rules = """
      connection: { type: reset, first: 1 }
      stubs:
        - respond: { GET: { text: "{{now}}" } }
      """
    let (file, input) = (try folder.write(rules, to: "a.yaml"), folder.file("in"))
    #expect(mkfifo(input, 0o600) == 0)
    // With an end for reading too, so that opening does not wait for the agent.
    let end = open(input, O_RDWR | O_CLOEXEC)
    let words = try ["-c", #"exec "$0" mcp "$1" < "$2""#, Program.url().path, file, input]
    let agent = try ChildProcess("/bin/sh", words, joinsErrors: true)
    defer { agent.send(SIGKILL) }
    let line = try #require(agent.line())
    let url = try #require(line.firstMatch(of: /http:\/\/[0-9.:]+/)?.output)
    func ask() throws -> ChildProcess.Result { try Program.curl(["\(url)/"]) }
    #expect(try ask().code != 0)
    let first = try #require(ISO8601DateFormatter().date(from: try ask().output))
    let message =
      #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"set_clock","#
      + #""arguments":{"clock":"100h"}}}"#
    #expect(write(end, "\(message)\n", message.utf8.count + 1) == message.utf8.count + 1)
    #expect(agent.line()?.contains(#""id":1"#) == true)
    let second = try #require(ISO8601DateFormatter().date(from: try ask().output))
    #expect(second.timeIntervalSince(first) >= 360_000)
    close(end)
    #expect(agent.finish().code == 0)
  }

  /// The answers to messages, by number.
  private func answers(
    _ messages: [String], in folder: String, _ paths: [String] = []
  ) throws -> [JSONValue] {
    let input = messages.enumerated().map { number, message in
      #"{"jsonrpc": "2.0", "id": \#(number), \#(message)}"# + "\n"
    }.joined()
    let agent = try ChildProcess(
      try Program.url().path, ["mcp"] + paths, in: folder, input: Data(input.utf8))
    let result = agent.finish()
    #expect(result.code == 0, "\(result)")
    return try result.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
  }

  private static let greeting = #""method": "initialize", "params": {}"#

  private static func call(_ tool: String, _ arguments: String = "{}") -> String {
    #""method": "tools/call", "params": {"name": "\#(tool)", "arguments": \#(arguments)}"#
  }

  @Test("Without a folder of stubs an agent can begin, is told the port, and saves what it added")
  func beginning() throws {
    let folder = try TemporaryFolder()
    let rules =
      #"{"rules": "stubs: [{ match: { path: /tea }, respond: { GET: { text: Oolong } } }]"}"#
    let answers = try answers(
      [
        Self.greeting, Self.call("get_server"), Self.call("add_stubs", rules),
        Self.call("save_stubs"), Self.call("explain_request", #"{"url": "/coffee"}"#),
      ], in: folder.path)
    let instructions = answers[0]["result"]?["instructions"]?.string ?? ""
    let url = try #require(instructions.firstMatch(of: /http:\/\/127.0.0.1:[0-9]+/)?.output)
    let texts = answers.map { $0["result"]?["content"]?[0]?["text"]?.string ?? "" }
    #expect(try JSONValue(parsing: texts[1])["url"]?.string == String(url))
    #expect(answers[3]["result"]?["isError"] == false)
    #expect(try JSONValue(parsing: texts[4])["curl"]?.string == "curl '\(url)/coffee'")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.file("Stubs"))
    #expect(files.count == 1)
    #expect(folder.text(of: "Stubs/\(files[0])")?.contains("Oolong") == true)
  }

  @Test("Errors of the stub files are told to the agent, who mends them and goes on")
  func mending() throws {
    let folder = try TemporaryFolder(["Stubs/a.yaml": "stubs: [{ mtch: { path: /a } }]"])
    let answers = try answers(
      [Self.greeting, Self.call("reset"), Self.call("get_server")], in: folder.path)
    let instructions = answers[0]["result"]?["instructions"]?.string ?? ""
    #expect(
      instructions.contains(#"a.yaml:1:11: error: unknown key "mtch"; did you mean "match"?"#))
    #expect(answers[1]["result"]?["isError"] == true)
    #expect(answers[2]["result"]?["isError"] == false)
  }
}
