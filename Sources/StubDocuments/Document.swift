package import StubCore
import StubLanguages

/// A parsed document, which is a list of tokens over the bytes of its file.
///
/// A value is created only when it is read through a ``Value``. Long lists of JSON are folded to
/// save memory: many elements share one token, and are parsed again when one of them is read.
package final class Document: Sendable {
  package let source: SourceText
  package let format: DocumentFormat
  package let tokens: [JSONToken]
  /// The texts that differ from the bytes in the file, for example because of YAML's folding.
  private let texts: [String]
  /// The value of another document that this document stands for; `nil` for a whole file.
  package let holder: Value?
  /// The index that the document's first element has in the whole list.
  ///
  /// It is 0 unless the document consists of the elements of one folded token.
  package let firstIndex: Int
  /// The number of tokens that are folded into one; `nil` if none are folded.
  package let run: Int?

  init(
    _ source: SourceText, _ format: DocumentFormat, _ tokens: [JSONToken], texts: [String] = [],
    in holder: Value? = nil, firstIndex: Int = 0, run: Int? = nil
  ) {
    (self.source, self.format, self.holder) = (source, format, holder)
    (self.tokens, self.texts) = (tokens, texts)
    (self.firstIndex, self.run) = (firstIndex, run)
  }

  /// Copies the document into a separate object, so that threads do not compete for a reference
  /// count.
  convenience init(sharing document: Document) {
    self.init(
      SourceText(sharing: document.source), document.format, document.tokens, texts: document.texts,
      in: document.holder, firstIndex: document.firstIndex, run: document.run)
  }

  /// Returns the text of a string, number, word or name.
  package func text(of token: JSONToken) -> String {
    token.isKeptElsewhere
      ? texts[Int(token.extent)]
      : source.bytes.withUnsafeBufferPointer { JSONText(token, in: $0).string }
  }

  /// Returns the index of the token with a value's contents; for an alias, the token of its target.
  package func target(of slot: Int) -> Int {
    tokens[slot].kind == .alias ? Int(tokens[slot].extent) : slot
  }

  /// Returns the token indices of the values in a mapping or list; several folded elements share a
  /// token.
  ///
  /// Of several values with the same name, only the last one is included, unless `withEarlier` is
  /// set.
  func slots(in container: Int, withEarlier: Bool = false) -> [UInt32] {
    let isMapping = tokens[container].kind == .object
    var slots: [UInt32] = []
    var slot = container + 1
    while slot < tokens[container].extent {
      if !isMapping {
        slots.append(UInt32(slot))
      } else if tokens[slot].kind == .name || withEarlier && tokens[slot].kind == .earlierName {
        slots.append(UInt32(slot) + 1)
      }
      slot = following(isMapping ? slot + 1 : slot)
    }
    return slots
  }

  /// Returns the token index of the value named `name` in a mapping.
  func slot(of name: String, in mapping: Int) -> Int? {
    guard tokens[mapping].kind == .object else { return nil }
    var name = name
    return name.withUTF8 { name in
      source.bytes.withUnsafeBufferPointer { bytes in
        var slot = mapping + 1
        while slot < tokens[mapping].extent {
          let token = tokens[slot]
          if token.kind == .name, isText(of: token, name, bytes) { return slot + 1 }
          slot = following(slot + 1)
        }
        return nil
      }
    }
  }

  private func isText(
    of token: JSONToken, _ text: UnsafeBufferPointer<UInt8>, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    if token.isKeptElsewhere || token.isEscaped {
      return self.text(of: token).utf8.elementsEqual(text)
    }
    return token.extent == text.count && bytes[token.range].elementsEqual(text)
  }

  /// Returns the member or element of a container that contains the token at `slot`.
  ///
  /// The result also has the token index of this member or element.
  package func step(from container: Int, to slot: Int) -> (step: JSONStep, slot: Int)? {
    let isMapping = tokens[container].kind == .object
    var (place, number) = (container + 1, container == 0 ? firstIndex : 0)
    var found: (step: JSONStep, slot: Int)?
    while place < tokens[container].extent {
      let value = isMapping ? place + 1 : place
      if value > slot { break }
      if !isMapping {
        found = (.index(number), value)
      } else if tokens[place].kind == .name {
        found = (.name(text(of: tokens[place])), value)
      }
      number += tokens[value].kind == .folded ? Int(tokens[value].extent) : 1
      place = following(value)
    }
    return found
  }

  /// Returns the index of the token that follows a value.
  private func following(_ slot: Int) -> Int {
    let token = tokens[slot]
    return token.isContainer ? Int(token.extent) : slot + 1
  }

  /// Parses folded JSON elements again, as a document of their own.
  package func unfolded(_ slot: Int, of list: Value? = nil, firstIndex: Int = 0) -> Document {
    source.bytes.withUnsafeBufferPointer { bytes in
      var scanner = JSONScanner(
        bytes, from: Int(tokens[slot].start),
        .relaxed(depth: DocumentLimits.depth, foldingRuns: run))
      // The text was already checked: it has no errors, and repeated names have been reported.
      try? scanner.scanElements(Int(tokens[slot].extent))
      return Document(
        source, format, scanner.tokens, in: list, firstIndex: firstIndex,
        run: scanner.hasRuns ? run : nil)
    }
  }
}

