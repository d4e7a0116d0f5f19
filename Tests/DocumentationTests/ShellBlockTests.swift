import ExampleSupport
import Foundation
import StubCore
import StubFiles
import Testing

@Suite("Commands in the documentation", .serialized, .timeLimit(.minutes(5)))
struct ShellBlockTests {
  @Test("Each command works", arguments: Document.blocks(of: "sh"))
  func commands(block: Document.Block) async throws {
    for line in block.text.split(separator: "\n") {
      let words = ShellLine(String(line)).words
      guard let program = words.first else { continue }
      switch program {
      case "make": try expectTarget(words)
      case "stubber", ".build/release/stubber": try expectSuccess(Array(words.dropFirst()))
      case "curl": try await expectAnswer(words)
      case "swift": #expect(words.prefix(2) == ["swift", "build"])
      default: Issue.record("there is no check for \(program) in \(block.testDescription)")
      }
    }
  }

  /// The commands that need a running server.
  private static let steering: Set = [
    "stubs", "requests", "unmatched", "reset", "network", "gate", "fault",
  ]

  private func expectTarget(_ words: [String]) throws {
    let makefile = try String(
      contentsOf: packageRoot.appending(path: "Makefile"), encoding: .utf8)
    let target = try #require(words.dropFirst().first { !$0.contains("=") })
    #expect(makefile.contains("\n\(target):"))
    for word in words where word.contains("=") {
      #expect(makefile.contains("\n\(word.prefix { $0 != "=" }) ?="))
    }
  }

  /// Runs the command; a server is stopped when it serves.
  ///
  /// A certificate authority, and files that `ca` changes, are in a folder that is then removed.
  private func expectSuccess(_ words: [String]) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var words = words
    let isAuthority = words.first == "ca"
    if isAuthority || words.contains("--https-port") {
      words += ["--ca-directory", folder.appending(path: "ca").path]
    }
    if let verb = words.firstIndex(where: { ["install", "remove"].contains($0) }), isAuthority {
      words[verb + 1] = folder.appending(path: "bundle.pem").path
      try Data().write(to: folder.appending(path: "bundle.pem"))
    }
    if let option = words.firstIndex(where: { ["-o", "--output"].contains($0) }) {
      words[option + 1] = folder.appending(path: words[option + 1]).path
    }
    guard let command = try BuiltCommand(words, in: isAuthority ? folder : packageRoot) else {
      return
    }
    if Self.steering.contains(words[0]) {
      let environment = ["XDG_RUNTIME_DIR": folder.path, "TMPDIR": folder.path]
      let server = try BuiltCommand(["serve", "Stubs"], environment: environment)
      try server?.whileServing {
        let result = try BuiltCommand(words, environment: environment)?.run()
        #expect(result?.code == 0, "\(result?.output ?? "")")
      }
    } else if ["serve", "record"].contains(words.first), !words.contains("--help") {
      let (announcement, code) = try command.serve()
      #expect(announcement.hasPrefix(words.first == "serve" ? "Serving " : "Recording "))
      #expect(code == 0)
    } else {
      let (output, code) = try command.run()
      #expect(code == 0, "\(output)")
    }
  }

  /// Decides on the request, as the server would for the files in `Stubs/`.
  private func expectAnswer(_ words: [String]) async throws {
    var method = HTTPMethod.get
    var headers = HTTPHeaders()
    var body: String?
    for (option, value) in zip(words, words.dropFirst()) {
      switch option {
      case "-X": method = HTTPMethod(rawValue: value)
      case "-d", "--data": (method, body) = (.post, value)
      case "--json":
        (method, body) = (.post, value)
        headers.append(.contentType, "application/json")
      case "-H":
        let parts = value.split(separator: ":", maxSplits: 1)
        headers.append(
          HTTPHeaderName(String(parts[0])), parts[1].trimmingCharacters(in: .whitespaces))
      default: break
      }
    }
    let url = try #require(words.dropFirst().first { $0.contains("localhost") })
    let stubs = StubSet()
    try stubs.load(
      contentsOf: packageRoot.appending(path: "Stubs").path, formats: .all)
    let address = url.contains("://") ? url : "http://\(url)"
    _ = try await stubs.plan(method, address, headers: headers, body: body)
  }
}
