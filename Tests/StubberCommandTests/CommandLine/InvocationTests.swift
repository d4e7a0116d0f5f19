import Foundation
import Testing

@testable import stubber

@Suite("Choosing a command")
struct InvocationTests {
  private static let all = Commands.all.map { $0.name }.joined(separator: ", ")

  @Test(
    "A wrong command line suggests the closest command, or lists all",
    arguments: [
      ([], "missing command; available: \(all)"),
      (["sreve"], "unknown command \"sreve\"; did you mean serve?"),
      (["juggle"], "unknown command \"juggle\"; available: \(all)"),
      (["--json"], "unknown command \"--json\"; available: \(all)"),
    ])
  func unknown(words: [String], message: String) {
    #expect(throws: UsageError(message)) { try Invocation(words) }
  }

  @Test("An error in a command's words points to that command's help")
  func commandError() {
    #expect(throws: UsageError("missing PATH", command: "check")) { try Invocation(["check"]) }
    #expect(
      UsageError("missing PATH", command: "check").text
        == "error: missing PATH\ntry: stubber check --help")
  }

  @Test("Every command has help", arguments: Commands.all.map { $0.name })
  func help(name: String) throws {
    for words in [[name, "--help"], ["help", name], ["--help", name]] {
      guard case .help(let text) = try Invocation(words) else {
        Issue.record("\(words) did not ask for help")
        continue
      }
      #expect(text.contains("\n\nUsage: stubber \(name) "))
      for line in text.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
    }
  }

  @Test("The help of the program lists every command")
  func program() throws {
    for command in Commands.all {
      #expect(HelpText.program.contains("\n  \(command.name) "))
      #expect(HelpText.program.contains(command.summary))
    }
  }

  @Test("The help of a command lists its operands and options in columns, and wraps long texts")
  func columns() {
    let text = HelpText.of(ServeCommand.self)
    #expect(
      text.hasPrefix(
        """
        Serve stub files over HTTP, HTTPS and HTTP/2.

        Usage: stubber serve [PATH…] [OPTION…]

          PATH  a rule file, a recording, another tool's stub file, or a folder of them (default: \
        ./Stubs)

        Options:
          -p, --port NUMBER                 Port; 0 picks a free one (default: 8080)
              --host ADDRESS                Address; 0.0.0.0 accepts other machines (default: \
        127.0.0.1)

        """))
    #expect(text.contains("\n\nHTTPS:\n      --https-port NUMBER           Also serve HTTPS "))
    #expect(text.hasSuffix("\n          stubber serve Stubs --network 3g --seed 7"))
  }

  @Test("The version is the newest one of the change log")
  func version() throws {
    var folder = URL(filePath: #filePath)
    while !FileManager.default.fileExists(atPath: folder.appending(path: "CHANGELOG.md").path) {
      folder.deleteLastPathComponent()
      try #require(folder.path != "/")
    }
    let log = try String(contentsOf: folder.appending(path: "CHANGELOG.md"), encoding: .utf8)
    let newest = try #require(log.firstMatch(of: /\n## \[([^\]]+)\]/)?.output.1)
    #expect(newest == Main.version)
  }
}
