/// What every text looks like that a pattern is found in: its length, and bytes at its ends.
package struct TextShape: Sendable, Hashable {
  /// The bytes that may be at the first places.
  package let start: [ByteSet]
  /// The bytes that may be at the last places, the last one first, of a text that ends no line.
  package let end: [ByteSet]
  /// No text has fewer bytes; longer ones than `longest` are not counted.
  package let least: Int

  /// The most places of each end that are looked at.
  package static let longest = 32

  /// Whether a text looks so.
  package func fits(_ text: some BidirectionalCollection<UInt8>) -> Bool {
    guard text.count >= least, zip(start, text).allSatisfy({ $0.contains($1) }) else {
      return false
    }
    return Self.endsLine(text.last) || zip(end, text.reversed()).allSatisfy { $0.contains($1) }
  }

  /// Whether this is the last byte of a line end, before which `$` takes the text for ended.
  static func endsLine(_ byte: UInt8?) -> Bool { byte == 0x0A || byte == 0x0D }
}

extension RegularExpression {
  /// `nil` where nothing is known of the texts.
  package var textShape: TextShape? {
    guard let alternatives = PatternReader.alternatives(of: pattern, options) else { return nil }
    let isWhole = options.contains(.fullMatch)
    let shape = TextShape(
      start: PatternEdge.start.bytes(of: alternatives, isWhole: isWhole),
      end: PatternEdge.end.bytes(of: alternatives, isWhole: isWhole),
      least: alternatives.leastLength)
    return shape.least == 0 && shape.start.isEmpty && shape.end.isEmpty ? nil : shape
  }
}

/// The end of a pattern that it is looked at from.
private enum PatternEdge {
  case start
  case end

  /// Bytes at the first places from here on of what a part of a pattern takes.
  struct Places {
    var bytes: [ByteSet] = []
    /// Whether there are no more, so that what comes next has the places behind them.
    var isComplete = true

    mutating func append(_ next: Places) {
      bytes += next.bytes
      isComplete = next.isComplete
    }

    /// Those of what is one or the other.
    func union(_ other: Places) -> Places {
      Places(
        bytes: zip(bytes, other.bytes).map { $0.union($1) },
        isComplete: isComplete && other.isComplete && bytes.count == other.bytes.count)
    }
  }

  func bytes(of alternatives: [[PatternPart]], isWhole: Bool) -> [ByteSet] {
    guard isWhole || isAnchored(alternatives) else { return [] }
    var bytes = places(of: alternatives).bytes.prefix(TextShape.longest)
    while bytes.last == ByteSet.all { bytes.removeLast() }
    return Array(bytes)
  }

  private func parts(of sequence: [PatternPart]) -> [PatternPart] {
    self == .start ? sequence : sequence.reversed()
  }

  /// Whether a match can only be at this end of the text.
  private func isAnchored(_ alternatives: [[PatternPart]]) -> Bool {
    alternatives.allSatisfy { sequence in
      for part in parts(of: sequence) {
        switch part.item {
        case .assertion: continue
        case .start: return self == .start && part.least > 0
        case .end: return self == .end && part.least > 0
        case .group(let inner): return part.least > 0 && isAnchored(inner)
        case .character, .anyOf, .text: return false
        }
      }
      return false
    }
  }

  private func places(of alternatives: [[PatternPart]]) -> Places {
    let all = alternatives.map { places(of: $0) }
    return all.dropFirst().reduce(all.first ?? Places()) { $0.union($1) }
  }

  private func places(of sequence: [PatternPart]) -> Places {
    var places = Places()
    for part in parts(of: sequence) where places.isComplete {
      let once = self.places(of: part.item)
      let certain = min(part.least, TextShape.longest)
      for _ in 0..<certain where places.isComplete { places.append(once) }
      if part.most != certain || places.bytes.count > TextShape.longest {
        places.isComplete = false
      }
    }
    return places
  }

  private func places(of item: PatternPart.Item) -> Places {
    switch item {
    case .character(let bytes):
      return Places(bytes: (self == .start ? bytes : bytes.reversed()).map { ByteSet([$0]) })
    // Characters beyond ASCII have two bytes or more.
    case .anyOf(let set): return Places(bytes: [set], isComplete: !set.hasOthers)
    case .group(let alternatives): return places(of: alternatives)
    case .start, .end, .assertion: return Places()
    case .text: return Places(isComplete: false)
    }
  }
}

extension [[PatternPart]] {
  /// The fewest bytes that one of them takes, counted up to `TextShape.longest`.
  fileprivate var leastLength: Int {
    map { sequence in
      sequence.reduce(0) { Swift.min($0 + $1.leastLength, TextShape.longest) }
    }.min() ?? 0
  }
}

extension PatternPart {
  fileprivate var leastLength: Int {
    let once =
      switch item {
      case .character(let bytes): bytes.count
      case .anyOf, .text: 1
      case .group(let alternatives): alternatives.leastLength
      case .start, .end, .assertion: 0
      }
    return min(least, TextShape.longest) * once
  }
}
