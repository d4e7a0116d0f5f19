public import Foundation
import StubLanguages

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A program that a test runs.
///
/// Spawned without Foundation's `Process`, which crashes now and then on Linux when many
/// descriptors are open or many programs run at once (swift-corelibs-foundation issue 5472).
public final class ChildProcess {
  public struct Result: Equatable, Sendable, CustomStringConvertible {
    /// −1 when a signal ended it.
    public let code: Int32
    public let bytes: Data
    /// What it wrote to standard error, and that its time was over if that ended it.
    public let errors: String

    public var output: String { String(decoding: bytes, as: UTF8.self) }

    public var description: String { "code \(code), output: \(output), errors: \(errors)" }
  }

  public struct Problem: Error, CustomStringConvertible {
    public let description: String
  }

  public let process: pid_t
  private let output: FileHandle
  private let errorFile: String?
  private var hasEnded = false
  /// In seconds, ends a test that would hang; the machine may be busy with other tests.
  private static let patience = 300
  /// Held while a pipe is made and while a program starts: one that got another's pipe would keep
  /// that one's output from ending before its own does.
  private static let isStarting = Lock(())

  /// Starts a program in a folder, or in that of the tests.
  ///
  /// `input` is what it can read from standard input; with `joinsErrors`, what it writes to
  /// standard error is part of its output. The variables are added to those of the tests, without
  /// the ones that change how requests are recorded.
  ///
  /// - Throws: `Problem` when it cannot be started.
  public init(
    _ path: String, _ arguments: [String], in folder: String? = nil, input: Data = Data(),
    joinsErrors: Bool = false, environment: [String: String] = [:]
  ) throws {
    let files = NSTemporaryDirectory() + "child-\(UUID().uuidString)"
    let inputFile = input.isEmpty ? "/dev/null" : files + ".in"
    if !input.isEmpty { try input.write(to: URL(filePath: inputFile)) }
    defer { if !input.isEmpty { try? FileManager.default.removeItem(atPath: inputFile) } }
    errorFile = joinsErrors ? nil : files + ".err"
    var ends: [Int32] = [0, 0]
    let failure = Self.isStarting.withLock { _ in
      guard pipe(&ends) == 0 else { return errno }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return 0
    }
    guard failure == 0 else { throw Self.problem("make a pipe", failure) }
    output = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
    defer { close(ends[1]) }
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    #else
    var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, inputFile, O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    if let errorFile {
      posix_spawn_file_actions_addopen(&actions, 2, errorFile, O_WRONLY | O_CREAT, 0o600)
    } else {
      posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
    }
    var command = [path] + arguments
    if let folder {
      // Not every C library lets a spawned program change its folder first; a shell does.
      command = ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, folder] + command
    }
    var child = pid_t()
    var words = command.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var variables = ProcessInfo.processInfo.environment
    for name in ["CI", "STUBBER_RECORD", "STUBBER_RECORD_ON_CI"] { variables[name] = nil }
    variables.merge(environment) { $1 }
    var assignments = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for assignment in assignments { free(assignment) } }
    let code = Self.isStarting.withLock { _ in
      posix_spawn(&child, command[0], &actions, nil, &words, &assignments)
    }
    guard code == 0 else { throw Self.problem("run \(path)", code) }
    process = child
  }

  /// Runs a program to its end.
  ///
  /// - Throws: `Problem` when it cannot be started.
  public static func run(
    _ path: String, _ arguments: [String], input: Data = Data()
  ) throws -> Result {
    try ChildProcess(path, arguments, input: input).finish()
  }

  /// The next line of the output; `nil` at its end.
  public func line() -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while true {
      let count = read(output.fileDescriptor, &byte, 1)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self) }
      if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
  }

  public func send(_ signal: Int32) { kill(process, signal) }

  /// Waits for its end, which it makes after 300 s; the output is what has not been read as lines.
  public func finish() -> Result {
    let end = DispatchTime.now() + .seconds(Self.patience)
    let limit = DispatchWorkItem { [process] in kill(process, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: end, execute: limit)
    defer { limit.cancel() }
    var rest = Data()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(output.fileDescriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      rest += buffer[..<count]
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    hasEnded = true
    let errorBytes = errorFile.flatMap { try? Data(contentsOf: URL(filePath: $0)) } ?? Data()
    var errors = String(decoding: errorBytes, as: UTF8.self)
    if status & 0x7F == SIGKILL, DispatchTime.now() >= end {
      errors += "\nexpected it to end within \(Self.patience) s, found it running"
    }
    return Result(
      code: status & 0x7F == 0 ? status >> 8 & 0xFF : -1, bytes: rest, errors: errors)
  }

  deinit {
    if !hasEnded {
      kill(process, SIGKILL)
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }
    if let errorFile { try? FileManager.default.removeItem(atPath: errorFile) }
  }

  private static func problem(_ action: String, _ code: Int32) -> Problem {
    Problem(description: "cannot \(action): \(String(cString: strerror(code)))")
  }
}

/// One task reads its output and waits for its end.
@available(*, unavailable) extension ChildProcess: Sendable {}
