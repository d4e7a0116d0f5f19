#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@main
enum Main {
  static func main() {
    // A reader that goes away must not end the process; writing then fails instead.
    signal(SIGPIPE, SIG_IGN)
    let code = run(Array(CommandLine.arguments.dropFirst()), .standard)
    exit(code.rawValue)
  }

  static func run(_ words: [String], _ console: Console) -> ExitCode {
    let invocation: Invocation
    do {
      invocation = try Invocation(words)
    } catch {
      console.printError(error.text)
      return .wrongUse
    }
    switch invocation {
    case .help(let command):
      console.print(command.map { HelpText.text(for: $0) } ?? HelpText.program)
      return .success
    case .version:
      console.print("stubber \(Version.current)")
      return .success
    case .run(let command):
      return command.run(console)
    }
  }
}
