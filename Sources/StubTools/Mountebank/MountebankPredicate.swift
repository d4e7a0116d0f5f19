import StubCassettes
import StubCore
import StubDocuments
import StubRules

/// A predicate while its keys are read: one comparison, or a combination of predicates, and
/// options.
struct MountebankPredicate {
  /// Whether the comparison is with a pattern.
  let isPattern: Bool
  private var isCaseSensitive = false
  private var namesAreCaseSensitive: Bool?
  private var exception: MatchRemoval?
  private var selector: MountebankSelector?
  private(set) var matcher: (any HTTPStubMatcher)?

  init(_ value: Value) { isPattern = value["matches"] != nil }

  /// Whether the letter case of names matters.
  ///
  /// In a predicate `matches`, exceptions are always case-sensitive, and the case of names follows
  /// the case of texts.
  private var isKeyCaseSensitive: Bool {
    isPattern ? isCaseSensitive : namesAreCaseSensitive ?? isCaseSensitive
  }

  /// The keys beside the comparison.
  static let options = Keys<MountebankPredicate>([
    Key("caseSensitive") { $2.isCaseSensitive = $0.boolean($1) ?? false },
    Key("keyCaseSensitive") { $2.namesAreCaseSensitive = $0.boolean($1) },
    Key("except") { reader, value, predicate in
      let options: RegularExpression.Options =
        predicate.isPattern || predicate.isCaseSensitive ? [] : .caseInsensitive
      predicate.exception = reader.mountebankException(value, options)
    },
    Key("jsonpath") { reader, value, predicate in
      predicate.selector = reader.jsonPathSelector(value, lowers: !predicate.isKeyCaseSensitive)
    },
    Key("xpath") { reader, value, predicate in
      let lowers = !predicate.isCaseSensitive && !predicate.isPattern
      let selector = reader.xpathSelector(value, lowers: lowers)
      predicate.selector = predicate.selector ?? selector
    },
    .idle("comment"),
    .refused("inject", mountebankScriptRemedy),
  ])

  /// The keys for a comparison of fields, or a combination of predicates; a predicate has one.
  static let comparisons = Keys<MountebankPredicate>(
    MountebankTest.Kind.allCases.map { kind in
      Key(kind.rawValue) { reader, value, predicate in
        predicate.matcher = reader.mountebankFields(value, predicate.test(kind))
      }
    } + [
      Key("exists") { reader, value, predicate in
        predicate.matcher = reader.mountebankFields(
          value, predicate.test(.equals), isExistence: true)
      },
      Key("not") { reader, value, predicate in
        predicate.matcher = reader.mountebankPredicate(value).map { HTTPStubNotMatcher($0) }
      },
      Key("or") { reader, value, predicate in
        predicate.matcher = reader.list(value) { reader.mountebankPredicate($0) }
          .map { HTTPStubCompositeMatcher(.any, of: $0) }
      },
      Key("and") { reader, value, predicate in
        predicate.matcher = reader.list(value) { reader.mountebankPredicate($0) }
          .map { HTTPStubCompositeMatcher(.all, of: $0) }
      },
    ])

  private func test(_ kind: MountebankTest.Kind) -> MountebankTest {
    MountebankTest(
      kind: kind, isCaseSensitive: isCaseSensitive, isKeyCaseSensitive: isKeyCaseSensitive,
      exception: exception, selector: selector)
  }
}

/// The conditions of a predicate on fields while its keys are read.
struct MountebankFields {
  let test: MountebankTest
  /// Whether the conditions say only that a field exists.
  let isExistence: Bool
  private(set) var matchers: [any HTTPStubMatcher] = []

