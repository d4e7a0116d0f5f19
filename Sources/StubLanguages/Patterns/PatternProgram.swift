#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What searches for a pattern: a program for all of it, or one for what is behind a plain start.
struct PatternProgram: Sendable {
  private let pattern: String
  private let options: RegularExpression.Options
  /// What each text has to start with, behind which the program begins.
  private let start: [UInt8]
  private let program: PCRE2Program

  /// Compiles a pattern, unless that has been done.
  init(
    _ pattern: String, _ options: RegularExpression.Options
  ) throws(PCRE2Program.SyntaxError) {
    (self.pattern, self.options) = (pattern, options)
    if let cut = PatternStart(pattern, options),
      let rest = try? PCRE2Program.of(cut.rest, options, isAnchored: true)
    {
      (start, program) = (cut.text, rest)
    } else {
      (start, program) = ([], try PCRE2Program.of(pattern, options))
    }
  }

  var groupNames: [(name: String, number: Int)] { program.groupNames }
  var usesMachineCode: Bool { program.usesMachineCode }

  func firstMatch(in subject: UnsafeBufferPointer<UInt8>) -> PCRE2Program.Outcome {
    guard isStart(of: subject) else { return .notMatched }
    if let whole = programForAll(of: subject) { return whole.firstMatch(in: subject) }
    return program.firstMatch(in: subject, behind: start.count)
  }

  func isMatch(_ subject: UnsafeBufferPointer<UInt8>) -> Bool {
    guard isStart(of: subject) else { return false }
    if let whole = programForAll(of: subject) { return whole.isMatch(subject) }
    return program.isMatch(subject, behind: start.count)
  }

  private func isStart(of subject: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !start.isEmpty else { return true }
    guard subject.count >= start.count, let bytes = subject.baseAddress else { return false }
    return memcmp(bytes, start, start.count) == 0
  }

  /// The program for the pattern as it is, where it has to be asked instead: a search cannot begin
  /// at a byte that may be no valid UTF-8.
  private func programForAll(of subject: UnsafeBufferPointer<UInt8>) -> PCRE2Program? {
    guard !start.isEmpty, subject.count > start.count, subject[start.count] >= 0x80
    else { return nil }
    return try? PCRE2Program.of(pattern, options)
  }
}
