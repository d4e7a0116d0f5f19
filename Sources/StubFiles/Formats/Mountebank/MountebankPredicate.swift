import StubCore

extension ValueReader {
  /// A predicate: what is compared, and how.
  mutating func mountebankPredicate() -> (any HTTPStubMatcher)? {
    mapping { reader -> (any HTTPStubMatcher)? in
      reader.settle(MountebankKeys.predicate)
      let isCaseSensitive = reader.optional("caseSensitive") { $0.boolean() } ?? false
      let isKeyCaseSensitive =
        reader.optional("keyCaseSensitive") { $0.boolean() } ?? isCaseSensitive
      let exception = reader.optional("except") { value -> RegularExpression? in
        value.node.scalar?.text.isEmpty ?? false
          ? nil : value.pattern(isCaseSensitive ? [] : .caseInsensitive)
      }
      let selector = reader.mountebankSelector()
      let names = MountebankKeys.tests + MountebankKeys.combinations
      guard let key = reader.onlyKey(among: names) else { return nil }
      let test = MountebankTest(
        kind: MountebankTest.Kind(rawValue: key) ?? .equals, isCaseSensitive: isCaseSensitive,
        isKeyCaseSensitive: isKeyCaseSensitive, exception: exception, selector: selector)
      return reader.optional(key) { value -> (any HTTPStubMatcher)? in
        switch key {
        case "not": return value.mountebankPredicate().map { HTTPStubNotMatcher($0) }
        case "or":
          return value.list { $0.mountebankPredicate() }
            .map { HTTPStubCompositeMatcher(.any, of: $0) }
        case "and":
          return value.list { $0.mountebankPredicate() }
            .map { HTTPStubCompositeMatcher(.all, of: $0) }
        case "exists": return value.mountebankFields(test, isExistence: true)
        default: return value.mountebankFields(test, isExistence: false)
        }
      }
    }
  }

  /// The fields of a request that a predicate names, all of which must hold.
  private mutating func mountebankFields(
    _ test: MountebankTest, isExistence: Bool
  ) -> (any HTTPStubMatcher)? {
    var matchers: [any HTTPStubMatcher] = []
    return mapping { reader in
      reader.settle(MountebankKeys.field)
      for field in MountebankField.all {
        reader.read(field.key) { value in
          matchers += value.mountebankField(field, test, isExistence: isExistence)
        }
      }
      return matchers.count == 1 ? matchers[0] : HTTPStubCompositeMatcher(.all, of: matchers)
    }
  }
}

extension MappingReader {
  fileprivate mutating func mountebankSelector() -> MountebankSelector? {
    let path = optional("jsonpath") { value in
      value.mapping { reader in reader.required("selector") { $0.jsonPathQuery() } }
    }
    if let path { return .jsonPath(path) }
    return optional("xpath") { value in
      value.mapping { reader in
        let namespaces = reader.optional("ns") { $0.texts() } ?? [:]
        return reader.required("selector") { value in
          value.xpath(.present, namespaces: namespaces) == nil
            ? nil : .xpath(value.node.scalar?.text ?? "", namespaces: namespaces)
        }
      }
    }
  }
}
