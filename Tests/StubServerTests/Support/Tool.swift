import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A program of somebody else that tests use as a client.
struct Tool: Sendable {
  struct Result: Sendable {
    let code: Int32
    let output: Data
    let errors: String

    var text: String { String(decoding: output, as: UTF8.self) }
  }

  let path: String

  /// In seconds, ends a test that would hang; others may take all time of the processors meanwhile.
  private static let patience: Double = 300

  static let curl = Tool(named: "curl")
  static let openssl = Tool(named: "openssl")
  static let python = Tool(named: "python3")

  init(path: String) { self.path = path }

  /// `nil`, and a printed reason, when it is not installed.
  init?(named name: String) {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
      .split(separator: ":")
    let found = folders.map { "\($0)/\(name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
    guard let found else {
      print("skipped: there is no \(name) in PATH to test with")
      return nil
    }
    path = found
  }

  /// Runs it to its end, off the threads of tasks.
  func run(_ arguments: [String], input: String = "") async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "tool").async {
        continuation.resume(with: Swift.Result { try wait(arguments, Data(input.utf8)) })
      }
    }
  }

  /// Spawned without Foundation's `Process`, which crashes now and then when many descriptors are
  /// open or many run at once; files in the place of pipes need nobody who reads meanwhile.
  private func wait(_ arguments: [String], _ input: Data) throws -> Result {
    let folder = try TemporaryFolder()
    let files = ["input", "output", "errors"].map { "\(folder.path)/\($0)" }
    try input.write(to: URL(filePath: files[0]))
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    #else
    var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, files[0], O_RDONLY, 0)
    for descriptor in [1, 2] as [Int32] {
      posix_spawn_file_actions_addopen(
        &actions, descriptor, files[Int(descriptor)], O_WRONLY | O_CREAT, 0o600)
    }
    var process = pid_t()
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    let problem = posix_spawn(&process, path, &actions, nil, &words, environ)
    guard problem == 0 else {
      throw WireError("cannot run \(path): \(String(cString: strerror(problem)))")
    }
    let limit = DispatchWorkItem { [process] in kill(process, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience, execute: limit)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    limit.cancel()
    let output = try Data(contentsOf: URL(filePath: files[1]))
    let errors = String(decoding: try Data(contentsOf: URL(filePath: files[2])), as: UTF8.self)
    guard status & 0x7F != SIGKILL else {
      throw WireError(
        """
        expected an end within \(Int(Self.patience)) s of \(([path] + arguments).joined(separator: " "))
        found it running, with \(String(decoding: output.suffix(2_000), as: UTF8.self))\(errors)
        """)
    }
    return Result(
      code: status & 0x7F == 0 ? status >> 8 & 0xFF : -1, output: output, errors: errors)
  }

  /// Runs curl, which trusts the authority in a file, without a word on progress.
  static func curl(_ arguments: [String], trusting file: String) async throws -> Result? {
    try await curl?.run(
      ["--silent", "--show-error", "--noproxy", "*", "--max-time", "300", "--cacert", file]
        + arguments)
  }
}
