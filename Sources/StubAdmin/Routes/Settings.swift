import StubCore
import StubFiles
import StubLanguages

/// What holds for all stubs, as WireMock has it: a fixed and a random delay, each for responses without one of
/// that kind.
extension AdminRoute {
  static let settings: [AdminRoute] =
    [
      AdminRoute(
        .get, "/settings", "Show the settings", tag: "Settings",
        answers: [(200, .json(.object(["settings": .named("Settings")])))]
      ) { _, admin in .json(["settings": .object(admin.settings.withLock { $0 })]) },
      AdminRoute(
        .patch, "/settings/extended", "Add to the settings that mean nothing to the server",
        tag: "Settings", body: .json(.object(["extended": .object])), answers: [(200, .none)]
      ) { request, admin throws(AdminRefusal) in
        guard let more = try request.neededObject()["extended"]?.object else {
          throw AdminRefusal(
            unprocessable: "Error parsing JSON", "extended must be an object",
            pointer: "/extended")
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
        method, "/settings", "Set all settings", tag: "Settings", body: .json(.named("Settings")),
        answers: [(200, .json(.named("Settings")))]
      ) { request, admin throws(AdminRefusal) in
        let sent = try request.neededObject()
        let settings = sent["settings"]?.object ?? sent
        let delays: CommonDelays
        do throws(DiagnosticList) {
          delays = try admin.sentRules.wireMockSettings(JSONValue.object(settings).data())
        } catch {
          throw AdminRefusal(mapping: error)
        }
        admin.settings.withLock { $0 = settings }
        admin.stubs.delays = delays
        // WireMock says nothing here, which its client for Python cannot read.
        return .json(.object(settings))
      }
    }
}
