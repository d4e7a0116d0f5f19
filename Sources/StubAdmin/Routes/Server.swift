import StubCore
import StubFiles
import StubLanguages
import StubServer

/// Routes for the server as a whole.
extension AdminRoute {
  static let server: [AdminRoute] = [
    AdminRoute(
      .get, "/health", "Say that the server is there; without a token, nothing else",
      answers: [(200, .json(.object(["status": .text])))]
    ) { _, admin in
      let uptime = ContinuousClock.now - admin.start
      return .json([
        "status": .string(AdminResponse.health), "message": .string(AdminResponse.healthMessage),
        "version": .string(admin.configuration.version),
        "uptimeInSeconds": .number(JSONNumber(Int(uptime / .seconds(1)))),
        "timestamp": .string(WireMockDate.now),
      ])
    }.brief,
    AdminRoute(
      .get, "/version", "Say which version of the server this is",
      answers: [(200, .json(.object(["version": .text])))]
    ) { request, admin in
      let version = admin.configuration.version
      let wantsText = request.message.headers[.accept]?.contains("text/plain") ?? false
      return wantsText ? .text(version) : .json(["version": .string(version)])
    }.brief,
    AdminRoute(
      .get, "/server", "Say where stubs are served, and where added ones are saved",
      answers: [(200, .json(.object(["stubs": .count])))]
    ) { _, admin in .json(.object(admin.account)) },
    .changing(
      .post, "/reset", "Take stubs, scenarios and journal back to what the files say",
      answers: [(200, .none)]
    ) { _, admin throws(AdminRefusal) in
      try admin.resetStubs()
      admin.stubs.journal.removeAll()
      return .empty()
    },
    AdminRoute(.post, "/shutdown", "End the server", answers: [(200, .none)]) {
      _, admin throws(AdminRefusal) in
      guard let program = admin.program else {
        throw AdminRefusal(409, code: 409, "this server ends with the program that it is part of")
      }
      program.shutDown()
      return .empty()
    }.brief,
  ]
}

extension AdminResponse {
  fileprivate static let health = "healthy"
  fileprivate static let healthMessage = "The stub server answers."

  /// The response to every client that asks whether the server is alive.
  static let alive = AdminResponse.json([
    "status": .string(health), "message": .string(healthMessage),
  ])
}

extension Admin {
  /// The URLs of the server, the number of stubs, and the folder in which added stubs are saved.
  var account: JSONObject {
    let urls = listener?.addresses.map(\.url) ?? []
    var account = JSONObject()
    account["url"] = url.map { .string($0) }
    account["secureURL"] = urls.first { $0.hasPrefix("https:") }.map { .string($0) }
    account["session"] = session.map { .string($0) }
    account["sessionField"] = .string(sessions.configuration.field.rawName)
    account["stubs"] = .number(JSONNumber(stubs.stubCount))
    account["files"] = .array(configuration.servedFolders.map { .string($0) })
    let folder = configuration.ruleFolder ?? configuration.folder
    account["savesTo"] = folder.isEmpty ? nil : .string(folder)
    return account
  }
}

/// Routes for WireMock's settings, which are a fixed and a random delay, each for responses without
/// a delay of that kind.
extension AdminRoute {
  static let settings: [AdminRoute] =
    [
      AdminRoute(
        .get, "/settings", "Show the settings",
        answers: [(200, .json(.object(["settings": .named("Settings")])))]
      ) { _, admin in .json(["settings": .object(admin.settings.withLock { $0 })]) },
      AdminRoute(
        .patch, "/settings/extended", "Add to the settings that mean nothing to the server",
        body: .json(.object(["extended": .object])), answers: [(200, .none)]
      ) { request, admin throws(AdminRefusal) in
        guard let more = try request.requireObject()["extended"]?.object else {
          throw AdminRefusal(unreadable: "extended must be an object", pointer: "/extended")
        }
        admin.settings.withLock { settings in
          var extended = settings["extended"]?.object ?? JSONObject()
          for (name, value) in more.members { extended[name] = value }
          settings["extended"] = .object(extended)
        }
        return .empty()
      },
    ]
    + [HTTPMethod.post, .put].map { method in
      AdminRoute(
        method, "/settings", "Set all settings", body: .json(.named("Settings")),
        answers: [(200, .json(.named("Settings")))]
      ) { request, admin throws(AdminRefusal) in
        let sent = try request.requireObject()
        let settings = sent["settings"]?.object ?? sent
        let delays = try Admin.wireMock(
          JSONValue.object(settings).data(), admin.sentRules.wireMockSettings)
        admin.settings.withLock { $0 = settings }
        admin.stubs.delays = delays
        // WireMock's response is empty here, which its client for Python cannot read.
        return .json(.object(settings))
      }
    }
}

/// Routes with information for clients: a description of the API, and the certificate that they
/// must trust.
extension AdminRoute {
  static let documents: [AdminRoute] = [
    AdminRoute(
      .get, "/docs", "Show where this API is described", answers: [(200, .other(["text/html"]))]
    ) { _, admin in
      let prefix = admin.configuration.prefix
      return .text(
        """
        <!doctype html>
        <meta charset="utf-8">
        <title>stubber admin API</title>
        <p><a href="\(prefix)/openapi.json">OpenAPI 3.0</a></p>

        """, type: "text/html; charset=utf-8")
    },
    AdminRoute(
      .get, "/docs/swagger", "Describe this API, as openapi.json does",
      answers: [(200, .json(.object))]
    ) { _, admin in .json(admin.description) },
    AdminRoute(.get, "/openapi.json", "Describe this API", answers: [(200, .json(.object))]) {
      _, admin in .json(admin.description)
    },
    AdminRoute(
      .get, "/certs/wiremock-ca.crt", "Get the certificate that lets clients trust this server",
      answers: [(200, .other(["application/x-pem-file"]))]
    ) { _, admin throws(AdminRefusal) in
      guard let path = admin.listener?.certificateToTrust else {
        throw AdminRefusal(
          .notFound, code: 404, "this server has no certificate",
          detail: "start it with --https-port")
      }
      do throws(FileProblem) {
        let text = String(decoding: try DurableFile.read(path), as: UTF8.self)
        return .text(text, type: "application/x-pem-file")
      } catch {
        throw AdminRefusal(500, code: 500, "cannot read \(path): \(error)")
      }
    },
  ]
}

extension Admin {
  fileprivate var description: JSONValue {
    OpenAPI(prefix: configuration.prefix, version: configuration.version).document
  }
}
