import StubCore

extension ToolFormat {
  /// Imposters (stubbed servers) of mountebank 1 and 2, as a single one, or several under
  /// `imposters`.
  static let mountebank = ToolFormat(
    "mountebank",
    recognizes: { document in
      if document["imposters"]?.elements != nil { return true }
      return document["protocol"]?.scalar != nil
        && (document["port"] != nil || document["stubs"]?.elements != nil)
    },
    read: { document, reader, file in
      MountebankTemplate.warn(of: document.position.source, reader)
      guard document["imposters"] != nil else {
        file.append(reader.mountebankImposter(document, in: file.scope) ?? [])
        return
      }
      reader.read(document, mountebankKeys, filling: &file)
    })

  /// The keys of a file with several imposters.
  private static let mountebankKeys = Keys<FileDraft>([
    Key("imposters") { reader, value, file in
      let scope = file.scope
      let imposters = reader.list(value) { reader.mountebankImposter($0, in: scope) }
      // The last stub is tried first, so the order is reversed: the first imposter that can answer
      // does.
      file.append((imposters ?? []).reversed().flatMap { $0 })
    },
    .idle("_links"),
  ])
}

extension Reader {
  /// Reads the stubs of an imposter (a stubbed server), of which the last one is tried first.
  fileprivate func mountebankImposter(_ value: Value, in scope: RuleScope) -> [StubOutline]? {
    let imposter = value
    return mapping(value) { mapping in
      mapping.settle(MountebankKeys.imposter)
      let name = mapping.optional("name") { text($0) }
      let isHTTP = mapping.required("protocol") { mountebankProtocol($0) } ?? false
      mapping.read("port") { value in
        guard integer(value, in: 0...65_535) != nil else { return }
        report(
          value, .warning, found: "the \"port\" of an imposter is ignored",
          remedy: "serve a file for each port")
      }
      for key in ["key", "cert"] {
        mapping.read(key) { value in
          report(
            value, .warning, found: "the \"\(key)\" of an imposter is ignored",
            remedy: "use --cert and --key")
        }
      }
      let standard = mapping.optional("defaultResponse") { mountebankDefaults($0) }
      guard isHTTP else {
        _ = mapping.take("stubs")
        return nil
      }
      let stubs = mapping.optional("stubs") { value in
        list(value) { mountebankStub($0, in: scope, name: name, standard ?? MountebankAnswer()) }
      }
      var all = Array((stubs ?? []).reversed())
      if let standard, let responder = try? standard.specification.responder() {
        let request = HTTPStubRequest(file: scope.file, line: imposter.position.line)
        request.name = name
        request.priority = mountebankLastPriority
        request.responses[ResponseKey(method: nil)] = ResponseScript(responders: [responder])
        all.insert(
          StubOutline(stub: request.snapshot, node: imposter, conditions: .elements([])), at: 0)
      }
      return all
    }
  }

  private func mountebankProtocol(_ value: Value) -> Bool? {
    guard let name = text(value) else { return nil }
    if name == "http" || name == "https" { return true }
    return mismatch(
      value, expected: "\"http\" or \"https\"",
      remedy: "remove imposters of other protocols")
  }

  private func mountebankStub(
    _ value: Value, in scope: RuleScope, name: String?, _ standard: MountebankAnswer
  ) -> StubOutline? {
    let draft = StubDraft(scope: scope, from: value)
    draft.request.name = name
    let isRead: Bool? = findings.clean {
      mapping(value) { mapping in
        mapping.settle(MountebankKeys.stub)
        for matcher in mapping.optional("predicates", { list($0) { mountebankPredicate($0) } })
          ?? []
        {
          draft.request.match(matcher)
        }
        let isForHead =
          value["predicates"]?.elements?.contains { $0.isMountebankHead } ?? false
        var responses =
          mapping.optional("responses") {
            list($0) { mountebankResponse($0, standard, toHead: isForHead) }
          } ?? []
        if responses.isEmpty, let responder = try? standard.specification.responder() {
          responses = [(responder, 1)]
        }
        draft.request.responses[ResponseKey(method: nil)] = ResponseScript(
          repeating: responses, ending: .cycle)
        return true
      }
    }
    guard isRead != nil else { return nil }
    return StubOutline(
      stub: draft.request.snapshot, node: value,
      conditions: .elements(value["predicates"].map { Array($0.eachElement) } ?? []))
  }
}

/// The priority of default responses, which answer only requests that no stub matches.
private let mountebankLastPriority = 1_000_000