  static let keys = Keys<MountebankFields>(
    MountebankField.all.map { field in
      Key(field.key) { reader, value, fields in
        if field.key != "body", let selector = fields.test.selector {
          // A selector finds nothing in other fields, so no request would match.
          return reader.report(
            keyOf: value,
            found: "\(Quotation.of(field.key)) cannot be used with \(Quotation.of(selector.key))",
            remedy: "use a predicate of its own, joined by \"and\"")
        }
        fields.matchers += reader.mountebankField(
          value, field, fields.test, isExistence: fields.isExistence)
      }
    } + [
      .refused("requestFrom", "remove it"), .refused("ip", "remove it"),
      .refused("data", "use HTTP imposters; plain TCP is not served"),
    ])
}

extension Reader {
  /// Reads a predicate, which compares fields of the request, or combines other predicates.
  func mountebankPredicate(_ value: Value) -> (any HTTPStubMatcher)? {
    mapping(value) { mapping -> (any HTTPStubMatcher)? in
      var predicate = MountebankPredicate(value)
      mapping.reportAllButOne(of: ["jsonpath", "xpath"], among: mapping.remaining)
      mapping.readInOrder(MountebankPredicate.options, into: &predicate)
      let comparisons = MountebankPredicate.comparisons
      guard let key = mapping.onlyKey(among: comparisons.names) else { return nil }
      mapping.read(key) { comparisons[key]?.read(self, $0, &predicate) }
      return predicate.matcher
    }
  }

  fileprivate func mountebankException(
    _ value: Value, _ options: RegularExpression.Options
  ) -> MatchRemoval? {
    guard value.scalar?.text.isEmpty != true,
      let regex = pattern(value, options.union(.dollarIsEnd))
    else {
      return nil
    }
    do throws(PatternError) {
      return try MatchRemoval(regex)
    } catch {
      report(value, error)
      return nil
    }
  }

  /// Reads the conditions of a predicate on fields of the request; all of them must match.
  fileprivate func mountebankFields(
    _ value: Value, _ test: MountebankTest, isExistence: Bool = false
  ) -> (any HTTPStubMatcher)? {
    let draft = MountebankFields(test: test, isExistence: isExistence)
    return read(value, MountebankFields.keys, into: draft).map { fields in
      fields.matchers.count == 1
        ? fields.matchers[0] : HTTPStubCompositeMatcher(.all, of: fields.matchers)
    }
  }

  /// Reads a selector in JSON, with the expression in lower case if names are compared in lower
  /// case.
  fileprivate func jsonPathSelector(_ value: Value, lowers: Bool) -> MountebankSelector? {
    mapping(value) { mapping in
      mapping.required("selector") { jsonPathQuery(lowers ? $0.lowered : $0) }
        .map { .jsonPath($0) }
    }
  }

  /// Reads a selector in XML, with the expression in lower case if bodies are compared in lower
  /// case.
  fileprivate func xpathSelector(_ value: Value, lowers: Bool) -> MountebankSelector? {
    mapping(value) { mapping in
      var namespaces = mapping.optional("ns") { texts($0) } ?? [:]
      if lowers { namespaces = namespaces.mapValues { $0.foldingCase() } }
      return mapping.required("selector") { value in
        let value = lowers ? value.lowered : value
        return xpath(value, .present, namespaces: namespaces) == nil
          ? nil : .xpath(value.scalar?.text ?? "", namespaces: namespaces)
      }
    }
  }
}

extension Value {
  /// Whether this predicate matches only HEAD requests, because a comparison in it requires this
  /// method.
  ///
  /// An exception changes the compared method, and a pattern may match several methods.
  var isMountebankHead: Bool {
    if let all = self["and"]?.elements { return all.contains { $0.isMountebankHead } }
    if let any = self["or"]?.elements {
      return !any.isEmpty && any.allSatisfy { $0.isMountebankHead }
    }
    guard self["except"] == nil else { return false }
    return ["equals", "deepEquals"].contains { self[$0]?.asksForHead ?? false }
  }

  /// The value with its text in lower case; a value that is not a text stays the same.
  fileprivate var lowered: Value {
    scalar?.kind == .string ? replaced(by: scalar?.text.foldingCase() ?? "") : self
  }
}
