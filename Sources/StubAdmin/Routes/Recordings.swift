import StubCore
import StubFiles
import StubLanguages

/// Recording of what a real server answers, as stubs.
extension AdminRoute {
  static let recordings: [AdminRoute] = [
    AdminRoute(
      .get, "/recordings/status", "Say whether requests are recorded", tag: "Recordings",
      answers: [(200, .json(.object(["status": .text])))]
    ) { _, admin in .json(["status": .string(admin.recording.status.rawValue)]) },
    AdminRoute(
      .post, "/recordings/start", "Forward unmatched requests to a server, and record it",
      tag: "Recordings", body: .json(.named("Recording")), answers: [(200, .json(.object))]
    ) { request, admin throws(AdminRefusal) in
      let specification = try RecordingSpecification(try request.neededObject(), admin)
      guard !specification.target.isEmpty else {
        throw AdminRefusal(422, "targetBaseUrl is required", pointer: "/targetBaseUrl")
      }
      try admin.recording.start(specification, admin)
      return .json([:])
    },
    AdminRoute(
      .post, "/recordings/stop", "Stop recording, and add what was recorded as stubs",
      tag: "Recordings", answers: [(200, .json(.named("Recorded")))]
    ) { _, admin async throws(AdminRefusal) in
      let specification = admin.recording.specification
      let mappings = try await admin.recording.stop(admin)
      return try admin.add(recorded: mappings, specification)
    },
    AdminRoute(
      .post, "/recordings/snapshot", "Add what has been recorded so far as stubs",
      tag: "Recordings", body: .json(.named("Recording")),
      answers: [(200, .json(.named("Recorded")))]
    ) { request, admin throws(AdminRefusal) in
      let specification = try RecordingSpecification(try request.object(), admin)
      let mappings = admin.recording.recorder.map(specification.mappings) ?? []
      return try admin.add(recorded: mappings, specification)
    },
  ]
}

extension Admin {
  /// Adds recorded stubs, and tells what they are.
  fileprivate func add(
    recorded mappings: [JSONObject], _ specification: RecordingSpecification?
  ) throws(AdminRefusal) -> AdminAnswer {
    let isPersistent = specification?.isPersistent ?? !configuration.folder.isEmpty
    var documents: [JSONValue] = []
    for var mapping in mappings {
      if isPersistent { mapping["persistent"] = true }
      let sent = try sent(JSONValue.object(mapping).data(), mapping)
      documents.append(try add(mapping: sent))
    }
    if specification?.listsNames == true {
      return .json(["ids": .array(documents.map { $0["id"] ?? .null })])
    }
    return .json(["mappings": .array(documents)])
  }
}