extension Reader {
  /// Reads a predicate, which compares fields of the request, or combines other predicates.
  func mountebankPredicate(_ value: Value) -> (any HTTPStubMatcher)? {
    mapping(value) { mapping -> (any HTTPStubMatcher)? in
      mapping.settle(MountebankKeys.predicate)
      let isCaseSensitive = mapping.optional("caseSensitive") { boolean($0) } ?? false
      let keyCase = mapping.optional("keyCaseSensitive") { boolean($0) }
      // In a predicate `matches`, exceptions are always case-sensitive, and the case of names
      // follows the case of texts.
      let isPattern = mapping.has("matches")
      let isKeyCaseSensitive = isPattern ? isCaseSensitive : keyCase ?? isCaseSensitive
      let exception = mapping.optional("except") {
        mountebankException($0, isPattern || isCaseSensitive ? [] : .caseInsensitive)
      }
      let selector = mapping.mountebankSelector(
        lowersJSON: !isKeyCaseSensitive, lowersXML: !isCaseSensitive && !isPattern)
      let names = MountebankKeys.tests + MountebankKeys.combinations
      guard let key = mapping.onlyKey(among: names) else { return nil }
      let test = MountebankTest(
        kind: MountebankTest.Kind(rawValue: key) ?? .equals, isCaseSensitive: isCaseSensitive,
        isKeyCaseSensitive: isKeyCaseSensitive, exception: exception, selector: selector)
      return mapping.optional(key) { value -> (any HTTPStubMatcher)? in
        switch key {
        case "not": return mountebankPredicate(value).map { HTTPStubNotMatcher($0) }
        case "or":
          return list(value) { mountebankPredicate($0) }
            .map { HTTPStubCompositeMatcher(.any, of: $0) }
        case "and":
          return list(value) { mountebankPredicate($0) }
            .map { HTTPStubCompositeMatcher(.all, of: $0) }
        case "exists": return mountebankFields(value, test, isExistence: true)
        default: return mountebankFields(value, test, isExistence: false)
        }
      }
    }
  }

  private func mountebankException(
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

  /// Reads the conditions of a predicate on fields of the request, all of which must match.
  private func mountebankFields(
    _ value: Value, _ test: MountebankTest, isExistence: Bool
  ) -> (any HTTPStubMatcher)? {
    var matchers: [any HTTPStubMatcher] = []
    return mapping(value) { mapping in
      mapping.settle(MountebankKeys.field)
      for field in MountebankField.all {
        mapping.read(field.key) { value in
          if field.key != "body", let selector = test.selector {
            // A selector finds nothing in other fields, so no request would match.
            return report(
              keyOf: value,
              found: "\(Quotation.of(field.key)) cannot be used with \(Quotation.of(selector.key))",
              remedy: "use a predicate of its own, joined by \"and\"")
          }
          matchers += mountebankField(value, field, test, isExistence: isExistence)
        }
      }
      return matchers.count == 1 ? matchers[0] : HTTPStubCompositeMatcher(.all, of: matchers)
    }
  }
}

extension Mapping {
  /// Reads the selector of a predicate, which is in lower case if the body is compared in lower
  /// case.
  fileprivate func mountebankSelector(lowersJSON: Bool, lowersXML: Bool) -> MountebankSelector? {
    let path = optional("jsonpath") { value in
      reader.mapping(value) { mapping in
        mapping.required("selector") { reader.jsonPathQuery(lowersJSON ? $0.lowered : $0) }
      }
    }
    if let path { return .jsonPath(path) }
    return optional("xpath") { value in
      reader.mapping(value) { mapping in
        var namespaces = mapping.optional("ns") { reader.texts($0) } ?? [:]
        if lowersXML { namespaces = namespaces.mapValues { $0.foldingCase() } }
        return mapping.required("selector") { value in
          let value = lowersXML ? value.lowered : value
          return reader.xpath(value, .present, namespaces: namespaces) == nil
            ? nil : .xpath(value.scalar?.text ?? "", namespaces: namespaces)
        }
      }
    }
  }
}

extension Value {
  /// Whether this predicate matches only HEAD requests, because a comparison in it requires this
  /// method.
  ///
  /// An exception changes the compared method, and a pattern may match several methods.
  fileprivate var isMountebankHead: Bool {
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

/// Imposters with tags of the template language EJS, which contain JavaScript and are not
/// supported.
enum MountebankTemplate: TextFormat {
  static let title = "mountebank with EJS"
  static let fileExtensions: Set<String> = ["ejs"]

  static func recognizes(_ source: SourceText) -> Bool {
    place(of: "<%-", in: source) != nil
      && (place(of: "\"imposters\"", in: source) != nil
        || place(of: "\"protocol\"", in: source) != nil)
  }

  static func read(
    _ source: SourceText, _ reader: Reader, into file: inout FileDraft
  ) {
    let offset = place(of: "<%-", in: source) ?? 0
    reader.findings.add(
      FileDiagnostic(
        at: SourcePosition(source: source, offset: offset),
        found: "EJS tags are not supported",
        remedy: "use mb save, which writes the imposters without them"))
  }

  /// Warns about EJS tags, which mountebank would replace and this library sends unchanged.
  static func warn(of source: SourceText, _ reader: Reader) {
    guard let offset = place(of: "<%", in: source) else { return }
    reader.findings.add(
      FileDiagnostic(
        .warning, at: SourcePosition(source: source, offset: offset),
        found: "EJS tags are sent as they are", remedy: "use mb save, which fills them in"))
  }

  private static func place(of text: StaticString, in source: SourceText) -> Int? {
    ByteSearch.first(text, in: source.bytes)
  }
}
