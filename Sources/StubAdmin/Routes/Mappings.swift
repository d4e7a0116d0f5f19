import StubCore
import StubFiles
import StubLanguages
import StubPlatform

/// Routes for stubs in WireMock's form, one at a time.
extension AdminRoute {
  static let mappings: [AdminRoute] = [
    AdminRoute(
      .get, "/mappings", "List all stubs, those asked first at the start", tag: "Stub mappings",
      parameters: [
        Parameter("limit", "The most stubs to list", .count(upTo: .max)),
        Parameter("offset", "How many stubs to pass over", .count(upTo: .max)),
      ], answers: [(200, .json(.named("Mappings")))]
    ) { request, admin throws(AdminRefusal) in
      let limit = try request.number("limit", in: 0...Int.max)
      let offset = try request.number("offset", in: 0...Int.max)
      let all = admin.mappings
      let stubs = all.dropFirst(offset ?? 0).prefix(limit ?? .max)
      return admin.list(stubs, total: all.count)
    },
    .changing(
      .post, "/mappings", "Add a stub", tag: "Stub mappings", body: .json(.named("NewMapping")),
      answers: [(201, .json(.named("Mapping")))]
    ) { request, admin throws(AdminRefusal) in
      .json(try admin.add(mapping: try admin.sent(request)), status: .created)
    },
    .changing(
      .delete, "/mappings", "Remove all stubs", tag: "Stub mappings",
      answers: [(200, .json(.object))]
    ) { _, admin throws(AdminRefusal) in
      try admin.discard(admin.mappings)
      admin.removeAddedIgnoreRules()
      return .json([:])
    },
    AdminRoute(
      .get, "/mappings/{stubMappingId}", "Show a stub", tag: "Stub mappings",
      answers: [(200, .json(.named("Mapping")))]
    ) { request, admin throws(AdminRefusal) in
      let stub = try admin.stub(named: request["stubMappingId"])
      return .json(StubForms(admin, for: [stub]).mapping(stub))
    },
    .changing(
      .put, "/mappings/{stubMappingId}", "Put a stub in the place of another",
      tag: "Stub mappings", body: .json(.named("NewMapping")),
      answers: [(200, .json(.named("Mapping")))]
    ) { request, admin throws(AdminRefusal) in
      let name = request["stubMappingId"]
      // The identifier in the path is checked before the body.
      if !AdminNames.isUUID(name) { _ = try admin.stub(named: name) }
      let mapping = try admin.sent(request, as: name.lowercasedASCII())
      return .json(try admin.replace(try admin.stub(named: name), with: mapping))
    },
    .changing(
      .delete, "/mappings/{stubMappingId}", "Remove a stub", tag: "Stub mappings",
      answers: [(200, .json(.object))]
    ) { request, admin throws(AdminRefusal) in
      try admin.discard([try admin.stub(named: request["stubMappingId"])])
      return .json([:])
    },
  ]
}

/// A stub in WireMock's form that a client has sent, after it was checked.
struct SentMapping: Sendable {
  /// The stub's identifier, sent by the client or created here.
  let name: String
  let stub: HTTPStub
  /// The stub as sent, with the members that WireMock adds.
  let document: JSONObject

  var isPersistent: Bool { document["persistent"]?.bool == true }
}

extension Admin {
  /// Returns a list of stubs in WireMock's form.
  func list(_ stubs: some Sequence<HTTPStub>, total: Int) -> AdminAnswer {
    let stubs = Array(stubs)
    let forms = StubForms(self, for: stubs)
    return .list(
      "mappings", stubs, then: [("meta", ["total": .number(JSONNumber(total))])]
    ) { forms.mapping($0) }
  }

  /// Reads the stub in the body of a request; a given `name` becomes its identifier.
  func sent(
    _ request: AdminRequest, as name: String? = nil
  ) throws(AdminRefusal) -> SentMapping {
    try sent(request.body, try request.neededObject(), as: name)
  }

