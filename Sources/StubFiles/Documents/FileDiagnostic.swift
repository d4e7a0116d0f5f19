import StubCore
import StubPlatform

/// An error or a warning in a file: where, what is wrong, and what to do.
package struct FileDiagnostic: DescribedError, Sendable, Hashable {
  /// Whether the file can be used in spite of a finding.
  package enum Severity: String, Sendable, Hashable {
    /// The file cannot be used as it is.
    case error
    /// The file can be used, but probably does not do what was meant.
    case warning
  }

  /// Whether it is an error or a warning.
  package let severity: Severity
  /// The path as the caller wrote it.
  package let file: String
  /// The place in the file; `nil` when the whole file is meant.
  ///
  /// Line and column are worked out only when somebody asks, because most findings of a badly
  /// broken file are counted and dropped.
  package let position: SourcePosition?
  /// The place in the document as a JSON Pointer (RFC 6901), where one is known.
  package let pointer: String?
  /// What is wrong, or what stands in place of ``expected``.
  package let found: String
  /// What belongs there; `nil` if ``found`` says all.
  package let expected: String?
  /// What to do, as a clause: `remove it`, `did you mean …?`.
  package let remedy: String?
  /// How many findings of this text there are in the file; the place is that of the first.
  package var occurrences = 1
  /// Whether it is about a part of the file, such as an entry, that is not read at all.
  package var leavesOut = false
  /// Whether the value at the pointer was found, and not something else.
  private let isValue: Bool
  /// Whether the line may be shown; not if it contains a secret.
  private let showsLine: Bool

  /// A finding at a place in a text.
  package init(
    _ severity: Severity = .error, at position: SourcePosition, pointer: String? = nil,
    isValue: Bool = false, found: String, expected: String? = nil, remedy: String? = nil,
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

  /// A finding about a file or folder as a whole.
  package init(
    _ severity: Severity = .error, file: String,
    found: String, expected: String? = nil, remedy: String? = nil
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

  /// From 1; `nil` when the whole file is meant.
  package var line: Int? { position?.line }
  /// From 1, in characters.
  package var column: Int? { position?.column }
  /// The line with a caret; `nil` when the whole file is meant, or the line is empty or secret.
  package var excerpt: SourceExcerpt? { showsLine ? position.flatMap(SourceExcerpt.init) : nil }

  /// What is wrong and what to do, without the place.
  package var message: String {
    let recurrence = occurrences > 1 ? " (\(occurrences) times in this file)" : ""
    return "\(problem)\(recurrence)\(remedy.map { "; \($0)" } ?? "")"
  }

  /// What is wrong: `"status" must be from 100 to 999, not 9000`.
  private var problem: String {
    guard let expected else { return found }
    let kind = Self.kinds.first(where: found.hasPrefix) ?? ""
    let value = found == "nothing" ? "empty" : String(found.dropFirst(kind.count))
    let isMisspelled = remedy?.hasPrefix("did you mean ") ?? false
    switch isValue ? pointer.flatMap(Self.key(in:)).map(Quotation.of) : nil {
    case let key? where isMisspelled: return "\(key) cannot be \(value)"
    case let key?: return "\(key) must be \(expected), not \(value)"
    case nil where isMisspelled: return kind.isEmpty ? found : "unknown value \(value)"
    case nil: return "expected \(expected), got \(found)"
    }
  }

  private static let kinds = ["the text ", "the number ", "the bare word "]

  /// The last key in a JSON Pointer, which is that of the value or of the list that contains it.
  static func key(in pointer: String) -> String? {
    pointer.split(separator: "/").last { Int($0) == nil }.map {
      String($0).replacing("~1", with: "/").replacing("~0", with: "~")
    }
  }
}

extension FileDiagnostic {
  /// The form compilers print: `file:line:column: error: message`, the line, a caret.
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
  /// By file, then by place; findings about a whole file come first.
  package static func < (left: FileDiagnostic, right: FileDiagnostic) -> Bool {
    if left.file != right.file { return left.file < right.file }
    return (left.position?.offset ?? -1) < (right.position?.offset ?? -1)
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

  /// The finding as one line of JSON with its keys in alphabetical order, for programs.
  package var jsonLine: String {
    let record = Record(
      severity: severity.rawValue, file: file, line: line, column: column, pointer: pointer,
      found: found, expected: expected, remedy: remedy, source: excerpt?.line, message: message)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(record) else { return "{}" }
    return String(decoding: data, as: UTF8.self)
  }
}

/// The piece of a line that a diagnostic is about, and a caret below it.
package struct SourceExcerpt: Sendable, Hashable {
  /// The text; a long line is cut around the place, cuts are shown as `…`.
  package let line: String
  /// Blanks and a `^` that stands below the place.
  package let caret: String

  private static let charactersEachSide = 60
  private static let bytesEachSide = 240

  /// The line around the place; `nil` when it is empty.
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

  /// The offset moved back to the start of a character's encoding.
  private static func boundary(_ bytes: [UInt8], _ offset: Int) -> Int {
    var offset = offset
    while offset > 0, offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
    return offset
  }

  /// The text with control characters replaced, so that a file cannot drive a terminal.
  private static func printable(_ bytes: ArraySlice<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      let isControl = scalar.properties.generalCategory == .control && scalar != "\t"
      text.append(isControl ? "\u{FFFD}" : scalar)
    }
    return String(text)
  }
}
