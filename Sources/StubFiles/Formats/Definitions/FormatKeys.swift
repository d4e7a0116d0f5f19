/// The keys that one kind of mapping has in another tool's format.
struct FormatKeys: Sendable {
  /// What the readers ask for.
  let read: [String]
  /// Keys that change no answer, such as identifiers; they are passed over.
  let idle: [String]
  /// What the tool can do and this product cannot.
  let refused: [RefusedKey]

  init(read: [String], idle: [String] = [], refused: [RefusedKey] = []) {
    self.read = read
    self.idle = idle
    self.refused = refused
  }
}

/// A key that has no counterpart here.
struct RefusedKey: Sendable {
  let name: String
  /// What to do instead, as a clause: `try …`.
  let remedy: String

  init(_ name: String, _ remedy: String) {
    self.name = name
    self.remedy = remedy
  }
}

extension MappingReader {
  /// Passes over the keys that change nothing, and reports those that are refused.
  ///
  /// A refused key whose value asks for nothing, such as `false` or an empty list, is passed over.
  mutating func settle(_ keys: FormatKeys) {
    for key in keys.idle { _ = take(key) }
    for refused in keys.refused {
      guard let member = take(refused.name), member.value.asksForSomething else { continue }
      refuse(member, remedy: refused.remedy)
    }
  }

  /// Reports a key that has no counterpart here.
  mutating func refuse(_ member: DocumentMember, remedy: String) {
    report(
      key: member, found: "\(Quotation.of(member.key)), which has no counterpart here",
      remedy: remedy)
  }

  /// Reads the value of that key when it is there.
  mutating func read(_ key: String, _ read: (inout ValueReader) -> Void) {
    _ = optional(key) { value -> Bool? in
      read(&value)
      return true
    }
  }

  /// The one key of a mapping that names an operator; reports none, and all but the first.
  mutating func onlyKey(among names: [String]) -> String? {
    let found = remaining.filter { names.contains($0.key) }
    guard let first = found.first else {
      if remaining.isEmpty {
        report(
          found: "no condition", expected: Quotation.oneOf(names),
          remedy: "try adding one, or removing the mapping")
      }
      // Asking for them all makes them the valid keys in the report of an unknown one.
      for name in names { read(name) { _ in } }
      return nil
    }
    reportAllButOne(of: names, among: found)
    for extra in found.dropFirst() { _ = take(extra.key) }
    return first.key
  }
}

extension DocumentNode {
  /// Whether the value is more than a way to say "no" or "nothing".
  fileprivate var asksForSomething: Bool {
    switch content {
    case .sequence(let elements): !elements.isEmpty
    case .mapping(let members): !members.isEmpty
    case .scalar(let scalar):
      switch scalar.kind {
      case .null, .bool(false): false
      case .string: !scalar.text.isEmpty
      default: true
      }
    }
  }
}
