import StubCore
import StubFiles
import StubLanguages

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Stubs in WireMock's form, one at a time.
extension AdminRoute {
  static let mappings: [AdminRoute] = [
    AdminRoute(
      .get, "/mappings", "List all stubs, those asked first at the start", tag: "Stub mappings",
      parameters: [
        Parameter("limit", "The most stubs to list", .count),
        Parameter("offset", "How many stubs to pass over", .count),
      ], answers: [(200, .json(.named("Mappings")))]
    ) { request, admin throws(AdminRefusal) in
      let limit = try request.number("limit", in: 0...Int.max)
      let offset = try request.number("offset", in: 0...Int.max)
      let all = admin.stubs.stubs
      let stubs = all.dropFirst(offset ?? 0).prefix(limit ?? .max)
      return admin.list(stubs, total: all.count)
    },
    AdminRoute(
      .post, "/mappings", "Add a stub", tag: "Stub mappings", body: .json(.named("NewMapping")),
      answers: [(201, .json(.named("Mapping")))]
    ) { request, admin throws(AdminRefusal) in
      .json(try admin.add(mapping: try admin.sent(request)), status: .created)
    },
    AdminRoute(
      .delete, "/mappings", "Remove all stubs", tag: "Stub mappings",
      answers: [(200, .json(.object))]
    ) { _, admin in
      admin.removeAllStubs()
      return .json([:])
    },
    AdminRoute(
      .get, "/mappings/{stubMappingId}", "Show a stub", tag: "Stub mappings",
      answers: [(200, .json(.named("Mapping")))]
    ) { request, admin throws(AdminRefusal) in
      let stub = try admin.stub(named: request["stubMappingId"])
      return .json(StubForms(admin, for: [stub]).mapping(stub))
    },
    AdminRoute(
      .put, "/mappings/{stubMappingId}", "Put a stub in the place of another",
      tag: "Stub mappings", body: .json(.named("NewMapping")),
      answers: [(200, .json(.named("Mapping")))]
    ) { request, admin throws(AdminRefusal) in
      let old = try admin.stub(named: request["stubMappingId"])
      return .json(try admin.replace(old, with: try admin.sent(request)))
    },
    AdminRoute(
      .delete, "/mappings/{stubMappingId}", "Remove a stub", tag: "Stub mappings",
      answers: [(200, .json(.object))]
    ) { request, admin throws(AdminRefusal) in
      admin.remove([try admin.stub(named: request["stubMappingId"])])
      return .json([:])
    },
  ]
}

/// A stub in WireMock's form that was sent, and has been checked.
struct SentMapping: Sendable {
  let stub: HTTPStub
  let document: JSONObject

  /// The identifier that it came with.
  var name: String? { (document["id"] ?? document["uuid"])?.string?.lowercasedASCII() }
}

extension Admin {
  /// The list of some stubs in WireMock's form.
  func list(_ stubs: some Sequence<HTTPStub>, total: Int) -> AdminAnswer {
    let stubs = Array(stubs)
    let forms = StubForms(self, for: stubs)
    return .list(
      "mappings", stubs, then: [("meta", ["total": .number(JSONNumber(total))])]
    ) { forms.mapping($0) }
  }

  /// The stub that is the body of a request.
  func sent(_ request: AdminRequest) throws(AdminRefusal) -> SentMapping {
    try sent(request.body, try request.object())
  }

  /// A stub as it was sent.
  func sent(_ text: Data, _ document: JSONObject) throws(AdminRefusal) -> SentMapping {
    for member in ["id", "uuid"] {
      guard let value = document[member], !value.isNull else { continue }
      guard let text = value.string, AdminNames.isUUID(text) else {
        throw AdminRefusal(
          unprocessable: "Error parsing JSON", "\(member) must be a UUID, not \(value)",
          pointer: "/\(member)")
      }
    }
    do throws(DiagnosticList) {
      return SentMapping(stub: try sentRules.wireMockStub(text), document: document)
    } catch {
      throw AdminRefusal(error)
    }
  }

  /// Adds a stub that is asked before those of its priority.
  ///
  /// - Returns: the mapping with its identifier.
  func add(mapping: SentMapping) throws(AdminRefusal) -> JSONValue {
    let name = mapping.name ?? UUID().uuidString.lowercasedASCII()
    if (try? stub(named: name)) != nil {
      throw AdminRefusal(
        422, code: 109, "Duplicate stub mapping ID: \(name)", pointer: "/id")
    }
    stubs.add([mapping.stub])
    return keep(mapping, name: name)
  }

  /// Puts a stub in the place of another, under the identifier of that.
  func replace(_ old: HTTPStub, with mapping: SentMapping) throws(AdminRefusal) -> JSONValue {
    let name = self.name(of: old)
    guard stubs.replace(old.id, with: mapping.stub) else { throw .notFound }
    return keep(mapping, name: name)
  }

  private func keep(_ mapping: SentMapping, name: String) -> JSONValue {
    let document = StubForms.completed(mapping.document, name: name)
    added.set(AddedStubs.Entry(name: name, stub: mapping.stub.id, form: .mapping(document)))
    return document
  }

  func removeAllStubs() {
    stubs.removeAllStubs()
    added.removeAll()
  }
}
