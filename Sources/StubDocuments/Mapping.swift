/// The members of a mapping while it is read; the members that are left at the end are unknown
/// keys.
package final class Mapping {
  package let reader: Reader
  /// The mapping as a whole.
  package let value: Value
  /// The members that have not been read yet, in order.
  package private(set) var remaining: [Value.Member]
  /// The members with the value `null` whose keys have not been read.
  private var silent: [Value.Member] = []
  /// The number of findings before the mapping.
  private let earlier: Int
  /// The valid keys, in order, which were read or could have been read.
  private var validKeys: [String] = []

  package init(_ value: Value, _ members: [Value.Member], _ reader: Reader) {
    (self.value, self.reader) = (value, reader)
    remaining = members
    earlier = reader.findings.count
  }

  /// Reads the value of a key if it exists.
  package func optional<Result>(_ key: String, _ read: (Value) -> Result?) -> Result? {
    validKeys.append(key)
    return take(key).flatMap { read($0.value) }
  }

  /// Reads the value of a key, and reports an error if it is missing.
  package func required<Result>(_ key: String, _ read: (Value) -> Result?) -> Result? {
    reportIfMissing(key)
    return optional(key, read)
  }

  /// Reports an error if no unread member has the key `key`.
  package func reportIfMissing(_ key: String) {
    guard !has(key) else { return }
    report(
      found: "\(value.name.map(Quotation.of) ?? "this mapping") needs \(Quotation.of(key))",
      remedy: NearestName.to(key, among: remaining.map(\.key))
        .map { .advice("rename \(Quotation.of($0))") })
  }

  /// Reads all remaining members, for a mapping whose keys are data, such as headers.
  package func rest<Result>(
    _ read: (String, Value) -> Result?
  ) -> [(key: String, value: Result)] {
    var results: [(key: String, value: Result)] = []
    each { key, value in
      if let result = read(key, value) { results.append((key, result)) }
    }
    return results
  }

  /// Reads all remaining members in order.
  package func each(_ read: (String, Value) -> Void) {
    let members = remaining
    (remaining, silent) = ([], [])
    for member in members { read(member.key, member.value) }
  }

  /// Reads the members whose keys are in the list, in the order of the file.
  ///
  /// - Returns: the keys that were read.
  @discardableResult
  package func read<Target>(_ keys: Keys<Target>, into target: inout Target) -> KeyPlaces {
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
    noteValid(keys.names)
    return found
  }

  /// Removes and returns the member with the key `key`, so that it is not reported as unknown.
  package func take(_ key: String) -> Value.Member? {
    silent.removeAll { $0.key == key }
    return remaining.firstIndex { $0.key == key }.map { remaining.remove(at: $0) }
  }

  /// Skips members with the value `null`, except those with keys in `values`, for which `null` is a
  /// value.
  ///
  /// A skipped member is reported as unknown, unless its key is in `known` or is read later.
  package func skipNulls(of known: [String] = [], except values: Set<String> = []) {
    let nulls = remaining.filter { $0.value.isNull && !values.contains($0.key) }
    guard !nulls.isEmpty else { return }
    remaining.removeAll { $0.value.isNull && !values.contains($0.key) }
    silent += nulls.filter { !known.contains($0.key) }
  }

  /// Whether there were findings while the mapping was read.
  package var hasFindings: Bool { reader.findings.count > earlier }

  package func has(_ key: String) -> Bool { remaining.contains { $0.key == key } }

  /// Adds a finding about the mapping as a whole.
  package func report(
    _ severity: FileDiagnostic.Severity = .error, found: @autoclosure () -> String,
    expected: @autoclosure () -> String? = nil, remedy: @autoclosure () -> Remedy? = nil
  ) {
    reader.report(value, severity, found: found(), expected: expected(), remedy: remedy())
  }

  /// Reports each member that contradicts an earlier one, with the positions of both.
  ///
  /// Use this only for a few members, because each one is compared with all earlier ones.
  package func reportContradictions(
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

  /// Reports all members with one of the given keys, except the first of them.
  package func reportAllButOne(
    of keys: some Collection<String>, among members: some Sequence<Value.Member>
  ) {
    reportContradictions(among: members.filter { keys.contains($0.key) }) { _, _ in true }
  }

  /// Notes that these keys are valid, for the reports of unknown ones.
  package func noteValid(_ keys: [String]) {
    if !remaining.isEmpty || !silent.isEmpty { validKeys += keys }
  }

  func reportUnknownKeys() {
    for member in remaining + silent {
      reader.report(
        keyOf: member.value,
        found: "unknown key \(Quotation.of(member.key))",
        remedy: remedy(forUnknown: member.key))
    }
  }

  private func remedy(forUnknown key: String) -> Remedy {
    if validKeys.isEmpty { return "remove it" }
    return .nearest(to: key, among: validKeys)
      ?? "available: \(validKeys.map(Quotation.of).joined(separator: ", "))"
  }
}
