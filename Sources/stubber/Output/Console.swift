import StubCore
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Where the command's output goes; whole lines, from any thread.
struct Console: Sendable {
  /// Whether somebody is likely to read along.
  var isTerminal = false
  var usesColor = false
  /// Writes over the current line of the terminal; `nil` where errors go elsewhere.
  var overwrite: (@Sendable (String) -> Void)?
  /// Takes one line, without its end, of what the command was asked for.
  let print: @Sendable (String) -> Void
  /// Takes one line of what went wrong.
  let printError: @Sendable (String) -> Void

  /// The process's own output; colors only on a terminal whose user has not refused them.
  static var standard: Console {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    let refusesColor = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
    let isDumb = getenv("TERM").map { String(cString: $0) == "dumb" } ?? false
    let lock = Mutex(())
    // Back to the start of the line and clear it (ECMA-48 §8.3.41, EL).
    let overwrite: @Sendable (String) -> Void = { text in
      lock.withLock { _ in write("\r\u{1B}[2K\(text)", to: STDERR_FILENO) }
    }
    return Console(
      isTerminal: isTerminal, usesColor: isTerminal && !refusesColor && !isDumb,
      overwrite: isatty(STDERR_FILENO) == 1 && !isDumb ? overwrite : nil,
      print: { line in lock.withLock { _ in write(line + "\n", to: STDOUT_FILENO) } },
      printError: { line in lock.withLock { _ in write(line + "\n", to: STDERR_FILENO) } })
  }

  /// One JSON object on a line of its own.
  func print(_ event: JSONValue) { print(event.text()) }

  func colored(_ text: String, _ color: Color) -> String {
    usesColor ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// Output that nobody takes any more is dropped.
  private static func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)[...]
      while !rest.isEmpty {
        let count = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest))
        if count > 0 {
          rest = rest.dropFirst(count)
        } else if errno != EINTR {
          return
        }
      }
    }
  }
}

/// Outside of the type, whose own `write` would stand before the system's.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
