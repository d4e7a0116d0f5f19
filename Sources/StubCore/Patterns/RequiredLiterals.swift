extension RegularExpression {
  /// Texts each of which is in every text that the pattern is found in; there may be more.
  ///
  /// Empty for a pattern that is not fully understood here, or that ignores case.
  package var requiredLiterals: [String] {
    if options.contains(.caseInsensitive) { return [] }
    if options.contains(.literal) { return [pattern] }
    if options.contains(.extended) || pattern == "*" { return [] }
    var reader = RequiredLiterals(pattern)
    return reader.read()
  }
}

/// Reads the literals out of a pattern (pcre2pattern): those that no repetition, alternative or
/// condition can leave out.
private struct RequiredLiterals {
  private let bytes: [UInt8]
  private var place = 0

  init(_ pattern: String) { bytes = Array(pattern.utf8) }

  mutating func read() -> [String] {
    guard let runs = sequence(depth: 0), place == bytes.count else { return [] }
    return runs.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The literals up to the end of a group or of the pattern; `nil` for what is not understood.
  private mutating func sequence(depth: Int) -> [[UInt8]]? {
    guard depth < 50 else { return nil }
    var runs: [[UInt8]] = []
    var run: [UInt8] = []
    var hasAlternatives = false
    func flushed() -> [[UInt8]] { run.isEmpty ? runs : runs + [run] }
    while let byte = peek, byte != UInt8(ascii: ")") {
      var atom: [UInt8] = []
      var inner: [[UInt8]] = []
      var isBoundary = false
      place += 1
      switch byte {
      case UInt8(ascii: "|"):
        hasAlternatives = true
        isBoundary = true
      case UInt8(ascii: "^"), UInt8(ascii: "$"): isBoundary = true
      case UInt8(ascii: "."): break
      case UInt8(ascii: "["): guard skipClass() else { return nil }
      case UInt8(ascii: "("):
        guard let literals = group(depth: depth) else { return nil }
        inner = literals
      case UInt8(ascii: "\\"):
        guard let escape = escape() else { return nil }
        switch escape {
        case .literal(let byte): atom = [byte]
        case .class: break
        case .boundary: isBoundary = true
        }
      default:
        atom = [byte]
        while let next = peek, next & 0xC0 == 0x80 {
          atom.append(next)
          place += 1
        }
      }
      let least = isBoundary ? 1 : quantifier()
      if least == nil {
        run += atom
        if !atom.isEmpty { continue }
      } else if least != 0 {
        run += atom
      }
      runs = flushed()
      if least != 0 { runs += inner }
      run = []
    }
    return hasAlternatives ? [] : flushed()
  }

  private var peek: UInt8? { place < bytes.count ? bytes[place] : nil }

  private func starts(with text: StaticString) -> Bool {
    bytes[place...].starts(with: text.description.utf8)
  }

  /// Reads a repetition: how often the atom before it has to be there; `nil` when there is none.
  private mutating func quantifier() -> Int? {
    let least: Int
    switch peek {
    case UInt8(ascii: "?"), UInt8(ascii: "*"): least = 0
    case UInt8(ascii: "+"): least = 1
    case UInt8(ascii: "{"):
      guard let end = bytes[place...].firstIndex(of: UInt8(ascii: "}")) else { return nil }
      let range = bytes[(place + 1)..<end]
      guard !range.isEmpty, range.allSatisfy("0123456789, ".utf8.contains) else { return nil }
      let digits = range.drop { $0 == UInt8(ascii: " ") }
        .prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      least = Int(String(decoding: digits, as: UTF8.self)) ?? 0
      place = end
    default: return nil
    }
    place += 1
    if peek == UInt8(ascii: "?") || peek == UInt8(ascii: "+") { place += 1 }
    return least
  }

  /// Reads on behind `[`; `false` for what is not understood.
  private mutating func skipClass() -> Bool {
    if peek == UInt8(ascii: "^") { place += 1 }
    if peek == UInt8(ascii: "]") { place += 1 }
    while let byte = peek {
      place += 1
      switch byte {
      case UInt8(ascii: "]"): return true
      case UInt8(ascii: "\\"):
        if peek == UInt8(ascii: "Q") || peek == UInt8(ascii: "E") { return false }
        place += 1
      case UInt8(ascii: "["):
        guard let kind = peek, ":.=".utf8.contains(kind) else { continue }
        // `[:alpha:]` within the class; a `[:` that does not end so is two characters.
        var end = place + 1
        while end + 1 < bytes.count, bytes[end] != kind || bytes[end + 1] != UInt8(ascii: "]") {
          end += 1
        }
        guard end + 1 < bytes.count else { return false }
        let name = bytes[(place + 1)..<end]
        guard
          name.allSatisfy({
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) || $0 == UInt8(ascii: "^")
          })
        else { return false }
        place = end + 2
      default: break
      }
    }
    return false
  }

  /// Reads on behind `(` to the end of the group: the literals that it adds.
  private mutating func group(depth: Int) -> [[UInt8]]? {
    var isAssertion = false
    if peek == UInt8(ascii: "*") { return nil }
    if peek == UInt8(ascii: "?") {
      place += 1
      if starts(with: ":") || starts(with: ">") {
        place += 1
      } else if starts(with: "=") || starts(with: "!") {
        isAssertion = true
        place += 1
      } else if starts(with: "<=") || starts(with: "<!") {
        isAssertion = true
        place += 2
      } else if starts(with: "<") || starts(with: "P<") {
        guard let end = bytes[place...].firstIndex(of: UInt8(ascii: ">")) else { return nil }
        place = end + 1
      } else {
        // Options, recursion, conditions: what follows may mean something else.
        return nil
      }
    }
    guard let literals = sequence(depth: depth + 1), peek == UInt8(ascii: ")") else { return nil }
    place += 1
    return isAssertion ? [] : literals
  }

  private enum Escape {
    case literal(UInt8)
    case `class`
    case boundary
  }

  /// Reads on behind a backslash; `nil` for what is not understood.
  private mutating func escape() -> Escape? {
    guard let byte = peek else { return nil }
    place += 1
    switch byte {
    case 0x21..<0x7F where StubKey.isDelimiter(byte): return .literal(byte)
    case UInt8(ascii: "b"), UInt8(ascii: "B"), UInt8(ascii: "A"), UInt8(ascii: "Z"),
      UInt8(ascii: "z"), UInt8(ascii: "G"), UInt8(ascii: "K"):
      return .boundary
    case UInt8(ascii: "N") where peek == UInt8(ascii: "{"): return nil
    case _ where "dDwWsShHvVNRXnrtfea".utf8.contains(byte): return .class
    default: return nil
    }
  }
}
