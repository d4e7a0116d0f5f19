/// Walks a mapping by its keys; what nobody asked for is reported as an unknown key.
///
/// ```swift
/// let rule = value.mapping { reader in
///   let status = reader.optional("status") { $0.integer(in: 100...599) }
///   let body = reader.required("body") { $0.string() }
///   return body.map { Rule(status: status ?? 200, body: $0) }
/// }
/// ```
package struct MappingReader: Sendable {
  package let position: SourcePosition
  package let path: DocumentPath
  package private(set) var diagnostics = DiagnosticList()
  /// Members nobody has asked for yet, in order.
  package private(set) var remaining: [DocumentMember]
  /// The keys that were asked for, in order: these are the valid ones.
  private var validKeys: [String] = []

  init(_ members: [DocumentMember], at position: SourcePosition, path: DocumentPath) {
    remaining = members
    self.position = position
    self.path = path
  }

  /// Reads the value of that key when it is there.
  package mutating func optional<Value>(
    _ key: String, _ read: (inout ValueReader) -> Value?
  ) -> Value? {
    validKeys.append(key)
    guard let index = remaining.firstIndex(where: { $0.key == key }) else { return nil }
    return value(of: remaining.remove(at: index), read)
  }

  /// Reads the value of that key and reports when it is not there.
  package mutating func required<Value>(
    _ key: String, _ read: (inout ValueReader) -> Value?
  ) -> Value? {
    reportIfMissing(key)
    return optional(key, read)
  }

  /// Reports when no member of that key is left to be read.
  mutating func reportIfMissing(_ key: String) {
    guard !has(key) else { return }
    let names = remaining.map(\.key)
    report(
      found: "no key \(Quotation.of(key))", expected: Quotation.of(key),
      remedy: NearestName.to(key, among: names).map { "try it instead of \(Quotation.of($0))" }
        ?? "try adding \"\(key):\"")
  }

  /// Reads everything not asked for yet, for mappings whose keys are data, such as headers.
  package mutating func rest<Value>(
    _ read: (String, inout ValueReader) -> Value?
  ) -> [(key: String, value: Value)] {
    var values: [(key: String, value: Value)] = []
    each { key, value in
      if let value = read(key, &value) { values.append((key, value)) }
    }
    return values
  }

  /// Reads everything not asked for yet, one value after the other.
  mutating func each(_ read: (String, inout ValueReader) -> Void) {
    let members = remaining
    remaining = []
    for member in members { value(of: member) { read(member.key, &$0) } }
  }

  /// Reads the members that the list has keys for, in the order they were written.
  ///
  /// - Returns: which keys these are.
  @discardableResult
  mutating func members<Target>(
    _ keys: RuleKeys<Target>, into target: inout Target
  ) -> KeyPlaces {
    var found: KeyPlaces = []
    var unknown: [DocumentMember] = []
    for member in remaining {
      guard let place = keys.place(of: member.key) else {
        unknown.append(member)
        continue
      }
      found.insert(KeyPlaces(place))
      value(of: member) { reader in keys.list[place].read(&reader, &target) }
    }
    remaining = unknown
    if !unknown.isEmpty { validKeys += keys.names }
    return found
  }

  /// Removes the member of that key, which then counts as neither read nor unknown.
  mutating func take(_ key: String) -> DocumentMember? {
    remaining.firstIndex { $0.key == key }.map { remaining.remove(at: $0) }
  }

  package func has(_ key: String) -> Bool { remaining.contains { $0.key == key } }

  /// Adds a finding about the mapping as a whole.
  package mutating func report(
    _ severity: FileDiagnostic.Severity = .error, found: String, expected: String? = nil,
    remedy: String? = nil
  ) {
    diagnostics.append(
      FileDiagnostic(
        severity, at: position, path: path, found: found, expected: expected, remedy: remedy))
  }

  /// Adds a finding about one key of the mapping.
  mutating func report(
    key member: DocumentMember, found: String, expected: String? = nil, remedy: String? = nil
  ) {
    diagnostics.append(
      FileDiagnostic(
        at: member.position, path: .key(member.key, in: path), found: found, expected: expected,
        remedy: remedy))
  }

  @discardableResult
  mutating func value<Value>(
    of member: DocumentMember, _ read: (inout ValueReader) -> Value
  ) -> Value {
    var reader = ValueReader(member, in: path)
    let value = read(&reader)
    diagnostics.append(contentsOf: reader.diagnostics)
    return value
  }

  mutating func reportUnknownKeys() {
    for member in remaining {
      let nearest = NearestName.to(member.key, among: validKeys)
      diagnostics.append(
        FileDiagnostic(
          at: member.position, path: .key(member.key, in: path),
          found: "unknown key \(Quotation.of(member.key))",
          expected: validKeys.isEmpty ? "no keys" : Quotation.oneOf(validKeys),
          remedy: nearest.map { "did you mean \(Quotation.of($0))?" } ?? "try removing it"))
    }
  }
}
