import StubCore
import StubFiles
import StubLanguages

/// Routes for stubs in the form of rule files; WireMock has no such routes.
extension AdminRoute {
  static let stubs: [AdminRoute] = [
    AdminRoute(
      .get, "/stubs", "List all stubs with where they are written and how often they answered",
      parameters: Paging.all.parameters,
      answers: [(200, .json(.object(["stubs": .list(.named("Stub"))])))]
    ) { request, admin throws(AdminRefusal) in
      let places = try Paging.all.places(request)
      let all = admin.stubs.stubs
      let stubs = all.part(places)
      let forms = StubForms(admin, for: stubs)
      return .list("stubs", stubs, then: [("total", .number(JSONNumber(all.count)))]) {
        forms.stub($0)
      }
    },
    .changing(
      .post, "/stubs", "Add the stubs of a rule file, in YAML or JSON",
      parameters: [Parameter("set", "The set that they belong to (default: admin)", .text)],
      body: .other(["application/yaml", "application/json"]),
      answers: [(201, .json(.object(["ids": .list(.uuid)])))]
    ) { request, admin throws(AdminRefusal) in
      let (stubs, ignoreRules) = try admin.rules(in: request)
      try admin.add(stubs, ignoring: ignoreRules)
      return .json(["ids": .array(stubs.map { .string($0.name) })], status: .created)
    },
    .changing(
      .post, "/stubs/reset-counts", "Let the limits and the sequences of all stubs begin anew",
      answers: [(204, .none)]
    ) { _, admin in
      admin.stubs.resetCounts()
      return .empty(.noContent)
    },
    AdminRoute(.get, "/stubs/{id}", "Show a stub", answers: [(200, .json(.named("Stub")))]) {
      request, admin throws(AdminRefusal) in
      let stub = try admin.stub(named: request["id"])
      return .json(StubForms(admin, for: [stub]).stub(stub))
    },
    .changing(
      .put, "/stubs/{id}", "Put the stub of a rule file in the place of another",
      body: .other(["application/yaml", "application/json"]),
      answers: [(200, .json(.named("Stub")))]
    ) { request, admin throws(AdminRefusal) in
      let old = try admin.stub(named: request["id"])
      let sent = try admin.rule(in: request, as: admin.name(of: old))
      try admin.replace(old, with: sent)
      return .json(StubForms(admin, for: [sent.stub]).stub(sent.stub))
    },
    .changing(.delete, "/stubs/{id}", "Remove a stub", answers: [(204, .none)]) {
      request, admin throws(AdminRefusal) in
      try admin.remove([try admin.stub(named: request["id"])])
      return .empty(.noContent)
    },
    .changing(.delete, "/stubs", "Remove all stubs", answers: [(204, .none)]) {
      _, admin throws(AdminRefusal) in
      try admin.removeAll(admin.stubs.stubs)
      return .empty(.noContent)
    },
  ]
}

extension Admin {
  /// Reads the body as a rule file.
  ///
  /// The stubs get identifiers of their own; the ignore rules have none.
  fileprivate func rules(
    in request: AdminRequest
  ) throws(AdminRefusal) -> (stubs: [SentStub], ignoreRules: [HTTPStubIgnoreRule]) {
    let set = request.parameter("set") ?? "admin"
    let reader = SentRules(folder: configuration.folder, set: set, context: context)
    let (rules, texts) = try reader.checked(request.body)
    guard rules.cassettes.isEmpty else {
      throw AdminRefusal(
        unprocessable: "this is a recording", "put it in a folder that the server reads")
    }
    if let (key, remedy) = rules.settings.first {
      throw AdminRefusal(
        unprocessable: "\(key) cannot be sent with stubs", "it is for the whole server; \(remedy)",
        pointer: "/\(key)")
    }
    let stubs = zip(rules.stubs, texts).map { stub, text in
      SentStub(name: names.name(.stub, stub.id.number), stub: stub, form: .rule(text))
    }
    return (stubs, rules.ignoreRules)
  }

  /// Reads the body as a rule file with one stub, which gets the identifier `name`.
  fileprivate func rule(
    in request: AdminRequest, as name: String
  ) throws(AdminRefusal) -> SentStub {
    let (stubs, ignoreRules) = try rules(in: request)
    guard let stub = stubs.first, stubs.count == 1 else {
      throw AdminRefusal(
        unprocessable: "expected one stub, got \(stubs.count)",
        "send a rule file with one stub; POST /stubs takes several")
    }
    guard ignoreRules.isEmpty else {
      throw AdminRefusal(
        unprocessable: "a stub cannot be replaced by ignore rules", "send them with POST /stubs",
        pointer: "/ignore")
    }
    return SentStub(name: name, stub: stub.stub, form: stub.form)
  }
}

extension RuleSet {
  /// The keys of a rule file that apply to the whole server, each with the way to set its value on
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
