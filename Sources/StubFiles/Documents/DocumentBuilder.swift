import StubCore
import StubLanguages

/// Puts the tokens of a document together, for notations other than JSON.
struct DocumentBuilder {
  private let source: SourceText
  private let format: DocumentFormat
  private var tokens: [JSONToken] = []
  private var texts: [String] = []

  /// The places of the names of a mapping.
  typealias Names = [ScalarText: Int]

  init(_ source: SourceText, _ format: DocumentFormat) {
    (self.source, self.format) = (source, format)
  }

  /// The place of the next token.
  var next: Int { tokens.count }

  /// Adds a single value or a name; a text that is not what stands there is kept.
  mutating func add(_ kind: JSONToken.Kind, _ text: String, at offset: Int) {
    let rest = source.bytes[min(offset, source.bytes.count)...]
    let isQuoted = rest.first == UInt8(ascii: "\"") || rest.first == UInt8(ascii: "'")
    let count = text.utf8.count
    if rest.dropFirst(isQuoted ? 1 : 0).prefix(count).elementsEqual(text.utf8) {
      tokens.append(JSONToken(kind, at: offset, extent: count, isQuoted: isQuoted))
    } else {
      tokens.append(JSONToken(kind, at: offset, extent: texts.count, isKeptElsewhere: true))
      texts.append(text)
    }
  }

  /// Adds a name before its value; one that is there already is reported and replaced.
  mutating func addName(
    _ name: String, at offset: Int, to names: inout Names,
    reportingTo diagnostics: inout DiagnosticList
  ) {
    if let first = names.updateValue(next, forKey: ScalarText(name)) {
      tokens[first].kind = .hiddenName
      diagnostics.append(
        repeated: name, at: SourcePosition(source: source, offset: offset),
        first: SourcePosition(source: source, offset: Int(tokens[first].start)))
    }
    add(.name, name, at: offset)
  }

  /// Adds a name that does not count; nor does the value that has to follow.
  mutating func addHiddenName(at offset: Int) {
    tokens.append(JSONToken(.hiddenName, at: offset, extent: 0))
  }

  /// Adds the start of a mapping or list; what is inside follows, until it is closed.
  ///
  /// - Returns: the place of its token.
  mutating func open(_ kind: JSONToken.Kind, at offset: Int) -> Int {
    tokens.append(JSONToken(kind, at: offset, extent: 0))
    return tokens.count - 1
  }

  mutating func close(_ container: Int) {
    tokens[container].extent = UInt32(truncatingIfNeeded: tokens.count)
  }

  /// Adds a value that stands elsewhere in the document.
  mutating func addAlias(of slot: Int) {
    let value = tokens[slot].kind == .alias ? Int(tokens[slot].extent) : slot
    tokens.append(JSONToken(.alias, at: Int(tokens[slot].start), extent: value))
  }

  /// Adds members of other mappings, each by the place of its value, unless their names are there.
  mutating func merge(_ values: [UInt32], into names: inout Names) {
    for value in values.map(Int.init) {
      let name = tokens[value - 1]
      let text = document().text(of: name)
      guard names.updateValue(value, forKey: ScalarText(text)) == nil else { continue }
      tokens.append(name)
      addAlias(of: value)
    }
  }

  /// The document, as far as it was put together.
  func document(in holder: Value? = nil) -> Document {
    Document(source, format, tokens, texts: texts, in: holder)
  }
}

extension DiagnosticList {
  /// Reports a key that comes twice in a mapping.
  mutating func append(
    repeated key: @autoclosure () -> String, at position: SourcePosition, first: SourcePosition
  ) {
    // Findings that are only counted need no words.
    let found = isFull ? "" : "duplicate key \(Quotation.of(key())), first at \(first.short)"
    append(FileDiagnostic(at: position, found: found))
  }
}
