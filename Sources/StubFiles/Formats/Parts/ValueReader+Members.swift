extension ValueReader {
  /// Reads the value of a key; nothing when it is missing or null.
  ///
  /// Unlike ``MappingReader``, keys that nobody asks for are passed over: other tools add to their
  /// formats.
  mutating func recorded<Value>(
    _ key: String, _ read: (inout ValueReader) -> Value?
  ) -> Value? {
    recorded(anyOf: CollectionOfOne(key), read)
  }

  /// Reads the value of the first of some keys that is there and not null.
  mutating func recorded<Value>(
    anyOf keys: some Collection<String>, _ read: (inout ValueReader) -> Value?
  ) -> Value? {
    guard let member = node.recordedMember(keys) else { return nil }
    return self.value(of: member, read)
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
    guard let member = node.recordedMember(keys) else {
      reportMissing(keys, among: members.map(\.key))
      return nil
    }
    return self.value(of: member, read)
  }

  private mutating func value<Value>(
    of member: DocumentMember, _ read: (inout ValueReader) -> Value?
  ) -> Value? {
    var reader = ValueReader(member, in: path)
    let value = read(&reader)
    report(reader.diagnostics)
    return value
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
  func hasValue(_ key: String) -> Bool { recordedMember(CollectionOfOne(key)) != nil }

  /// The text of a single value; `nil` for null, which stands for nothing.
  var givenText: String? { scalar.flatMap { $0.kind == .null ? nil : $0.text } }

  /// The member of the first of some keys that has something but null.
  fileprivate func recordedMember(_ keys: some Collection<String>) -> DocumentMember? {
    guard case .mapping(let members) = content else { return nil }
    for key in keys {
      guard let place = members.place(of: key) else { continue }
      if case .null? = members[place].value.scalar?.kind { continue }
      return members[place]
    }
    return nil
  }
}