/// Builds the tokens of a document, for notations other than JSON.
struct DocumentBuilder {
  private let source: SourceText
  private let format: DocumentFormat
  private var tokens: [JSONToken] = []
  private var texts: [String] = []
  /// The names that occur a second time in their mapping.
  private(set) var repeatedNames: [RepeatedName] = []

  /// The token indices of the names in a mapping.
  typealias Names = [ScalarText: Int]

  init(_ source: SourceText, _ format: DocumentFormat) {
    (self.source, self.format) = (source, format)
  }

  /// The index of the next token.
  var next: Int { tokens.count }

  /// Adds a single value or a name; its text is stored if it differs from the bytes in the file.
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

  /// Adds a name, which comes before its value, to an open mapping; an earlier equal name no longer
  /// counts.
  mutating func addName(_ name: String, at offset: Int, in mapping: Int, to names: inout Names) {
    let first = names.updateValue(next, forKey: ScalarText(name))
    add(.name, name, at: offset)
    guard let first else { return }
    repeatedNames.append(RepeatedName(next - 1, after: first, in: mapping, of: tokens))
    tokens[first].kind = .earlierName
  }

  /// Adds a name that is ignored, together with the value after it.
  mutating func addHiddenName(at offset: Int) {
    tokens.append(JSONToken(.hiddenName, at: offset, extent: 0))
  }

  /// Adds the start of a mapping or list, whose contents follow until it is closed.
  ///
  /// - Returns: the index of its token.
  mutating func open(_ kind: JSONToken.Kind, at offset: Int) -> Int {
    tokens.append(JSONToken(kind, at: offset, extent: 0))
    return tokens.count - 1
  }

  mutating func close(_ container: Int) {
    tokens[container].extent = UInt32(truncatingIfNeeded: tokens.count)
  }

  /// Adds a reference to a value elsewhere in the document.
  mutating func addAlias(of slot: Int) {
    let value = tokens[slot].kind == .alias ? Int(tokens[slot].extent) : slot
    tokens.append(JSONToken(.alias, at: Int(tokens[slot].start), extent: value))
  }

  /// Adds members of other mappings, except those whose names already exist.
  ///
  /// `values` are the token indices of their values.
  mutating func merge(_ values: [UInt32], into names: inout Names) {
    for value in values.map(Int.init) {
      let name = tokens[value - 1]
      let text = document().text(of: name)
      guard names.updateValue(value, forKey: ScalarText(text)) == nil else { continue }
      tokens.append(name)
      addAlias(of: value)
    }
  }

  /// Returns the document built so far.
  func document(in holder: Value? = nil) -> Document {
    Document(source, format, tokens, texts: texts, in: holder)
  }
}
