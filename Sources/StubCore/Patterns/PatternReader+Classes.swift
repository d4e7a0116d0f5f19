extension PatternReader {
  /// Reads on behind `[`: the bytes that a character of the class starts with.
  mutating func characterClass() throws(NotUnderstood) -> ByteSet {
    let isNegated = skip("^")
    var set: ByteSet? = ByteSet()
    func add(_ bytes: ClosedRange<UInt8>) { set?.insert(bytes) }
    var isFirst = true
    while isFirst || bytes.first != UInt8(ascii: "]") {
      isFirst = false
      switch try member() {
      case .unknown: set = nil
      case .set(let more): set?.formUnion(more)
      case .byte(let first):
        guard bytes.first == UInt8(ascii: "-"), bytes.dropFirst().first != UInt8(ascii: "]") else {
          add(first...first)
          continue
        }
        bytes.removeFirst()
        switch try member() {
        case .byte(let last) where first <= last: add(first...last)
        case .unknown: set = nil
        // PCRE2 takes no such range.
        case .byte, .set: throw NotUnderstood()
        }
      }
    }
    bytes.removeFirst()
    guard var set else { return .all }
    if isNegated {
      if ignoresCase { set = set.ignoringCase }
      // It takes all characters beyond ASCII but those it names.
      set = set.inverted
      set.hasOthers = true
      return set
    }
    return ignoresCase ? set.inAnyCase : set
  }

  private enum Member {
    /// A character; 0x80 for those beyond ASCII.
    case byte(UInt8)
    case set(ByteSet)
    case unknown
  }

  private mutating func member() throws(NotUnderstood) -> Member {
    guard let byte = bytes.popFirst() else { throw NotUnderstood() }
    switch byte {
    case 0x80...:
      bytes = bytes.drop { $0 & 0xC0 == 0x80 }
      return .byte(0x80)
    case UInt8(ascii: "\\"): return try escapedMember()
    case UInt8(ascii: "["): return try namedMember()
    default: return .byte(byte)
    }
  }

  private mutating func escapedMember() throws(NotUnderstood) -> Member {
    guard let byte = bytes.popFirst() else { throw NotUnderstood() }
    // `\c]` is a character, and `\Q` has more of them follow.
    if "cQE".utf8.contains(byte) { throw NotUnderstood() }
    if byte == UInt8(ascii: "b") { return .byte(0x08) }
    if let set = ByteSet(escaped: byte) { return .set(set) }
    return Self.meaning(ofEscaped: byte).map { .byte($0) } ?? .unknown
  }

  /// Reads on behind a `[` in a class, which `[:alpha:]` starts with, or which stands for itself.
  private mutating func namedMember() throws(NotUnderstood) -> Member {
    guard let kind = bytes.first, ":.=".utf8.contains(kind) else { return .byte(UInt8(ascii: "[")) }
    let rest = bytes.dropFirst()
    let end = rest.indices.dropLast().first {
      rest[$0] == kind && rest[$0 + 1] == UInt8(ascii: "]")
    }
    guard let end else { throw NotUnderstood() }
    let name = String(decoding: rest[..<end], as: UTF8.self)
    // `[[:<:]]` is the start of a word.
    guard name.utf8.allSatisfy({ Self.isLetter($0) || $0 == UInt8(ascii: "^") }) else {
      throw NotUnderstood()
    }
    bytes = bytes[(end + 2)...]
    return ByteSet(posixClass: name).map { .set($0) } ?? .unknown
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}

extension ByteSet {
  private static let digits = ByteSet("0123456789".utf8, hasOthers: true)
  private static let upper = ByteSet(0x41...0x5A, hasOthers: true)
  private static let lower = ByteSet(0x61...0x7A, hasOthers: true)
  private static let word = upper.union(lower).union(digits).union(ByteSet("_".utf8))
  private static let blank = ByteSet("\t ".utf8, hasOthers: true)
  private static let lineEnds = ByteSet(0x0A...0x0D, hasOthers: true)
  private static let space = blank.union(lineEnds)

  /// What a class such as `\d` takes, in patterns that know all of Unicode; `nil` for others.
  init?(escaped byte: UInt8) {
    switch byte {
    case UInt8(ascii: "d"): self = Self.digits
    case UInt8(ascii: "w"): self = Self.word
    case UInt8(ascii: "s"): self = Self.space
    case UInt8(ascii: "h"): self = Self.blank
    case UInt8(ascii: "v"): self = Self.lineEnds
    case UInt8(ascii: "D"), UInt8(ascii: "W"), UInt8(ascii: "S"), UInt8(ascii: "H"),
      UInt8(ascii: "V"):
      guard let opposite = Self(escaped: byte | 0x20) else { return nil }
      self = opposite.inverted
      hasOthers = true
    default: return nil
    }
  }

  /// What `[:name:]` takes; `nil` where that is not known here.
  fileprivate init?(posixClass name: String) {
    switch name {
    case "digit": self = Self.digits
    case "alpha": self = Self.upper.union(Self.lower)
    case "alnum": self = Self.upper.union(Self.lower).union(Self.digits)
    case "upper": self = Self.upper
    case "lower": self = Self.lower
    case "word": self = Self.word
    case "space": self = Self.space
    case "blank": self = Self.blank
    case "xdigit": self = ByteSet("0123456789ABCDEFabcdef".utf8, hasOthers: true)
    default: return nil
    }
  }

  /// What a character that starts with one of these bytes may start with in another case.
  var inAnyCase: ByteSet {
    // U+212A is a `k`, U+017F is an `s`, and some rules have other letters that are an `i`.
    let strange = ByteSet("kKsSiI".utf8)
    var all = ignoringCase
    if hasOthers { all.formUnion(strange) }
    if !all.intersection(strange).isEmpty { all.hasOthers = true }
    return all
  }
}
