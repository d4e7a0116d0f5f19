import StubCore

/// Imposters of mountebank 1 and 2: one, or several under `imposters`.
enum MountebankFormat: DefinitionFormat {
  static let title = "mountebank"

  static func recognizes(_ document: DocumentNode) -> Bool {
    if document["imposters"]?.elements != nil { return true }
    return document["protocol"]?.scalar != nil
      && (document["port"] != nil || document["stubs"]?.elements != nil)
  }

  static func read(_ document: inout ValueReader, into file: inout FileDraft) {
    let scope = file.scope
    guard document.node["imposters"] != nil else {
      file.append(document.mountebankImposter(in: scope) ?? [])
      return
    }
    let imposters: [[StubOutline]]? = document.mapping { reader in
      reader.settle(MountebankKeys.file)
      return reader.optional("imposters") { $0.list { $0.mountebankImposter(in: scope) } }
    }
    // Of imposters that answer the same request the first counts.
    file.append((imposters ?? []).reversed().flatMap { $0 })
  }
}

extension ValueReader {
  /// The stubs of an imposter, the one that is asked first at the end.
  fileprivate mutating func mountebankImposter(in scope: RuleScope) -> [StubOutline]? {
    let imposter = node
    return mapping { reader in
      reader.settle(MountebankKeys.imposter)
      let name = reader.optional("name") { $0.text() }
      let isHTTP = reader.required("protocol") { $0.mountebankProtocol() } ?? false
      reader.read("port") { value in
        guard value.integer(in: 0...65_535) != nil else { return }
        value.report(
          .warning, found: "a port of its own for an imposter",
          expected: "one port for all stubs", remedy: "try a file for each port")
      }
      for key in ["key", "cert"] {
        reader.read(key) { value in
          value.report(
            .warning, found: "a \"\(key)\" for the imposter, which is not used",
            remedy: "try the options of the listener for TLS")
        }
      }
      let standard = reader.optional("defaultResponse") { $0.mountebankDefaults() }
      guard isHTTP else {
        _ = reader.take("stubs")
        return nil
      }
      let stubs = reader.optional("stubs") { value in
        value.list { $0.mountebankStub(in: scope, name: name, standard ?? MountebankAnswer()) }
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

  private mutating func mountebankProtocol() -> Bool? {
    guard let name = text() else { return nil }
    if name == "http" || name == "https" { return true }
    return mismatch(
      expected: "\"http\" or \"https\"", remedy: "try a file without imposters of other protocols")
  }

  private mutating func mountebankStub(
    in scope: RuleScope, name: String?, _ standard: MountebankAnswer
  ) -> StubOutline? {
    let draft = StubDraft(scope: scope, line: position.line)
    draft.request.name = name
    let isRead: Bool? = mapping { reader in
      reader.settle(MountebankKeys.stub)
      for matcher in reader.optional("predicates", { $0.list { $0.mountebankPredicate() } }) ?? [] {
        draft.request.match(matcher)
      }
      let lists = reader.optional("responses") { $0.list { $0.mountebankResponses(standard) } }
      var responders = (lists ?? []).flatMap { $0 }
      if responders.isEmpty, let responder = try? standard.specification.responder() {
        responders = [responder]
      }
      draft.request.responses[ResponseKey(method: nil)] = ResponseScript(
        responders: responders, ending: .cycle)
      return true
    }
    guard isRead != nil, !diagnostics.hasErrors else { return nil }
    return StubOutline(
      stub: draft.request.snapshot, node: node,
      conditions: .elements(node["predicates"]?.elements ?? []))
  }
}

/// The priority of default responses: they answer what nothing else does.
private let mountebankLastPriority = 1_000_000
