import StubCore
import StubFiles
import StubLanguages

/// Routes for stubs in WireMock's form, several at a time.
extension AdminRoute {
  static let mappingSets: [AdminRoute] = [
    .changing(
      .post, "/mappings/reset", "Remove what was added, and read the files again",
      tag: "Stub mappings", answers: [(200, .none)]
    ) { _, admin throws(AdminRefusal) in
      try admin.resetMappings()
      return .empty()
    },
    .changing(
      .post, "/mappings/save", "Save all stubs that were added in the served folder",
      tag: "Stub mappings", answers: [(200, .none)]
    ) { _, admin throws(AdminRefusal) in
      try admin.saveMappings()
      return .empty()
    },
    .changing(
      .post, "/mappings/import", "Add or replace several stubs, all or none",
      tag: "Stub mappings", body: .json(.named("Import")), answers: [(200, .none)]
    ) { request, admin throws(AdminRefusal) in
      try MappingImport(request, admin).run(admin)
      return .empty()
    },
    .changing(
      .post, "/mappings/edit", "Put a stub in the place of the one with its identifier",
      tag: "Stub mappings", body: .json(.named("NewMapping")),
      answers: [(204, .none), (404, .none)]
    ) { request, admin throws(AdminRefusal) in
      let mapping = try admin.sent(request)
      _ = try admin.replace(try admin.stub(named: mapping.name), with: mapping)
      return .empty(.noContent)
    },
    .changing(
      .post, "/mappings/remove", "Remove stubs by their identifiers or by equal requests",
      tag: "Stub mappings", body: .json(.object), answers: [(200, .none)]
    ) { request, admin throws(AdminRefusal) in
      let object = try request.neededObject()
      let described = object["mappings"]?.array ?? [.object(object)]
      try admin.discard(admin.stubs(equalTo: described))
      return .empty()
    },
    AdminRoute(
      .post, "/mappings/find-by-metadata", "List the stubs whose metadata meets a condition",
      tag: "Stub mappings", body: .json(.named("Condition")),
      answers: [(200, .json(.named("Mappings")))]
    ) { request, admin throws(AdminRefusal) in
      let found = try admin.stubs(withMetadata: request)
      return admin.list(found, total: found.count)
    },
    .changing(
      .post, "/mappings/remove-by-metadata", "Remove the stubs whose metadata meets a condition",
      tag: "Stub mappings", body: .json(.named("Condition")), answers: [(200, .json(.object))]
    ) { request, admin throws(AdminRefusal) in
      try admin.discard(try admin.stubs(withMetadata: request))
      return .json([:])
    },
    AdminRoute(
      .get, "/mappings/unmatched", "List the stubs that answered no request of the journal",
      tag: "Stub mappings", answers: [(200, .json(.named("Mappings")))]
    ) { _, admin in
      let unmatched = admin.unmatchedStubs
      return admin.list(unmatched, total: unmatched.count)
    },
    .changing(
      .delete, "/mappings/unmatched", "Remove the stubs that answered no request of the journal",
      tag: "Stub mappings", answers: [(200, .json(.object))]
    ) { _, admin throws(AdminRefusal) in
      try admin.discard(admin.unmatchedStubs)
      return .json([:])
    },
  ]
}

/// Stubs that a client adds in one step.
private struct MappingImport {
  private let mappings: [SentMapping]
  private let overwrites: Bool
  private let deletesOthers: Bool

  /// Reads the body of a request and changes nothing.
  init(_ request: AdminRequest, _ admin: Admin) throws(AdminRefusal) {
    let object = try request.neededObject()
    guard let sent = object["mappings"]?.array else {
      if let refusal = admin.sentRules.refusal(of: request.body) {
        throw AdminRefusal(unprocessable: "Error parsing JSON", refusal)
      }
      throw AdminRefusal(
        unprocessable: "Error parsing JSON", "mappings must be a list", pointer: "/mappings")
    }
    let options = object["importOptions"] ?? [:]
    switch options["duplicatePolicy"]?.string ?? "OVERWRITE" {
    case "OVERWRITE": overwrites = true
    case "IGNORE": overwrites = false
    case let policy:
      throw AdminRefusal(
        unprocessable: "Error parsing JSON",
        "duplicatePolicy must be OVERWRITE or IGNORE, not \(policy)",
        pointer: "/importOptions/duplicatePolicy")
    }
    deletesOthers = options["deleteAllNotInImport"]?.bool ?? false
    var mappings: [SentMapping] = []
    for (place, mapping) in sent.enumerated() {
      let pointer = "/mappings/\(place)"
      guard let object = mapping.object else {
        throw AdminRefusal(
          unprocessable: "Error parsing JSON", "expected an object, such as {}", pointer: pointer)
      }
      mappings.append(try admin.sent(mapping.data(), object, at: pointer))
    }
    // The folder is checked before anything is changed.
    if mappings.contains(where: \.isPersistent) { _ = try SavedMappings(admin) }
    self.mappings = mappings
  }