  /// Reads a stub that a client has sent, either a whole body or the part of it at `pointer`.
  func sent(
    _ text: Data, _ document: JSONObject, as name: String? = nil, at pointer: String = ""
  ) throws(AdminRefusal) -> SentMapping {
    var given: String?
    for member in ["uuid", "id"] {
      guard let value = document[member], !value.isNull else { continue }
      guard let text = value.string, AdminNames.isUUID(text) else {
        throw AdminRefusal(
          unprocessable: "Error parsing JSON", "\(member) must be a UUID, not \(value)",
          pointer: "\(pointer)/\(member)")
      }
      given = text.lowercasedASCII()
    }
    if let metadata = document["metadata"], metadata.object == nil, !metadata.isNull {
      throw AdminRefusal(
        unprocessable: "Error parsing JSON", "metadata must be an object, not \(metadata)",
        pointer: "\(pointer)/metadata")
    }
    let name = name ?? given ?? UUID().uuidString.lowercasedASCII()
    do throws(DiagnosticList) {
      return SentMapping(
        name: name, stub: try sentRules.wireMockStub(text, named: name),
        document: StubForms.completed(document, name: name))
    } catch {
      if let refusal = sentRules.refusal(of: text) {
        throw AdminRefusal(unprocessable: "Error parsing JSON", refusal, pointer: pointer)
      }
      throw AdminRefusal(mapping: error, at: pointer)
    }
  }

  /// Adds a stub that is tried before other stubs of the same priority.
  ///
  /// - Returns: the stub in WireMock's form, with its identifier.
  func add(mapping: SentMapping) throws(AdminRefusal) -> JSONValue {
    if (try? stub(named: mapping.name)) != nil {
      throw AdminRefusal(
        422, code: 109, "Duplicate stub mapping ID: \(mapping.name)", pointer: "/id")
    }
    let file = try savedFile(of: mapping)
    stubs.add([mapping.stub])
    return keep(mapping, in: file)
  }

  /// Replaces a stub by another one, which has the same identifier.
  ///
  /// If the new stub is not to be saved, a file of the old one stays as it is, as in WireMock.
  func replace(_ old: HTTPStub, with mapping: SentMapping) throws(AdminRefusal) -> JSONValue {
    let (oldFile, replaced) = (savedFiles(of: [old]).first, replaced(by: old))
    let file = try savedFile(of: mapping, in: oldFile, replacing: replaced)
    guard stubs.replace(old.id, with: mapping.stub) else { throw .notFound }
    let (ruleFile, ownFile) = (ruleFile(of: old), session == nil ? added[old.id]?.mappingFile : nil)
    added.remove(old.id)
    if let ruleFile { try update(ruleFile: ruleFile) }
    return keep(mapping, in: file ?? ownFile, replacing: replaced)
  }

  /// Returns the stub of a file that a replacement of `old` also replaces;
  /// `nil` if no file has one.
  func replaced(by old: HTTPStub) -> AddedStubs.Replaced? {
    if let entry = added[old.id] { return entry.replaced }
    guard old.written != nil else { return nil }
    let isAlone = StubForms(self, for: [old]).isAlone(old)
    let isSaved = !savedFiles(of: [old]).isEmpty
    return AddedStubs.Replaced(origin: old.origin, isAlone: isAlone, isSaved: isSaved)
  }

  private func keep(
    _ mapping: SentMapping, in file: String?, replacing replaced: AddedStubs.Replaced? = nil
  ) -> JSONValue {
    let document = JSONValue.object(mapping.document)
    added.set(
      AddedStubs.Entry(
        name: mapping.name, stub: mapping.stub.id, form: .mapping(document), file: file,
        replaced: replaced))
    return document
  }

  /// Saves a stub if it is persistent, in its existing file if it has one.
  ///
  /// - Returns: the file; `nil` for a stub that is not saved.
  private func savedFile(
    of mapping: SentMapping, in old: String? = nil, replacing replaced: AddedStubs.Replaced? = nil
  ) throws(AdminRefusal) -> String? {
    guard mapping.isPersistent else { return nil }
    let saved = try SavedMappings(self)
    return try saved.save(mapping.document, in: try Self.file(old, replacing: replaced))
  }

  /// Returns the file in which a stub is to be saved; `nil` for a new file.
  ///
  /// The file is the stub's existing file, or the file of the stub that it replaces.
  ///
  /// - Throws: a refusal if that file contains other stubs as well.
  static func file(
    _ old: String?, replacing replaced: AddedStubs.Replaced?
  ) throws(AdminRefusal) -> String? {
    if let old { return old }
    if let replaced, !replaced.isAlone { throw replaced.refusal }
    return replaced?.origin.file
  }
}
