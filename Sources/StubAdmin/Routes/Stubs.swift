import StubCore
import StubFiles
import StubLanguages

/// Routes for stubs in the form of rule files; WireMock has no such routes.
extension AdminRoute {
  static let stubs: [AdminRoute] = [
    AdminRoute(
      .get, "/stubs", "List all stubs with where they are written and how often they answered",
      tag: "Stubs",
      parameters: [
        Parameter("limit", "The most stubs to list", .count(upTo: .max)),
        Parameter("offset", "How many stubs to pass over", .count(upTo: .max)),
      ], answers: [(200, .json(.object(["stubs": .list(.named("Stub"))])))]
    ) { request, admin throws(AdminRefusal) in
      let limit = try request.number("limit", in: 0...Int.max)
      let offset = try request.number("offset", in: 0...Int.max)
      let all = admin.stubs.stubs
      let stubs = Array(all.dropFirst(offset ?? 0).prefix(limit ?? .max))
      let forms = StubForms(admin, for: stubs)
      return .list("stubs", stubs, then: [("total", .number(JSONNumber(all.count)))]) {
        forms.stub($0)
      }
    },
    .changing(
      .post, "/stubs", "Add the stubs of a rule file, in YAML or JSON", tag: "Stubs",
      parameters: [Parameter("set", "The set that they belong to (default: admin)", .text)],
      body: .other(["application/yaml", "application/json"]),
      answers: [(201, .json(.object(["ids": .list(.uuid)])))]
    ) { request, admin throws(AdminRefusal) in
      let names = try admin.add(rules: request)
      return .json(["ids": .array(names.map { .string($0) })], status: .created)
    },
    .changing(
      .post, "/stubs/reset-counts", "Let the limits and the sequences of all stubs begin anew",
      tag: "Stubs", answers: [(204, .none)]
    ) { _, admin in
      admin.stubs.resetCounts()
      return .empty(.noContent)
    },
    AdminRoute(
      .get, "/stubs/{id}", "Show a stub", tag: "Stubs",
      answers: [(200, .json(.named("Stub")))]
    ) { request, admin throws(AdminRefusal) in
      let stub = try admin.stub(named: request["id"])
      return .json(StubForms(admin, for: [stub]).stub(stub))
    },
    .changing(
      .put, "/stubs/{id}", "Put the stub of a rule file in the place of another", tag: "Stubs",
      body: .other(["application/yaml", "application/json"]),
      answers: [(200, .json(.named("Stub")))]
    ) { request, admin throws(AdminRefusal) in
      let old = try admin.stub(named: request["id"])
      let stub = try admin.replace(old, withRules: request)
      return .json(StubForms(admin, for: [stub]).stub(stub))
    },
    .changing(
      .delete, "/stubs/{id}", "Remove a stub", tag: "Stubs", answers: [(204, .none)]
    ) { request, admin throws(AdminRefusal) in
      try admin.discard([try admin.stub(named: request["id"])])
      return .empty(.noContent)
    },
    .changing(
      .delete, "/stubs", "Remove all stubs", tag: "Stubs", answers: [(204, .none)]
    ) { _, admin throws(AdminRefusal) in
      try admin.discard(admin.stubs.stubs)
      admin.removeAddedIgnoreRules()
      return .empty(.noContent)
    },
  ]
}

extension Admin {
  /// Adds all stubs of the rule file in the body, or none.
  ///
  /// - Returns: the identifiers of the stubs, in the order of the file.
  fileprivate func add(rules request: AdminRequest) throws(AdminRefusal) -> [String] {
    let (rules, texts) = try rules(request)
    stubs.add(rules.stubs)
    for rule in rules.ignoreRules { stubs.add(ignore: rule) }
    added.add(rules.ignoreRules)
    return zip(rules.stubs, texts).map { keep($0, $1).name }
  }

  fileprivate func replace(
    _ old: HTTPStub, withRules request: AdminRequest
  ) throws(AdminRefusal) -> HTTPStub {
    let (rules, texts) = try rules(request)
    guard let stub = rules.stubs.first, rules.stubs.count == 1 else {
      throw AdminRefusal(
        unprocessable: "expected one stub, got \(rules.stubs.count)",
        "send a rule file with one stub; POST /stubs takes several")
    }
    guard rules.ignoreRules.isEmpty else {
      throw AdminRefusal(
        unprocessable: "a stub cannot be replaced by ignore rules", "send them with POST /stubs",
        pointer: "/ignore")
    }
    let name = name(of: old)
    let (ruleFile, mappingFiles) = (ruleFile(of: old), savedFiles(of: [old]))
    let replaced = mappingFiles.isEmpty ? replaced(by: old) : nil
    guard stubs.replace(old.id, with: stub) else { throw .notFound }
    added.remove(old.id)
    added.set(
      AddedStubs.Entry(
        name: name, stub: stub.id, form: .rule(texts[0]), file: ruleFile, replaced: replaced))
    if let ruleFile { try update(ruleFile: ruleFile) }
    for file in mappingFiles { try SavedMappings(self).remove(file) }
    return stub
  }

  private func keep(_ stub: HTTPStub, _ text: JSONValue) -> AddedStubs.Entry {
    let entry = AddedStubs.Entry(
      name: names.name(.stub, stub.id.number), stub: stub.id, form: .rule(text))
    added.set(entry)
    return entry
  }

  /// Reads the body as a rule file; returns the rules, and the text of each stub as JSON.
  private func rules(
    _ request: AdminRequest
  ) throws(AdminRefusal) -> (rules: RuleSet, texts: [JSONValue]) {
    let sent: (rules: RuleSet, texts: [JSONValue])
    do throws(DiagnosticList) {
      let set = request.parameter("set") ?? "admin"
      let sentRules = SentRules(folder: configuration.folder, set: set, context: context)
      sent = try sentRules.rules(request.body)
    } catch {
      throw AdminRefusal(error)
    }
    guard sent.rules.cassettes.isEmpty else {
      throw AdminRefusal(
        unprocessable: "this is a recording", "put it in a folder that the server reads")
    }
    if let (key, remedy) = sent.rules.settings.first {
      throw AdminRefusal(
        unprocessable: "\(key) cannot be sent with stubs", "it is for the whole server; \(remedy)",
        pointer: "/\(key)")
    }
    return sent
  }

  /// Removes the added ignore rules; ignore rules of files stay.
  func removeAddedIgnoreRules() {
    for rule in added.takeIgnoreRules() { stubs.remove(ignore: rule.id) }
  }
}

extension RuleSet {
  /// The keys of a rule file that apply to the whole server; for each key, how to set its value on
  /// a running server.
  fileprivate var settings: [(key: String, remedy: String)] {
    let settings = [
      ("network", "PUT /network sets it", network != nil),
      ("unhandled", "write it into a file that the server reads", unhandledMode != nil),
      ("connection", "PUT /faults/connection sets it", faults.connection != nil),
      ("tls", "PUT /faults/tls sets it", !faults.tls.isEmpty),
    ]
    return settings.filter(\.2).map { ($0.0, $0.1) }
  }
}

extension StubForms {
  /// Returns the short form of a stub, together with the stub as it was written or sent.
  func stub(_ stub: HTTPStub) -> JSONValue {
    guard var object = admin.row(stub).object else { return .null }
    for (name, value) in written(stub) { object[name] = value }
    return .object(object)
  }
}
