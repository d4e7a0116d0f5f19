import StubCore
import StubPlatform

/// A program that runs in place of this process: with its terminal, its standard streams and its
/// working directory.
struct ChildProgram {
  private let words: [String]
  private let environment: [String]

  /// The process that gets the signals of this one; 0 for none.
  private nonisolated(unsafe) static var receiver: pid_t = 0

  init(_ words: [String], environment: [String]) {
    (self.words, self.environment) = (words, environment)
  }

  /// Runs the program to its end.
  ///
  /// SIGTERM and SIGHUP are passed on to it. The keys for SIGINT and SIGQUIT reach it from the
  /// terminal; this process ignores them, so that it can report afterwards.
  ///
  /// - Returns: its exit code, or 128 and the number of the signal that ended it.
  /// - Throws: `ChildProblem` if the program cannot be started.
  func run() throws(ChildProblem) -> Int32 {
    signal(SIGINT, SIG_IGN)
    signal(SIGQUIT, SIG_IGN)
    let child = try start()
    Self.receiver = child
    for number in [SIGTERM, SIGHUP] {
      signal(number) { if ChildProgram.receiver != 0 { kill(ChildProgram.receiver, $0) } }
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    Self.receiver = 0
    // The low 7 bits are the signal, the next 8 the code (`wait` of POSIX has macros for them).
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }

  private func start() throws(ChildProblem) -> pid_t {
    #if canImport(Darwin)
    var attributes: posix_spawnattr_t?
    #else
    var attributes = posix_spawnattr_t()
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The program gets the usual reactions to signals, which this process has changed.
    var (changed, none) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigemptyset(&changed)
    for number in [SIGPIPE, SIGINT, SIGQUIT, SIGXFSZ] { sigaddset(&changed, number) }
    posix_spawnattr_setsigdefault(&attributes, &changed)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
    var child: pid_t = 0
    let error = Self.withPointers(to: words) { arguments in
      Self.withPointers(to: environment) { environment in
        posix_spawnp(&child, words[0], nil, &attributes, arguments, environment)
      }
    }
    guard error == 0 else { throw ChildProblem(program: words[0], number: error) }
    return child
  }

  private static func withPointers<Result>(
    to texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let pointers = texts.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers + [nil])
  }
}

/// The reason why a program cannot be started.
struct ChildProblem: DescribedError, Sendable, Hashable {
  let program: String
  /// The error number of the system.
  let number: Int32

  /// The exit code that shells use: 127 if there is no such program, 126 if it cannot be run.
  var exitCode: ExitCode { ExitCode(rawValue: number == ENOENT ? 127 : 126) }

  var description: String {
    let remedy =
      number == ENOENT ? "check its name, and that its folder is in PATH" : "check its permissions"
    return "cannot run \(program): \(String(cString: strerror(number))); \(remedy)"
  }
}
