import StubCore
import StubLanguages
import StubPlatform

/// An error or a warning about a file: the place, the problem, and what to do.
package struct FileDiagnostic: DescribedError, Sendable, Hashable {
  /// The severity of a finding, which tells whether the file can still be used.
  package enum Severity: String, Sendable, Hashable {
    /// The file cannot be used until it is corrected.
    case error
    /// The file can be used, but probably does not do what its author intended.
    case warning
  }

  /// Whether the finding is an error or a warning.
  package let severity: Severity
  /// The path as given by the caller.
  package let file: String
  /// The position in the file; `nil` if the finding is about the whole file.
  ///
  /// Line and column are computed on demand, because most findings of a badly broken file are only
  /// counted.
  package let position: SourcePosition?
  /// The place of the value, as a JSON Pointer (RFC 6901); `nil` if it is unknown.
  package let pointer: String?
  /// The problem, or the value found in place of ``expected``.
  package let found: String
  /// The value that was expected; `nil` if ``found`` describes the whole problem.
  package let expected: String?
  package let remedy: Remedy?
  /// The number of findings with this text in the file; ``position`` is that of the first one.
  package var occurrences = 1
  /// Whether a part of the file, such as an entry, is left out because of the finding.
  package var causesOmission = false
  /// Whether ``found`` describes the value at the pointer.
  private let isValue: Bool
  /// Whether the line may be shown; it may not if it contains a secret.
  private let showsLine: Bool

  /// Creates a finding at a position in a text.
  package init(
    _ severity: Severity = .error, at position: SourcePosition, pointer: String? = nil,
    isValue: Bool = false, found: String, expected: String? = nil, remedy: Remedy? = nil,
    showsLine: Bool = true
  ) {
    self.showsLine = showsLine
    self.isValue = isValue
    self.severity = severity
    file = position.file
    self.position = position
    self.pointer = pointer
    self.found = found
    self.expected = expected
    self.remedy = remedy
  }

  /// Creates a finding about a file or folder as a whole.
  package init(
    _ severity: Severity = .error, file: String,
    found: String, expected: String? = nil, remedy: Remedy? = nil
  ) {
    self.severity = severity
    self.file = file
    showsLine = true
    isValue = false
    position = nil
    pointer = nil
    self.found = found
    self.expected = expected
    self.remedy = remedy
  }

  /// The line, from 1; `nil` if the finding is about the whole file.
  package var line: Int? { position?.line }
  /// The column in characters, from 1; `nil` if the finding is about the whole file.
  package var column: Int? { position?.column }
  /// The line with a caret below the position.
  ///
  /// It is `nil` for a finding about the whole file, or if the line is empty or contains a secret.
  package var excerpt: SourceExcerpt? { showsLine ? position.flatMap(SourceExcerpt.init) : nil }

  /// The problem and the remedy, without the position.
  package var message: String {
    let recurrence = occurrences > 1 ? " (\(occurrences) times in this file)" : ""
    return "\(problem)\(recurrence)\(remedy.map { "; \($0.text)" } ?? "")"
  }

  /// The problem, such as `"status" must be from 100 to 999, not 9000`.
  private var problem: String {
    guard let expected else { return found }
    let kind = Self.kinds.first(where: found.hasPrefix) ?? ""
    let value = found == "nothing" ? "empty" : String(found.dropFirst(kind.count))
    let isMisspelled = if case .nearest = remedy { true } else { false }
    switch isValue ? pointer.flatMap(Self.key(in:)).map(Quotation.of) : nil {
    case let key? where isMisspelled: return "\(key) cannot be \(value)"
    case let key?: return "\(key) must be \(expected), not \(value)"
    case nil where isMisspelled: return kind.isEmpty ? found : "unknown value \(value)"
    case nil: return "expected \(expected), got \(found)"
    }
  }

  private static let kinds = ["the text ", "the number ", "the bare word "]

  /// Returns the last key in a JSON Pointer, which is that of the value or of the list around it.
  package static func key(in pointer: String) -> String? {
    pointer.split(separator: "/").last { Int($0) == nil }.map {
      String($0).replacing("~1", with: "/").replacing("~0", with: "~")
    }
  }
}

