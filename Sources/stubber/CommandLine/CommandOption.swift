import StubCore
import StubFiles

/// An option of a command, written once: parsing, checks and help come from it.
///
/// ```swift
/// .value("port", letter: "p", "NUMBER", "Port; 0 picks a free one (default: 8080)") {
///   $0.port = try $1.number(in: 0...65_535)
/// }
/// ```
struct CommandOption<Target>: Sendable {
  typealias Take = @Sendable (inout Target, OptionValue) throws -> Void

  /// Without the dashes.
  let name: String
  /// The letter that stands for it after one dash.
  let letter: Character?
  /// What stands for the value in help; `nil` for a flag, which has none.
  let placeholder: String?
  let summary: String
  var isRepeatable = false
  var isRequired = false
  /// The option that this one needs.
  var need: String?
  /// Puts the value into the command; throws `UsageError` for a wrong one.
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

  /// An option that may be given several times.
  static func values(
    _ name: String, letter: Character? = nil, _ placeholder: String, _ summary: String,
    take: @escaping Take
  ) -> Self {
    Self(
      name: name, letter: letter, placeholder: placeholder, summary: summary, isRepeatable: true,
      take: take)
  }

  /// How messages and usage lines write it, such as `--port NUMBER`.
  var long: String { placeholder.map { "--\(name) \($0)" } ?? "--\(name)" }

  /// How help lists it, such as `-p, --port NUMBER`.
  var spelling: String { letter.map { "-\($0), \(long)" } ?? "    \(long)" }
}

/// The text that was given to an option; its functions read it as something else.
struct OptionValue: Sendable {
  /// The option's name with its dashes.
  let option: String
  let text: String

  /// The text, which says something: an empty token or name would mean none, or all.
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

  /// Bytes, such as `64MB`.
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

  /// One of the cases of an enumeration, by its raw value.
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

  /// A field that is added to responses, which does not say how long their bodies are.
  func responseHeaderField() throws(UsageError) -> HTTPHeaders.Field {
    let field = try headerField()
    guard ![.contentLength, .transferEncoding].contains(field.name) else {
      throw UsageError("\(option) cannot add \(field.name), which depends on the body")
    }
    return field
  }

  /// An address to listen on; brackets, which IPv6 addresses have in URLs, are no part of it.
  var host: String {
    get throws(UsageError) {
      let isBracketed = text.hasPrefix("[") && text.hasSuffix("]")
      return isBracketed ? String(text.dropFirst().dropLast()) : try filled
    }
  }

  /// A value in the syntax of rule files, which `read` parses.
  func rule<Rule>(
    _ read: (String, String) throws(DiagnosticList) -> Rule
  ) throws(UsageError) -> Rule {
    do throws(DiagnosticList) {
      return try read(text, option)
    } catch {
      throw UsageError("\(option): \(error.sorted.map(\.message).joined(separator: "; "))")
    }
  }

  /// Why the text is wrong: `--port must be a number, not "x"`.
  func mismatch(_ wanted: String) -> UsageError {
    UsageError("\(option) \(wanted), not \"\(text)\"")
  }
}
