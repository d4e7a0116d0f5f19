import StubCore
import StubFiles
import StubLanguages
import StubPlatform

/// Routes that record the responses of a real server as stubs.
extension AdminRoute {
  static let recordings: [AdminRoute] = [
    AdminRoute(
      .get, "/recordings/status", "Say whether requests are recorded",
      answers: [(200, .json(.object(["status": .text])))]
    ) { _, admin in .json(["status": .string(admin.recording.status(admin).rawValue)]) },
    AdminRoute(
      .post, "/recordings/start", "Forward unmatched requests to a server, and record it",
      body: .json(.named("Recording")), answers: [(200, .json(.object))]
    ) { request, admin throws(AdminRefusal) in
      let specification = try RecordingSpecification(try request.requireObject(), admin)
      guard !specification.target.isEmpty else {
        throw AdminRefusal(422, "targetBaseUrl is required", pointer: "/targetBaseUrl")
      }
      try admin.recording.start(specification, admin)
      return .json([:])
    },
    AdminRoute(
      .post, "/recordings/stop", "Stop recording, and add what was recorded as stubs",
      answers: [(200, .json(.named("Recorded")))]
    ) { _, admin async throws(AdminRefusal) in
      let recorded = try await admin.recording.stop(admin)
      return try await admin.changes.run { () throws(AdminRefusal) in admin.add(recorded) }
    },
    AdminRoute(
      .post, "/recordings/snapshot",
      "Add what real servers have answered so far as stubs, as far as the journal has their bodies",
      body: .json(.named("Recording")), answers: [(200, .json(.named("Recorded")))]
    ) { request, admin async throws(AdminRefusal) in
      let specification = try RecordingSpecification(try request.object(), admin)
      await admin.waitForEnds()
      return try await admin.changes.run { () throws(AdminRefusal) in
        admin.add(admin.recording.snapshot(specification, admin))
      }
    },
  ]
}

extension Admin {
  /// Waits up to 0.5 s for forwarded responses to end.
  ///
  /// A client may have received a whole response before its end is noted.
  fileprivate func waitForEnds() async {
    let end = ContinuousClock.now + .milliseconds(500)
    while ContinuousClock.now < end, stubs.journal.entries.contains(where: \.isBeingForwarded) {
      try? await Task.sleep(for: .milliseconds(5))
    }
  }

  /// Adds recorded stubs.
  ///
  /// - Returns: a response that lists them, and the reasons why others could not be added.
  fileprivate func add(_ recorded: RecordingSession.Recorded) -> AdminResponse {
    let specification = recorded.specification
    let isPersistent =
      specification.isPersistent ?? (session == nil && !configuration.folder.isEmpty)
    var documents: [JSONValue] = []
    var leftOut = recorded.leftOut
    for var mapping in recorded.mappings {
      if isPersistent { mapping["persistent"] = true }
      do throws(AdminRefusal) {
        documents.append(try add(recorded: mapping, specification.extraction))
      } catch {
        leftOut.append([
          "method": mapping["request"]?["method"] ?? .null,
          "url": mapping["request"]?["url"] ?? .null, "reason": .string(error.reason),
        ])
      }
    }
    var answer: JSONObject =
      specification.listsNames
      ? JSONObject([("ids", .array(documents.map { $0["id"] ?? .null }))])
      : JSONObject([("mappings", .array(documents))])
    // WireMock's clients do not know this member, so it is sent only if it is not empty.
    if !leftOut.isEmpty { answer["leftOut"] = .array(leftOut) }
    return .json(.object(answer))
  }

  /// Adds a recorded stub, whose body may get a file of its own.
  private func add(
    recorded mapping: JSONObject, _ extraction: BodyExtraction?
  ) throws(AdminRefusal) -> JSONValue {
    var document = mapping
    let id = UUID().uuidString.lowercasedASCII()
    let file = extraction?.take(from: &document, named: id)
    if let file { try BodyFiles(self).write(file.bytes, to: file.name) }
    do throws(AdminRefusal) {
      let sent = try self.mapping(
        JSONValue.object(document).data(), document, as: file.map { _ in id })
      try add([sent])
      return sent.form.member.value
    } catch {
      if let file { try? BodyFiles(self).remove(file.name) }
      throw error
    }
  }
}

extension JournalEntry {
  fileprivate var isBeingForwarded: Bool {
    relayed == nil && ending == nil && (outcome == .passedThrough || plan?.forwarding != nil)
  }
}
