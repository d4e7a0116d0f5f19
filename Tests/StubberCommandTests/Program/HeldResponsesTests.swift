import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The memory of the built command, in whose process no other tests run.
@Suite struct HeldResponsesTests {
  private struct Figures: Decodable {
    let threads: Int
    let memory: Int
    let answered: Int
  }

  /// How many descriptors a program may have at most; `nil` when the system does not say.
  private static var openFileLimit: UInt64? {
    var limit = rlimit()
    #if canImport(Darwin)
    let name = RLIMIT_NOFILE
    #else
    let name = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif
    return getrlimit(name, &limit) == 0 ? UInt64(limit.rlim_max) : nil
  }

  @Test(
    "10,000 responses that a gate holds take no threads and little memory", .needs("python3"),
    .timeLimit(.minutes(10))
  )
  func gate() async throws {
    let count = 10_000
    guard FileManager.default.fileExists(atPath: "/proc/self/status") else {
      print("skipped: the system does not say how much memory a process has")
      return
    }
    // One for each connection, and some for files, in the server and in its clients alike.
    guard let limit = Self.openFileLimit, limit >= count + 200 else {
      print("skipped: the limit of open files is below \(count + 200)")
      return
    }
    guard let python = Tool.python else { return }
    let folder = try TemporaryFolder()
    try folder.write(
      "stubs:\n  - match: { path: / }\n    respond: { text: hi, gate: g }\n", to: "a.yaml")
    let (server, url, _) = try Program.serve([
      folder.path, "--quiet", "--max-connections", "\(count + 100)", "--no-journal",
    ])
    defer { server.send(SIGKILL) }
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Python/held_responses.py").standardized.path
    let result = try await python.run(["-B", script, url, "\(server.process)", "\(count)"])
    try #require(result.code == 0, "\(result)")
    let figures = try JSONDecoder().decode(Figures.self, from: Data(result.output.utf8))
    #expect(figures.answered == count, "\(result.errors)")
    #expect(figures.threads < 20)
    #expect(figures.memory / count < 16 * 1_024)
  }
}
