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
    func ask() throws -> ChildProcess.Result {
      try ChildProcess.run("/usr/bin/env", ["curl", "-s", "-m", "300", "\(url)/"])
    }
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
}