extension FileDiagnostic {
  /// The finding in the form of compilers: `file:line:column: error: message`, the line, and a
  /// caret.
  package var description: String {
    var place = file
    if let line { place += ":\(line)" }
    if let column { place += ":\(column)" }
    var text = "\(place): \(severity.rawValue): \(message)"
    if let excerpt { text += "\n\(excerpt.line)\n\(excerpt.caret)" }
    return text
  }
}

extension FileDiagnostic: Comparable {
  /// Orders findings by file, then by position; findings about a whole file come first.
  package static func < (left: FileDiagnostic, right: FileDiagnostic) -> Bool {
    if left.file != right.file { return left.file < right.file }
    return (left.position?.offset ?? -1) < (right.position?.offset ?? -1)
  }
}

/// The remedy for a finding, which follows the problem in messages.
package enum Remedy: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// A clause, such as `remove it`.
  case advice(String)
  /// The value is probably a misspelling of this text, which is in the syntax of files.
  case nearest(String)

  package init(stringLiteral text: String) { self = .advice(text) }

  /// Returns the name that is most like a misspelled one, in quotation marks; `nil` if none is like
  /// it.
  package static func nearest(to name: String, among names: [String]) -> Remedy? {
    NearestName.to(name, among: names).map { .nearest(Quotation.of($0)) }
  }

  /// The clause of messages, such as `did you mean "path"?`.
  package var text: String {
    switch self {
    case .advice(let text): text
    case .nearest(let name): "did you mean \(name)?"
    }
  }
}

extension FileDiagnostic {
  private struct Record: Encodable {
    let severity: String
    let file: String
    let line: Int?
    let column: Int?
    let pointer: String?
    let found: String
    let expected: String?
    let remedy: String?
    let source: String?
    let message: String
  }

  /// The finding for programs: one line of JSON with its keys in alphabetical order.
  package var jsonLine: String {
    let record = Record(
      severity: severity.rawValue, file: file, line: line, column: column, pointer: pointer,
      found: found, expected: expected, remedy: remedy?.text, source: excerpt?.line,
      message: message)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(record) else { return "{}" }
    return String(decoding: data, as: UTF8.self)
  }
}

/// The part of a line around the position of a diagnostic, with a caret below the position.
package struct SourceExcerpt: Sendable, Hashable {
  /// The text of the line, in which `…` stands for a part that is cut off on either side.
  package let line: String
  /// Spaces and tabs, followed by a `^` below the position.
  package let caret: String

  private static let charactersEachSide = 60
  private static let bytesEachSide = 240

  /// Creates an excerpt of the line around the position; `nil` if the line is empty.
  init?(at position: SourcePosition) {
    let bytes = position.source.bytes
    let range = position.source.lineRange(
      at: position.offset, upTo: Self.bytesEachSide + 1)
    guard !range.isEmpty else { return nil }
    let offset = min(max(position.offset, range.lowerBound), range.upperBound)
    let start = Self.boundary(bytes, max(range.lowerBound, offset - Self.bytesEachSide))
    let end = Self.boundary(bytes, min(range.upperBound, offset + Self.bytesEachSide))
    let before = Self.printable(bytes[start..<offset])
    let after = Self.printable(bytes[offset..<max(offset, end)])
    var left = String(before.suffix(Self.charactersEachSide))
    var right = String(after.prefix(Self.charactersEachSide))
    if start > range.lowerBound || left.count < before.count { left = "…" + left }
    if end < range.upperBound || right.count < after.count { right += "…" }
    line = left + right
    caret = String(left.map { $0 == "\t" ? "\t" : " " }) + "^"
  }

  /// Returns the offset, moved back to the start of a character's encoding.
  private static func boundary(_ bytes: [UInt8], _ offset: Int) -> Int {
    var offset = offset
    while offset > 0, offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
    return offset
  }

  /// Returns the text with control characters replaced, so that a file cannot control a terminal.
  private static func printable(_ bytes: ArraySlice<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      let isControl = scalar.properties.generalCategory == .control && scalar != "\t"
      text.append(isControl ? "\u{FFFD}" : scalar)
    }
    return String(text)
  }
}
