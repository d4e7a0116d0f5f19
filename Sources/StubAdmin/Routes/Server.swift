import StubCore
import StubFiles
import StubLanguages

/// The server as a whole.
extension AdminRoute {
  static let server: [AdminRoute] = [
    AdminRoute(
      .get, "/health", "Say that the server is there", tag: "Server",
      answers: [(200, .json(.object(["status": .text])))]
    ) { _, admin in
      let uptime = ContinuousClock.now - admin.start
      return .json([
        "status": "healthy", "message": "The stub server answers.",
        "version": .string(admin.configuration.version),
        "uptimeInSeconds": .number(JSONNumber(Int(uptime / .seconds(1)))),
        "timestamp": .string(WireMockDate.now),
      ])
    },
    AdminRoute(
      .get, "/version", "Say which version of the server this is", tag: "Server",
      answers: [(200, .json(.object(["version": .text])))]
    ) { request, admin in
      let version = admin.configuration.version
      let wantsText = request.message.headers[.accept]?.contains("text/plain") ?? false
      return wantsText ? .text(version) : .json(["version": .string(version)])
    },
    .changing(
      .post, "/reset", "Take stubs, scenarios and journal back to what the files say",
      tag: "Server", answers: [(200, .none)]
    ) { _, admin throws(AdminRefusal) in
      try admin.resetMappings()
      admin.stubs.journal.removeAll()
      return .empty()
    },
    AdminRoute(
      .post, "/shutdown", "End the server", tag: "Server", answers: [(200, .none)]
    ) { _, admin throws(AdminRefusal) in
      guard let program = admin.program else {
        throw AdminRefusal(409, code: 409, "this server ends with the program that it is part of")
      }
      program.shutDown()
      return .empty()
    },
  ]
}

extension Admin {
  /// Removes what was added, and reads the files again; a session goes back to what the server has.
  ///
  /// - Throws: a refusal when a file has an error; nothing is changed then.
  func resetMappings() throws(AdminRefusal) {
    if session != nil {
      added.removeAll()
      liveSession?.reset()
      return
    }
    if let program {
      if let errors = program.reload(false) { throw AdminRefusal(errors) }
    } else {
      remove(added.all.compactMap { stubs.stub($0.stub) })
      removeAddedIgnoreRules()
    }
    scenarios.reset()
  }
}
