extension ValueReader {
  /// Reads the value of a key; nothing when it is missing or null.
  ///
  /// Unlike ``MappingReader``, keys that nobody asks for are passed over: other tools add to their
  /// formats.
  mutating func recorded<Value>(
    _ key: String, _ read: (inout ValueReader) -> Value?
  ) -> Value? {
    guard let members = node.members, let place = members.place(of: key) else { return nil }
    let member = members[place]
    if case .null? = member.value.scalar?.kind { return nil }
    var reader = ValueReader(member, in: path)
    let value = read(&reader)
    report(reader.diagnostics)
    return value
  }

  /// Reads the value of the first of some keys that is there and not null.
  mutating func recorded<Value>(
    anyOf keys: [String], _ read: (inout ValueReader) -> Value?
  ) -> Value? {
    guard let key = keys.first(where: { node.hasValue($0) }) else { return nil }
    return recorded(key, read)
  }

  /// Reads the value of the first of some keys, and reports when none of them has a value.
  mutating func needed<Value>(
    _ keys: String..., read: (inout ValueReader) -> Value?
  ) -> Value? {
    guard let members = node.members else {
      if !diagnostics.isEmpty { return nil }
      return mismatch(
        expected: "a mapping with \(Quotation.of(keys[0]))",
        remedy: "try recording it again, or removing it")
    }
    guard keys.contains(where: { node.hasValue($0) }) else {
      reportMissing(keys, among: members.map(\.key))
      return nil
    }
    return recorded(anyOf: keys, read)
  }

  private mutating func reportMissing(_ keys: [String], among names: [String]) {
    if let null = keys.first(where: { node[$0] != nil }) {
      return report(
        found: "nothing as \(Quotation.of(null))", expected: "a value",
        remedy: "try recording it again, or removing the recording")
    }
    report(
      found: "no key \(Quotation.of(keys[0]))", expected: Quotation.oneOf(keys),
      remedy: NearestName.to(keys[0], among: names).map { "try it instead of \(Quotation.of($0))" }
        ?? "try recording it again, or removing the recording")
  }

  /// Reports what stands at the place of the list of recordings when it is something else.
  mutating func reportUnlessList(_ key: String) {
    _ = recorded(key) { value -> Bool? in
      if value.node.elements != nil { return true }
      return value.mismatch(
        expected: "a list of recordings", remedy: "try a line with \"- \" for each, or []")
    }
  }
}

extension DocumentNode {
  /// Whether this is a mapping that has the key with something but null.
  func hasValue(_ key: String) -> Bool {
    guard let value = self[key] else { return false }
    if case .null? = value.scalar?.kind { return false }
    return true
  }
}
