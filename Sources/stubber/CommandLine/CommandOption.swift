import StubCore
import StubFiles

/// An option of a command, which describes how it is parsed, checked and shown in help.
///
/// ```swift
/// .value("port", letter: "p", "NUMBER", "Port; 0 picks a free one (default: 8080)") {
///   $0.port = try $1.number(in: 0...65_535)
/// }
/// ```
struct CommandOption<Target>: Sendable {
  typealias Take = @Sendable (inout Target, OptionValue) throws -> Void

  /// The name without the dashes.
  let name: String
  /// The letter of the short form, such as `p` for `-p`; `nil` if there is none.
  let letter: Character?
  /// The name of the value in help; `nil` for a flag, which has no value.
  let placeholder: String?
  let summary: String
  var isRepeatable = false
  var isRequired = false
  /// The name of another option that must also be given; `nil` if there is none.
  var need: String?
  /// Stores the value in the command, or throws `UsageError` if the value is invalid.
  let take: Take

  static func flag(
    _ name: String, letter: Character? = nil, _ summary: String, needs need: String? = nil,
    take: @escaping @Sendable (inout Target) -> Void
  ) -> Self {
    Self(
      name: name, letter: letter, placeholder: nil, summary: summary, need: need,
      take: { target, _ in take(&target) })
  }

  static func value(
    _ name: String, letter: Character? = nil, _ placeholder: String, _ summary: String,
    isRequired: Bool = false, needs need: String? = nil, take: @escaping Take
  ) -> Self {
    Self(
      name: name, letter: letter, placeholder: placeholder, summary: summary,
      isRequired: isRequired, need: need, take: take)
  }

  /// Creates an option that may be given several times.
  static func values(
    _ name: String, letter: Character? = nil, _ placeholder: String, _ summary: String,
    take: @escaping Take
  ) -> Self {
    Self(
      name: name, letter: letter, placeholder: placeholder, summary: summary, isRepeatable: true,
      take: take)
  }

  /// The form in messages and usage lines, such as `--port NUMBER`.
  var long: String { placeholder.map { "--\(name) \($0)" } ?? "--\(name)" }

  /// The form in help, such as `-p, --port NUMBER`.
  var spelling: String { letter.map { "-\($0), \(long)" } ?? "    \(long)" }
}

/// The text of an option's value, with functions that parse it.
struct OptionValue: Sendable {
  /// The option's name with its dashes.
  let option: String
  let text: String

  /// The text, which must not be blank, because a blank token or name could mean "none" or "all".
  var filled: String {
    get throws(UsageError) {
      if text.allSatisfy(\.isWhitespace) { throw UsageError("\(option) is empty") }
      return text
    }
  }

  func number(in range: ClosedRange<Int>) throws(UsageError) -> Int {
    if let number = Int(text), range.contains(number) { return number }
    let wanted =
      range.upperBound == .max
      ? "\(range.lowerBound) or more" : "from \(range.lowerBound) to \(range.upperBound)"
    throw mismatch("must be a whole number, \(wanted)")
  }

  func duration() throws(UsageError) -> Duration {
    guard let duration = Duration(ruleText: text) else {
      throw mismatch("must be a duration such as 24h")
    }
    return duration
  }

  /// Parses a size in bytes, such as `64MB`.
  func size() throws(UsageError) -> Int {
    guard let size = ByteCount(ruleText: text) else {
      throw mismatch("must be a size such as 64MB")
    }
    return size.bytes
  }

  func flag() throws(UsageError) -> Bool {
    switch text {
    case "true": true
    case "false": false
    default: throw mismatch("must be true or false")
    }
  }

  /// Returns the case of an enumeration that has the text as its raw value.
  func choice<Choice: RawRepresentable<String> & CaseIterable>() throws(UsageError) -> Choice {
    guard let choice = Choice(rawValue: text) else {
      throw mismatch("must be \(Choice.allCases.map(\.rawValue).joined(separator: " or "))")
    }
    return choice
  }

  func headerField() throws(UsageError) -> HTTPHeaders.Field {
    let sides = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let (name, value) = (sides[0].trimmingWhitespace(), sides.last?.trimmingWhitespace() ?? "")
    guard sides.count == 2, name.isToken else {
      throw mismatch("must have the form 'NAME: VALUE'")
    }
    guard !value.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else {
      throw mismatch("must be on one line")
    }
    return HTTPHeaders.Field(name: HTTPHeaderName(name), value: value)
  }

  /// Parses a header field to add to responses.
  ///
  /// - Throws: `UsageError` also for fields about the length of the body.
  func responseHeaderField() throws(UsageError) -> HTTPHeaders.Field {
    let field = try headerField()
    guard ![.contentLength, .transferEncoding].contains(field.name) else {
      throw UsageError("\(option) cannot add \(field.name), which depends on the body")
    }
    return field
  }

  /// The address to listen on; brackets around an IPv6 address are removed.
  var host: String {
    get throws(UsageError) {
      let isBracketed = text.hasPrefix("[") && text.hasSuffix("]")
      return isBracketed ? String(text.dropFirst().dropLast()) : try filled
    }
  }

  /// Parses a value with the function `read`, which reads the syntax of rule files.
  func rule<Rule>(
    _ read: (String, String) throws(DiagnosticList) -> Rule
  ) throws(UsageError) -> Rule {
    do throws(DiagnosticList) {
      return try read(text, option)
    } catch {
      throw UsageError("\(option): \(error.sorted.map(\.message).joined(separator: "; "))")
    }
  }

  /// Returns the error for an invalid value, such as `--port must be a number, not "x"`.
  func mismatch(_ wanted: String) -> UsageError {
    UsageError("\(option) \(wanted), not \"\(text)\"")
  }
}
