import Foundation
import TestSupport
import Testing

/// The built command beside what speaks WireMock's admin API: its client for Python, and WireMock itself.
@Suite("WireMock's clients and WireMock itself", .serialized, .timeLimit(.minutes(15)))
struct WireMockClientTests {
  private static func script(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Python/\(name)").standardized.path
  }

  /// A Python with WireMock's client; `nil`, and a printed reason, when there is none.
  private static func python() async throws -> Tool? {
    try await .python(that: "import wiremock.client", by: "wiremock==2.7.0")
  }

  @Test("PyPI's client, used as documented, steers the server")
  func client() async throws {
    guard let python = try await Self.python() else { return }
    let folder = try TemporaryFolder()
    let (server, url, _) = try Program.serve([folder.path, "--quiet"])
    defer { server.send(SIGTERM) }
    let result = try await python.run(["-B", Self.script("wiremock_client.py"), url])
    #expect(result.code == 0, "\(result.output)\(result.errors)")
  }

  /// The WireMock that comes with its client; `nil`, and a printed reason, when it cannot be run.
  private func wireMock(
    _ python: Tool, in folder: TemporaryFolder
  ) async throws -> (server: ChildProcess, url: String)? {
    guard let java = Tool(named: "java") else { return nil }
    let code =
      "import glob, os, wiremock; print(*glob.glob(os.path.join(os.path.dirname("
      + "wiremock.__file__), 'server', 'wiremock-standalone-2.35.1.jar')))"
    let jar = try await python.run(["-c", code]).output.trimmingCharacters(
      in: .whitespacesAndNewlines)
    guard !jar.isEmpty else {
      print("skipped: the module wiremock has no wiremock-standalone-2.35.1.jar")
      return nil
    }
    // Into a file: it writes more than a pipe holds, and would wait for a reader for good.
    let log = folder.path + ".log"
    let command = #"exec "$0" -jar "$1" --port 0 --root-dir "$2" > "$2.log" 2>&1"#
    let server = try ChildProcess("/bin/sh", ["-c", command, java.path, jar, folder.path])
    for _ in 0..<3_000 {
      let lines = (try? String(contentsOfFile: log, encoding: .utf8))?.split(separator: "\n") ?? []
      if let port = lines.first(where: { $0.hasPrefix("port:") })?.split(separator: " ").last {
        return (server, "http://127.0.0.1:\(port)")
      }
      try await Task.sleep(for: .milliseconds(100))
    }
    server.send(SIGKILL)
    Issue.record("WireMock did not start within five minutes; see \(log)")
    return nil
  }

  @Test(
    "The command answers as WireMock 2.35.1 does, but for listed differences",
    arguments: [
      "compare_admin.py",  // more than 500 requests of the admin API
      "compare_matching.py",  // operators on parts of requests, with letters, charsets and numbers
    ])
  func comparison(script: String) async throws {
    guard let python = try await Self.python() else { return }
    let folders = try (ours: TemporaryFolder(), theirs: TemporaryFolder())
    guard let theirs = try await wireMock(python, in: folders.theirs) else { return }
    defer {
      theirs.server.send(SIGTERM)
      try? FileManager.default.removeItem(atPath: folders.theirs.path + ".log")
    }
    let ours = try Program.serve([folders.ours.path, "--quiet"])
    defer { ours.server.send(SIGTERM) }
    let result = try await python.run(["-B", Self.script(script), ours.url, theirs.url])
    #expect(result.code == 0, "\(result.output)\(result.errors)")
  }
}
