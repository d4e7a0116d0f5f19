/// The members of a mapping while they are read; the rest are unknown keys.
package final class Mapping {
  let reader: Reader
  /// The mapping as a whole.
  let value: Value
  /// The members that have not been read yet, in order.
  package private(set) var remaining: [Value.Member]
  /// Members that are `null`, which says nothing, and that nothing has asked for yet.
  private var silent: [Value.Member] = []
  /// How many findings there were before.
  private let earlier: Int
  /// The requested keys, in order: the valid ones.
  private var validKeys: [String] = []

  init(_ value: Value, _ members: [Value.Member], _ reader: Reader) {
    (self.value, self.reader) = (value, reader)
    remaining = members
    earlier = reader.findings.count
  }

  /// Reads the value of that key when it is there.
  package func optional<Result>(_ key: String, _ read: (Value) -> Result?) -> Result? {
    validKeys.append(key)
    return take(key).flatMap { read($0.value) }
  }

  /// Reads the value of that key and reports when it is not there.
  package func required<Result>(_ key: String, _ read: (Value) -> Result?) -> Result? {
    reportIfMissing(key)
    return optional(key, read)
  }

  /// Reports when no member of that key is left to be read.
  func reportIfMissing(_ key: String) {
    guard !has(key) else { return }
    report(
      found: "\(value.name.map(Quotation.of) ?? "this mapping") needs \(Quotation.of(key))",
      remedy: NearestName.to(key, among: remaining.map(\.key))
        .map { "rename \(Quotation.of($0))" })
  }

  /// Reads all remaining members, for mappings whose keys are data, such as headers.
  package func rest<Result>(
    _ read: (String, Value) -> Result?
  ) -> [(key: String, value: Result)] {
    var results: [(key: String, value: Result)] = []
    each { key, value in
      if let result = read(key, value) { results.append((key, result)) }
    }
    return results
  }

  /// Reads all remaining members, one value after the other.
  func each(_ read: (String, Value) -> Void) {
    let members = remaining
    (remaining, silent) = ([], [])
    for member in members { read(member.key, member.value) }
  }

  /// Reads the members that the list has keys for, in the order they were written.
  ///
  /// - Returns: which keys these are.
  @discardableResult
  func read<Target>(_ keys: Keys<Target>, into target: inout Target) -> KeyPlaces {
    var found: KeyPlaces = []
    var unknown: [Value.Member] = []
    for member in remaining {
      guard let place = keys.place(of: member.key) else {
        unknown.append(member)
        continue
      }
      found.insert(KeyPlaces(place))
      keys.list[place].read(reader, member.value, &target)
    }
    remaining = unknown
    if !unknown.isEmpty { validKeys += keys.names }
    return found
  }

  /// Removes the member of that key, which then counts as neither read nor unknown.
  func take(_ key: String) -> Value.Member? {
    silent.removeAll { $0.key == key }
    return remaining.firstIndex { $0.key == key }.map { remaining.remove(at: $0) }
  }

  /// Leaves out members that are `null`, but for those whose `null` is a value.
  ///
  /// Those that are neither known nor asked for later are unknown all the same.
  func passOverNulls(of known: [String] = [], except values: Set<String> = []) {
    let nulls = remaining.filter { $0.value.isNull && !values.contains($0.key) }
    guard !nulls.isEmpty else { return }
    remaining.removeAll { $0.value.isNull && !values.contains($0.key) }
    silent += nulls.filter { !known.contains($0.key) }
  }

  /// Whether anything was found wrong with what was read of the mapping.
  var hasFindings: Bool { reader.findings.count > earlier }

  package func has(_ key: String) -> Bool { remaining.contains { $0.key == key } }

  /// Adds a finding about the mapping as a whole.
  package func report(
    _ severity: FileDiagnostic.Severity = .error, found: @autoclosure () -> String,
    expected: @autoclosure () -> String? = nil, remedy: @autoclosure () -> String? = nil
  ) {
    reader.report(value, severity, found: found(), expected: expected(), remedy: remedy())
  }

  /// Reports each member that contradicts one before it, with both places.
  ///
  /// The members are those of a few keys, as each is compared with all before it.
  func reportContradictions(
    among members: some Sequence<Value.Member>, _ contradict: (String, String) -> Bool
  ) {
    var earlier: [Value.Member] = []
    for member in members {
      if let first = earlier.first(where: { contradict($0.key, member.key) }) {
        reader.report(
          keyOf: member.value,
          found: "use either \(Quotation.of(member.key)) or \(Quotation.of(first.key)) "
            + "(\(first.position.short)), not both")
      }
      earlier.append(member)
    }
  }

  /// Reports each member but the first of those with the given keys.
  func reportAllButOne(
    of keys: some Collection<String>, among members: some Sequence<Value.Member>
  ) {
    reportContradictions(among: members.filter { keys.contains($0.key) }) { _, _ in true }
  }

  func reportUnknownKeys() {
    for member in remaining + silent {
      reader.report(
        keyOf: member.value,
        found: "unknown key \(Quotation.of(member.key))",
        remedy: remedy(forUnknown: member.key))
    }
  }

  private func remedy(forUnknown key: String) -> String {
    if validKeys.isEmpty { return "remove it" }
    return NearestName.to(key, among: validKeys).map { "did you mean \(Quotation.of($0))?" }
      ?? "available: \(validKeys.map(Quotation.of).joined(separator: ", "))"
  }
}
