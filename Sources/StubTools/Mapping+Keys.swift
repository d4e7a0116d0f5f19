import StubDocuments

extension Reader {
  /// Reads a mapping into a draft, in the order of the keys.
  func read<Draft>(_ value: Value, _ keys: Keys<Draft>, filling draft: inout Draft) {
    _ = mapping(value) { mapping -> Bool? in
      mapping.readInOrder(keys, into: &draft)
      return true
    }
  }

  /// Reads a mapping in the order of the keys, and returns the filled draft; `nil` if the value is
  /// no mapping.
  func read<Draft>(_ value: Value, _ keys: Keys<Draft>, into draft: Draft) -> Draft? {
    mapping(value) { mapping in
      var draft = draft
      mapping.readInOrder(keys, into: &draft)
      return draft
    }
  }
}

extension Mapping {
  /// The members that have not been read yet, without members with the value `null`.
  var given: LazyFilterSequence<[Value.Member]> {
    remaining.lazy.filter { !$0.value.isNull }
  }

  /// Reads the members in the order of the keys, so that a key can use the values of earlier ones.
  func readInOrder<Target>(_ keys: Keys<Target>, into target: inout Target) {
    settle(keys)
    let given = remaining.compactMap { keys.place(of: $0.key) }
    for place in (given + keys.required.filter { !given.contains($0) }).sorted() {
      let key = keys.list[place]
      if key.isRequired { reportIfMissing(key.name) }
      if let member = take(key.name) { key.read(reader, member.value, &target) }
    }
    noteValid(keys.names)
  }

  /// Removes the members whose keys have no effect, and reports those whose keys are not supported.
  ///
  /// A member whose key is not supported is ignored if its value is empty, such as `false` or an
  /// empty list.
  func settle<Target>(_ keys: Keys<Target>) {
    for member in remaining {
      guard let place = keys.place(of: member.key) else { continue }
      switch keys.list[place].use {
      case .read: break
      case .idle: _ = take(member.key)
      case .refused(let remedy):
        guard take(member.key) != nil, member.value.isMeaningful else { continue }
        refuse(member, remedy: .advice(remedy))
      }
    }
    if let values = keys.nulls { skipNulls(of: keys.names, except: values) }
  }

  /// Reports a key that is not supported.
  func refuse(_ member: Value.Member, remedy: Remedy) {
    reader.report(
      keyOf: member.value,
      found: "\(Quotation.of(member.key)) is not supported", remedy: remedy)
  }

  /// Reads the value of the key `key`, if it exists.
  func read(_ key: String, _ read: (Value) -> Void) {
    _ = optional(key) { value -> Bool? in
      read(value)
      return true
    }
  }

  /// Returns the only key that is one of the names.
  ///
  /// If there is none, or if there are further ones, this is reported.
  func onlyKey(among names: [String]) -> String? {
    let found = remaining.filter { names.contains($0.key) }
    guard let first = found.first else {
      if remaining.isEmpty, !hasFindings {
        report(
          found: "missing condition; add \(Quotation.oneOf(names))")
      }
      // The report of an unknown key lists all keys that were read, so each name is read.
      for name in names { read(name) { _ in } }
      return nil
    }
    reportAllButOne(of: names, among: found)
    for extra in found.dropFirst() { _ = take(extra.key) }
    return first.key
  }
}
