import StubCore

extension ValueReader {
  /// A fault by its name, or as a mapping of its type, its parameters and what `readMore` reads.
  mutating func fault(
    _ readMore: (inout MappingReader) -> Void = { _ in }
  ) -> HTTPStubFault? {
    guard let members = node.members else { return faultWithoutParameters() }
    return mapping { reader in
      let named = reader.required("type") { $0.namedFault() }
      readMore(&reader)
      guard let named else {
        // Nobody can tell what belongs to a fault that is not known.
        _ = reader.rest { _, _ in true }
        return nil
      }
      for key in named.required { reader.reportIfMissing(key) }
      var parameters = FaultParameters()
      reader.members(named.parameters, into: &parameters)
      reader.reportAllButOne(of: ["insideHead", "after"], among: members)
      return named.make(parameters)
    }
  }

  private mutating func faultWithoutParameters() -> HTTPStubFault? {
    guard let named = namedFault() else { return nil }
    guard let missing = named.required.first else { return named.make(FaultParameters()) }
    let members = named.example.members.map { member in
      if case .string(let text) = member.value { return "\(member.name): \(text)" }
      return "\(member.name): \(member.value.text())"
    }
    return mismatch(
      expected: "\(Quotation.of(missing)) beside it",
      remedy: "try { \(members.joined(separator: ", ")) }")
  }

  private mutating func namedFault() -> NamedFault? {
    choice(among: NamedFault.all, named: \.name)
  }
}

extension Schema {
  /// A fault by its name, or with its parameters and other keys.
  static func fault(with others: [(String, Schema)] = []) -> Schema {
    let words = NamedFault.all.filter(\.required.isEmpty).map(\.name)
    let mappings = NamedFault.all.map { fault in
      let keys = fault.parameters.list.map { key in
        (key.name, key.schema.described(key.summary, example: key.example))
      }
      let mapping = Schema.object(
        [("type", Schema(["const": .string(fault.name)]))] + keys + others,
        required: ["type"] + fault.required
      ).adding("description", .string(fault.summary))
      guard fault.parameters["insideHead"] != nil, fault.parameters["after"] != nil else {
        return mapping
      }
      return mapping.adding("not", ["required": ["insideHead", "after"]])
    }
    return .anyOf([.oneOf(words)] + mappings)
  }
}
