import StubCore
import StubFiles
import StubLanguages

/// Routes for stubs in WireMock's form, several at a time.
extension AdminRoute {
  static let mappingSets: [AdminRoute] = [
    .changing(
      .post, "/mappings/reset", "Remove what was added, and read the files again",
      answers: [(200, .none)]
    ) { _, admin throws(AdminRefusal) in
      try admin.resetStubs()
      return .empty()
    },
    .changing(
      .post, "/mappings/save", "Save all stubs that were added in the served folder",
      answers: [(200, .none)]
    ) { _, admin throws(AdminRefusal) in
      try admin.saveStubs()
      return .empty()
    },
    .changing(
      .post, "/mappings/import", "Add or replace several stubs, all or none",
      body: .json(.named("Import")), answers: [(200, .none)]
    ) { request, admin throws(AdminRefusal) in
      try MappingImport(request, admin).run(admin)
      return .empty()
    },
    .changing(
      .post, "/mappings/edit", "Put a stub in the place of the one with its identifier",
      body: .json(.named("NewMapping")), answers: [(204, .none), (404, .none)]
    ) { request, admin throws(AdminRefusal) in
      let sent = try admin.mapping(in: request)
      try admin.replace(try admin.stub(named: sent.name), with: sent)
      return .empty(.noContent)
    },
    .changing(
      .post, "/mappings/remove", "Remove stubs by their identifiers or by equal requests",
      body: .json(.object), answers: [(200, .none)]
    ) { request, admin throws(AdminRefusal) in
      let object = try request.requireObject()
      let described = object["mappings"]?.array ?? [.object(object)]
      try admin.remove(admin.stubs(equalTo: described))
      return .empty()
    },
    .asking(
      "/mappings/find-by-metadata", "List the stubs whose metadata meets a condition",
      body: .json(.named("Condition")), answers: [(200, .json(.named("Mappings")))]
    ) { request, admin throws(AdminRefusal) in
      admin.list(try admin.stubs(whose: try MetadataCondition(request, admin)))
    },
    .changing(
      .post, "/mappings/remove-by-metadata", "Remove the stubs whose metadata meets a condition",
      body: .json(.named("Condition")), answers: [(200, .json(.object))]
    ) { request, admin throws(AdminRefusal) in
      try admin.remove(try admin.stubs(whose: try MetadataCondition(request, admin)))
      return .json([:])
    },
    AdminRoute(
      .get, "/mappings/unmatched", "List the stubs that answered no request of the journal",
      answers: [(200, .json(.named("Mappings")))]
    ) { _, admin in admin.list(admin.unmatchedStubs) },
    .changing(
      .delete, "/mappings/unmatched", "Remove the stubs that answered no request of the journal",
      answers: [(200, .json(.object))]
    ) { _, admin throws(AdminRefusal) in
      try admin.remove(admin.unmatchedStubs)
      return .json([:])
    },
  ]
}

/// The stubs that a client adds in one step.
private struct MappingImport {
  private let mappings: [SentStub]
  private let overwrites: Bool
  private let deletesOthers: Bool

  /// Reads the stubs in the body of a request, without changing anything.
  init(_ request: AdminRequest, _ admin: Admin) throws(AdminRefusal) {
    let object = try request.requireObject()
    guard let sent = object["mappings"]?.array else {
      if let refusal = admin.sentRules.refusal(of: request.body) {
        throw AdminRefusal(unreadable: refusal)
      }
      throw AdminRefusal(unreadable: "mappings must be a list", pointer: "/mappings")
    }
    let options = object["importOptions"] ?? [:]
    switch options["duplicatePolicy"]?.string ?? "OVERWRITE" {
    case "OVERWRITE": overwrites = true
    case "IGNORE": overwrites = false
    case let policy:
      throw AdminRefusal(
        unreadable: "duplicatePolicy must be OVERWRITE or IGNORE, not \(policy)",
        pointer: "/importOptions/duplicatePolicy")
    }
    deletesOthers = options["deleteAllNotInImport"]?.bool ?? false
    var mappings: [SentStub] = []
    for (place, mapping) in sent.enumerated() {
      let pointer = "/mappings/\(place)"
      guard let object = mapping.object else {
        throw AdminRefusal(unreadable: "expected an object, such as {}", pointer: pointer)
      }
      mappings.append(try admin.mapping(mapping.data(), object, at: pointer))
    }
    // The folder is checked before anything is changed.
    if mappings.contains(where: \.form.isPersistent) { _ = try SavedMappings(admin) }
    self.mappings = mappings
  }

  /// Adds the stubs, so that the first one is tried first.
  func run(_ admin: Admin) throws(AdminRefusal) {
    try checkFiles(admin)
    for mapping in mappings.reversed() {
      guard let old = try? admin.stub(named: mapping.name) else {
        try admin.add([mapping])
        continue
      }
      if overwrites { try admin.replace(old, with: mapping) }
    }
    guard deletesOthers else { return }
    let kept = Set(mappings.map(\.name))
    try admin.remove(admin.mappings.filter { !kept.contains(admin.name(of: $0)) })
  }

  /// Checks the files of stubs to be replaced, before anything is changed.
  ///
  /// - Throws: a refusal if such a file has several stubs.
  private func checkFiles(_ admin: Admin) throws(AdminRefusal) {
    for mapping in mappings where overwrites && mapping.form.isPersistent {
      guard let old = try? admin.stub(named: mapping.name) else { continue }
      let file = admin.savedFiles(of: [old]).first
      _ = try Admin.file(file, replacing: admin.replaced(by: old))
    }
  }
}