  /// Adds the stubs; the first stub of the import is tried first.
  func run(_ admin: Admin) throws(AdminRefusal) {
    try checkFiles(admin)
    for mapping in mappings.reversed() {
      guard let old = try? admin.stub(named: mapping.name) else {
        _ = try admin.add(mapping: mapping)
        continue
      }
      if overwrites { _ = try admin.replace(old, with: mapping) }
    }
    guard deletesOthers else { return }
    let kept = Set(mappings.map(\.name))
    try admin.discard(admin.mappings.filter { !kept.contains(admin.name(of: $0)) })
  }

  /// Throws if a stub to be replaced is in a file with several stubs, before anything is changed.
  private func checkFiles(_ admin: Admin) throws(AdminRefusal) {
    for mapping in mappings where overwrites && mapping.isPersistent {
      guard let old = try? admin.stub(named: mapping.name) else { continue }
      let file = admin.savedFiles(of: [old]).first
      _ = try Admin.file(file, replacing: admin.replaced(by: old))
    }
  }
}

extension Admin {
  /// Saves all added stubs.
  ///
  /// - Throws: a refusal with the errors of all stubs that could not be saved;
  ///   the others are saved.
  fileprivate func saveMappings() throws(AdminRefusal) {
    let saved = try SavedMappings(self)
    var refusals: [AdminRefusal] = []
    do throws(AdminRefusal) { refusals = try saveRules() } catch { refusals = [error] }
    for entry in added.all {
      guard case .mapping(let mapping) = entry.form, var document = mapping.object else { continue }
      document["persistent"] = true
      do throws(AdminRefusal) {
        let own = try Self.file(entry.file, replacing: entry.replaced)
        let file = try saved.save(document, in: own)
        added.set(
          AddedStubs.Entry(
            name: entry.name, stub: entry.stub, form: .mapping(.object(document)), file: file,
            replaced: entry.replaced))
      } catch {
        refusals.append(error)
      }
    }
    if let refusal = AdminRefusal(refusals) { throw refusal }
  }

  /// Returns the stubs with one of the identifiers,
  /// or with one of the requests if no identifier is given.
  fileprivate func stubs(equalTo described: [JSONValue]) -> [HTTPStub] {
    var requests: Set<JSONValue> = []
    var found: [HTTPStub] = []
    for mapping in described {
      if let name = (mapping["id"] ?? mapping["uuid"])?.string {
        if let stub = try? stub(named: name) { found.append(stub) }
      } else {
        let completed = StubForms.completed(mapping.object ?? JSONObject(), name: "")
        requests.insert(completed["request"] ?? [:])
      }
    }
    guard !requests.isEmpty else { return found }
    let all = mappings
    let forms = StubForms(self, for: all)
    return found + all.filter { forms.mapping($0)["request"].map(requests.contains) ?? false }
  }

  /// Returns the stubs whose metadata matches the condition in the body.
  fileprivate func stubs(withMetadata request: AdminRequest) throws(AdminRefusal) -> [HTTPStub] {
    let condition = try metadataCondition(request)
    let all = mappings
    return try stubs(all, whose: condition, StubForms(self, for: all))
  }

  fileprivate var unmatchedStubs: [HTTPStub] {
    let answered = stubs.journal.entries.compactMap(\.stub)
    let each = Dictionary(answered.map { ($0.id, $0) }) { first, _ in first }
    let used = Set(each.values.compactMap { current($0)?.id })
    return mappings.filter { !used.contains($0.id) }
  }
}
