import StubLanguages

@testable import stubber

/// A console that keeps what it is given.
final class RecordedOutput: Sendable {
  private let state = Lock((lines: [String](), errors: [String]()))

  var lines: [String] { state.withLock { $0.lines } }
  var errors: [String] { state.withLock { $0.errors } }

  func console(json isJSON: Bool = false, usesColor: Bool = false) -> Console {
    Console(
      isJSON: isJSON, usesColor: usesColor,
      print: { [self] line in
        let text = "\(line)"
        state.withLock { $0.lines.append(text) }
      },
      printError: { [self] line in state.withLock { $0.errors.append(line) } })
  }
}
