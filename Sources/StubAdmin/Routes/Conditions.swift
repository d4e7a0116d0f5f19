import StubCore
import StubFiles
import StubLanguages
import StubServer

/// Routes for the network, for faults of connections and TLS, and for gates.
extension AdminRoute {
  static let network: [AdminRoute] = [
    AdminRoute(
      .get, "/network", "Show the network that limits all responses",
      answers: [(200, .json(.object))]
    ) { _, admin in .json(admin.networkForm) },
    AdminRoute(
      .put, "/network", "Limit all responses, by the name or the values of a profile",
      body: .json(.any), answers: [(200, .json(.object))]
    ) { request, admin throws(AdminRefusal) in
      admin.stubs.network = try request.rule(NetworkProfile.init)
      return .json(admin.networkForm)
    },
    AdminRoute(.delete, "/network", "Limit nothing", answers: [(200, .json(.object))]) { _, admin in
      admin.stubs.network = nil
      return .json(admin.networkForm)
    },
  ]

  static let faults: [AdminRoute] = [
    AdminRoute(
      .get, "/faults", "Show what goes wrong with new connections", answers: [(200, .json(.object))]
    ) { _, admin throws(AdminRefusal) in .json(try admin.requireListener().faultsForm) },
    .breaking(.put, "/faults/connection", "Break new connections", body: .json(.any)) {
      request, listener throws(AdminRefusal) in
      listener.begin(try request.rule(ConnectionFaultRule.init))
    },
    .breaking(.delete, "/faults/connection", "Let new connections be") { _, listener in
      listener.faults.connection = nil
    },
    .breaking(.put, "/faults/tls", "Break TLS", body: .json(.any)) {
      request, listener throws(AdminRefusal) in
      listener.begin(try request.rule(TLSFaultRule.rules))
    },
    .breaking(.delete, "/faults/tls", "Let TLS be") { _, listener in listener.faults.tls = [] },
  ]

  /// Creates an operation that changes the faults of new connections, and returns them.
  private static func breaking(
    _ method: HTTPMethod, _ path: String, _ summary: String, body: Content = .none,
    change: @escaping @Sendable (AdminRequest, Listener) throws(AdminRefusal) -> Void
  ) -> AdminRoute {
    AdminRoute(method, path, summary, body: body, answers: [(200, .json(.object))]) {
      request, admin throws(AdminRefusal) in
      let listener = try admin.requireListener()
      try change(request, listener)
      return .json(listener.faultsForm)
    }
  }

  static let gates: [AdminRoute] = [
    AdminRoute(
      .get, "/gates", "List the gates with how many responses each holds",
      answers: [(200, .json(.object(["gates": .list(.object)])))]
    ) { _, admin in
      let gates = admin.gates.sorted { $0.key < $1.key }
      return .json(["gates": .array(gates.map { $1.form(named: $0.text) })])
    },
    AdminRoute(
      .put, "/gates/{name}", "Open or close a gate", body: .json(.object(["open": .flag])),
      answers: [(200, .json(.object))]
    ) { request, admin throws(AdminRefusal) in
      let gate = try admin.gate(request["name"])
      let isOpen = try request.neededFlag("open")
      if isOpen { gate.open() } else { gate.close() }
      return .json(gate.form(named: request["name"]))
    },
    AdminRoute(
      .post, "/gates/{name}/release", "Let go of what a gate holds now",
      answers: [(200, .json(.object))]
    ) { request, admin throws(AdminRefusal) in
      let gate = try admin.gate(request["name"])
      gate.releaseWaiting()
      return .json(gate.form(named: request["name"]))
    },
  ]
}

extension AdminRequest {
  /// Reads the body as a value in the form of rule files.
  fileprivate func rule<Rule>(
    _ read: (String, String) throws(DiagnosticList) -> Rule
  ) throws(AdminRefusal) -> Rule {
    do throws(DiagnosticList) {
      return try read(message.bodyText, "body")
    } catch {
      throw AdminRefusal(error)
    }
  }
}

extension Admin {
  fileprivate var networkForm: JSONValue {
    ["network": stubs.network.map(\.form) ?? .null]
  }

  /// Returns the listener.
  ///
  /// - Throws: a refusal if the API has none.
  fileprivate func requireListener() throws(AdminRefusal) -> Listener {
    try neededListener(whose: "connections could break")
  }

  /// The gates for which responses may wait, which are those of this session and of the server.
  fileprivate var gates: [ScalarText: HTTPStubGate] {
    (server?.context.gates.all ?? [:]).merging(context.gates.all) { _, own in own }
  }

  fileprivate func gate(_ name: String) throws(AdminRefusal) -> HTTPStubGate {
    guard let gate = gates[ScalarText(name)] else {
      throw AdminRefusal(
        .notFound, code: 404, "there is no gate \(name.quoted)",
        detail: "GET /gates lists the gates that stubs wait for")
    }
    return gate
  }
}

extension NetworkProfile {
  /// The values of the profile, with speeds in bytes per second and times in milliseconds.
  fileprivate var form: JSONValue {
    var object = JSONObject([("name", .string(name))])
    object["download"] = download.map { .number(JSONNumber($0.bytesPerSecond)) }
    object["upload"] = upload.map { .number(JSONNumber($0.bytesPerSecond)) }
    object["latency"] = .milliseconds(latency)
    object["jitter"] = .milliseconds(jitter)
    object["stalls"] = stalls.map { stalls in
      [
        "every": .milliseconds(stalls.every),
        "lasting": .milliseconds(stalls.lasting),
      ]
    }
    object["outage"] = outage.map { .string($0.name) }
    return .object(object)
  }
}

extension Listener {
  fileprivate var faultsForm: JSONValue {
    let faults = faults
    return [
      "connection": faults.connection.map { .string($0.description) } ?? .null,
      "tls": .array(faults.tls.map { .string($0.description) }),
    ]
  }
}

extension HTTPStubGate {
  fileprivate func form(named name: String) -> JSONValue {
    ["name": .string(name), "open": .bool(isOpen), "waiting": .number(JSONNumber(waitingCount))]
  }
}
