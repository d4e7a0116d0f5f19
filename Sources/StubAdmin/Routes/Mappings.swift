import StubCore
import StubFiles
import StubLanguages
import StubPlatform

/// Routes for stubs in WireMock's form, one at a time.
extension AdminRoute {
  static let mappings: [AdminRoute] = [
    AdminRoute(
      .get, "/mappings", "List all stubs, those asked first at the start",
      parameters: Paging.all.parameters, answers: [(200, .json(.named("Mappings")))]
    ) { request, admin throws(AdminRefusal) in
      let places = try Paging.all.places(request)
      let all = admin.mappings
      return admin.list(all.part(places), total: all.count)
    },
    .changing(
      .post, "/mappings", "Add a stub", body: .json(.named("NewMapping")),
      answers: [(201, .json(.named("Mapping")))]
    ) { request, admin throws(AdminRefusal) in
      let sent = try admin.mapping(in: request)
      try admin.add([sent])
      return .json(sent.form.member.value, status: .created)
    },
    .changing(.delete, "/mappings", "Remove all stubs", answers: [(200, .json(.object))]) {
      _, admin throws(AdminRefusal) in
      try admin.removeAll(admin.mappings)
      return .json([:])
    },
    AdminRoute(
      .get, "/mappings/{stubMappingId}", "Show a stub", answers: [(200, .json(.named("Mapping")))]
    ) { request, admin throws(AdminRefusal) in
      let stub = try admin.stub(named: request["stubMappingId"])
      return .json(StubForms(admin, for: [stub]).mapping(stub))
    },
    .changing(
      .put, "/mappings/{stubMappingId}", "Put a stub in the place of another",
      body: .json(.named("NewMapping")), answers: [(200, .json(.named("Mapping")))]
    ) { request, admin throws(AdminRefusal) in
      let name = request["stubMappingId"]
      // The identifier in the path is checked before the body.
      if !AdminNames.isUUID(name) { _ = try admin.stub(named: name) }
      let sent = try admin.mapping(in: request, as: name.lowercasedASCII())
      try admin.replace(try admin.stub(named: name), with: sent)
      return .json(sent.form.member.value)
    },
    .changing(
      .delete, "/mappings/{stubMappingId}", "Remove a stub", answers: [(200, .json(.object))]
    ) { request, admin throws(AdminRefusal) in
      try admin.remove([try admin.stub(named: request["stubMappingId"])])
      return .json([:])
    },
  ]
}

extension Admin {
  /// Returns a list of stubs in WireMock's form.
  func list(_ stubs: [HTTPStub], total: Int? = nil) -> AdminResponse {
    let forms = StubForms(self, for: stubs)
    let total = JSONNumber(total ?? stubs.count)
    return .list("mappings", stubs, then: [("meta", ["total": .number(total)])]) {
      forms.mapping($0)
    }
  }

  /// Reads the stub in the body of a request; if `name` is given, it becomes the identifier of the
  /// stub.
  func mapping(
    in request: AdminRequest, as name: String? = nil
  ) throws(AdminRefusal) -> SentStub {
    try mapping(request.body, try request.requireObject(), as: name)
  }

  /// Reads a stub that a client has sent; it is the whole body, or the part of it at `pointer`.
  func mapping(
    _ text: Data, _ document: JSONObject, as name: String? = nil, at pointer: String = ""
  ) throws(AdminRefusal) -> SentStub {
    var given: String?
    for member in ["uuid", "id"] {
      guard let value = document[member], !value.isNull else { continue }
      guard let text = value.string, AdminNames.isUUID(text) else {
        throw AdminRefusal(
          unreadable: "\(member) must be a UUID, not \(value)", pointer: "\(pointer)/\(member)")
      }
      given = text.lowercasedASCII()
    }
    if let metadata = document["metadata"], metadata.object == nil, !metadata.isNull {
      throw AdminRefusal(
        unreadable: "metadata must be an object, not \(metadata)", pointer: "\(pointer)/metadata")
    }
    let name = name ?? given ?? UUID().uuidString.lowercasedASCII()
    do throws(DiagnosticList) {
      return SentStub(
        name: name, stub: try sentRules.wireMockStub(text, named: name),
        form: .mapping(StubForms.completed(document, name: name)))
    } catch {
      if let refusal = sentRules.refusal(of: text) {
        throw AdminRefusal(unreadable: refusal, pointer: pointer)
      }
      throw AdminRefusal(mapping: error, at: pointer)
    }
  }
}
