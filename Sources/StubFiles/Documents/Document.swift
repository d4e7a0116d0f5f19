import StubCore

/// A document as it was read: flat tokens over the bytes of its file.
///
/// Nothing is made of them until somebody asks a ``Value``.
final class Document: Sendable {
  let source: SourceText
  let format: DocumentFormat
  let tokens: [JSONToken]
  /// Texts that are not what is written in the file, as after YAML's folding.
  private let texts: [String]
  /// What this stands for in another document; `nil` for a whole file.
  let holder: Value?
  /// The number of its first element in the list that holds it, of which it is a part.
  let firstIndex: Int
  /// How many tokens are folded together; `nil` if none are.
  let run: Int?

  init(
    _ source: SourceText, _ format: DocumentFormat, _ tokens: [JSONToken], texts: [String] = [],
    in holder: Value? = nil, firstIndex: Int = 0, run: Int? = nil
  ) {
    (self.source, self.format, self.holder) = (source, format, holder)
    (self.tokens, self.texts) = (tokens, texts)
    (self.firstIndex, self.run) = (firstIndex, run)
  }

  /// The same document as another object: threads that count references to one wait for each other.
  convenience init(sharing document: Document) {
    self.init(
      SourceText(sharing: document.source), document.format, document.tokens, texts: document.texts,
      in: document.holder, firstIndex: document.firstIndex, run: document.run)
  }

  /// The text of a string, number, word or name.
  func text(of token: JSONToken) -> String {
    token.isKeptElsewhere
      ? texts[Int(token.extent)]
      : source.bytes.withUnsafeBufferPointer { JSONText(token, in: $0).string }
  }

  /// The value that stands there, or elsewhere when it is an alias.
  func target(of slot: Int) -> Int {
    tokens[slot].kind == .alias ? Int(tokens[slot].extent) : slot
  }

  /// Where the values of a mapping or list are, or the runs of them that are folded.
  func slots(in container: Int) -> [UInt32] {
    let isMapping = tokens[container].kind == .object
    var slots: [UInt32] = []
    var slot = container + 1
    while slot < tokens[container].extent {
      if !isMapping {
        slots.append(UInt32(slot))
      } else if tokens[slot].kind == .name {
        slots.append(UInt32(slot) + 1)
      }
      slot = following(isMapping ? slot + 1 : slot)
    }
    return slots
  }

  /// Where the value of that name is, among those of the mapping that stands there.
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

  /// The member or element of a container that holds the value at a place, and where it is.
  func step(from container: Int, to slot: Int) -> (step: JSONStep, slot: Int)? {
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

  /// The token after a value.
  private func following(_ slot: Int) -> Int {
    let token = tokens[slot]
    return token.isContainer ? Int(token.extent) : slot + 1
  }

  /// A list of the elements of JSON that were checked and folded, with tokens of its own.
  func unfolded(_ slot: Int, of list: Value? = nil, firstIndex: Int = 0) -> Document {
    source.bytes.withUnsafeBufferPointer { bytes in
      var scanner = JSONScanner(
        bytes, from: Int(tokens[slot].start),
        .relaxed(depth: DocumentLimits.depth, foldingRuns: run))
      // What was checked has no problems, and names that come twice were reported.
      try? scanner.scanElements(Int(tokens[slot].extent))
      return Document(
        source, format, scanner.tokens, in: list, firstIndex: firstIndex,
        run: scanner.hasRuns ? run : nil)
    }
  }
}
