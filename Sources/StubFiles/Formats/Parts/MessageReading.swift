import StubCore

/// What is known of the message of a recording while it is read.
///
/// Dialects keep bodies under keys of their own. So that no body is lost in silence, keys that are
/// neither asked for nor known to change nothing are reported.
struct MessageReading {
  enum Role {
    case request
    case response
  }

  /// The keys that change no answer in the format that is being read.
  var ignoredKeys: Set<String> = []
  /// The document that the message is in.
  var document: Value?
  private(set) var role = Role.response
  /// Where the mapping begins whose keys are counted.
  private var offset = -1
  /// The keys that were asked for.
  private(set) var askedKeys: [String] = []

  /// Notes that a key is known to the reader, whether or not the mapping has it.
  mutating func ask(_ key: String, of mapping: Value) {
    if mapping.offset == offset { askedKeys.append(key) }
  }

  /// The reading of a message, or of a body in it, which has its role.
  fileprivate func of(_ mapping: Value, _ role: Role?) -> MessageReading {
    var reading = self
    reading.role = role ?? self.role
    reading.offset = mapping.offset
    reading.askedKeys = []
    return reading
  }

  fileprivate func isKnown(_ key: String) -> Bool {
    askedKeys.contains(key) || ignoredKeys.contains(key)
      || (key.hasPrefix("_") && ignoredKeys.contains(Self.privateKeys))
  }

  /// The entry of ``ignoredKeys`` that stands for all keys that begin with `_`.
  static let privateKeys = "_"
}

extension Reader {
  /// Reads a mapping that holds a message or a body, and warns of keys that were not read.
  func message<Result>(
    _ value: Value, _ role: MessageReading.Role? = nil, _ read: (Value) -> Result?
  ) -> Result? {
    let outer = findings.message
    findings.message = outer.of(value, role)
    defer { findings.message = outer }
    let result = read(value)
    // What could not be read was reported.
    if result != nil { warnOfUnreadKeys(in: value) }
    return result
  }

  private func warnOfUnreadKeys(in value: Value) {
    for member in value.members ?? []
    where !findings.message.isKnown(member.key) && member.value.saysSomething {
      findings.addOnce("unknown key \(Quotation.of(member.key)) is ignored") { found in
        let nearest = NearestName.to(member.key, among: findings.message.askedKeys)
        return FileDiagnostic(
          .warning, at: member.position, pointer: member.value.pointer, found: found,
          remedy: nearest.map { "did you mean \(Quotation.of($0))?" }
            ?? "rename it if it contains the body")
      }
    }
  }
}
