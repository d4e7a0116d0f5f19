#if FOUNDATION_REGEX
extension FoundationPattern {
  mutating func readGroup() throws(PatternSyntaxError) {
    let start = index
    open.append(start)
    canRepeat = false
    index += 1
    if next == UInt8(ascii: "*") {
      throw index + 1 < pattern.count && pattern[index + 1].isASCIIAlphanumeric
        ? unknown("(*…)", at: start) : mistake(109, "quantifier does not follow a repeatable item")
    }
    guard take("?") else {
      groupCount += 1
      output.append(UInt8(ascii: "("))
      return
    }
    if follows("<=") || follows("<!") {
      output += "(?".utf8
      copy(2)
    } else if take("P<") || take("<") {
      try readName(to: UInt8(ascii: ">"), from: start)
    } else if take("'") {
      try readName(to: UInt8(ascii: "'"), from: start)
    } else if take("P=") {
      let name = String(
        decoding: pattern[index...].prefix { $0 != UInt8(ascii: ")") }, as: UTF8.self)
      references.append((name, 0, start))
      output += "\\k<\(Self.plain(name))>".utf8
      try skipGroup()
    } else if take("#") {
      try skipGroup()
    } else if follows(":") || follows("=") || follows("!") || follows(">") {
      output += "(?".utf8
      copy()
    } else {
      try readOptions(from: start)
    }
  }

  mutating func readName(to end: UInt8, from start: Int) throws(PatternSyntaxError) {
    guard let last = pattern[index...].firstIndex(of: end), last > index else {
      throw mistake(142, "syntax error in subpattern name (missing terminator?)")
    }
    let name = String(decoding: pattern[index..<last], as: UTF8.self)
    if (0x30...0x39).contains(pattern[index]) {
      throw mistake(144, "subpattern name must start with a non-digit")
    }
    groupCount += 1
    if groupNames.contains(where: { $0.name == name }) {
      throw mistake(
        143, "two named subpatterns have the same name (PCRE2_DUPNAMES not set)", at: last)
    }
    groupNames.append((name, groupCount))
    output += "(?<\(Self.plain(name))>".utf8
    index = last + 1
  }

  /// Skips the rest of a group without copying it; the group contains no other groups.
  mutating func skipGroup() throws(PatternSyntaxError) {
    guard let end = pattern[index...].firstIndex(of: UInt8(ascii: ")")) else {
      throw mistake(114, "missing closing parenthesis", at: pattern.count)
    }
    index = end + 1
    open.removeLast()
    canRepeat = true
  }

  mutating func readOptions(from start: Int) throws(PatternSyntaxError) {
    let letters = pattern[index...].prefix { "imsx-".utf8.contains($0) }
    let end = index + letters.count
    guard end < pattern.count else { throw mistake(114, "missing closing parenthesis", at: end) }
    guard pattern[end] == UInt8(ascii: ":") || pattern[end] == UInt8(ascii: ")") else {
      throw unknown("(?\(Character(Unicode.Scalar(pattern[end] & 0x7F)))…", at: start)
    }
    output += "(?".utf8
    copy(letters.count + 1)
    if pattern[end] == UInt8(ascii: ")") { open.removeLast() }
  }
}

extension FoundationPattern {
  mutating func readClass() throws(PatternSyntaxError) {
    copy()
    if next == UInt8(ascii: "^") { copy() }
    var isFirst = true
    var previous: UInt8?
    while true {
      guard let byte = next else {
        throw mistake(106, "missing terminating ] for character class", at: pattern.count)
      }
      switch byte {
      case UInt8(ascii: "]") where !isFirst:
        copy()
        canRepeat = true
        return
      case UInt8(ascii: "["):
        if let count = lengthOfName { copy(count) } else { copyEscaped() }
        previous = nil
      case UInt8(ascii: "\\"):
        let isSet = index + 1 < pattern.count && asciiClass(pattern[index + 1]) != nil
        try copyEscape()
        // Escape a literal hyphen, because Foundation would read two hyphens as the
        // difference of two sets.
        if isSet, next == UInt8(ascii: "-") { copyEscaped() }
        previous = nil
      case UInt8(ascii: "-"):
        if let low = previous, index + 1 < pattern.count {
          let high = pattern[index + 1]
          if high < low, low < 0x80, high != UInt8(ascii: "["), high != UInt8(ascii: "\\"),
            high != UInt8(ascii: "]")
          {
            throw mistake(108, "range out of order in character class", at: index + 1)
          }
        }
        if isFirst || index + 1 < pattern.count && pattern[index + 1] == UInt8(ascii: "]") {
          copyEscaped()
        } else {
          copy()
          // Escape a hyphen that ends a range, because Foundation would read it as the
          // difference of two sets.
          if previous != nil, next == UInt8(ascii: "-") { copyEscaped() }
        }
        previous = nil
      case UInt8(ascii: "]"), UInt8(ascii: "&"), UInt8(ascii: "^"), UInt8(ascii: "{"),
        UInt8(ascii: "}"), UInt8(ascii: "$"):
        copyEscaped()
        previous = byte
      default:
        copy()
        previous = byte
      }
      isFirst = false
    }
  }

  mutating func copyEscaped() {
    output.append(UInt8(ascii: "\\"))
    copy()
  }

  /// The length of a named class such as `[:alpha:]` at the current position;
  /// `nil` if there is none.
  var lengthOfName: Int? {
    guard follows("[:") else { return nil }
    let name = pattern[(index + 2)...].prefix { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "^") }
    return pattern[name.endIndex...].starts(with: ":]".utf8) ? name.count + 4 : nil
  }
}
#endif
