import StubCore
import StubLanguages

/// The operations that find stubs.
extension Admin {
  /// Returns the identifier of a stub.
  func name(of stub: HTTPStub) -> String {
    if let entry = added[stub.id] { return entry.name }
    if let name = stub.written?.id, AdminNames.isUUID(name) { return name }
    return names.name(.stub, stub.id.number)
  }

  /// Returns the stub with the identifier `name`, or with that name if no other stub has it.
  ///
  /// - Throws: a refusal if there is none, or if several have the name.
  func stub(named name: String) throws(AdminRefusal) -> HTTPStub {
    guard AdminNames.isUUID(name) else {
      let named = stubs.stubs.filter { $0.name.hasSameScalars(as: name) }
      if named.count == 1 { return named[0] }
      guard named.isEmpty else {
        let ids = named.prefix(3).map(self.name(of:)).joined(separator: ", ")
        throw AdminRefusal(
          409, code: 409, "\(named.count) stubs are called \(name.quoted)",
          detail: "use an id, such as \(ids)")
      }
      throw AdminRefusal(400, "\(name) is not a valid UUID, and no stub is called so")
    }
    let name = name.lowercasedASCII()
    let id =
      added[name]?.stub ?? names.number(.stub, of: name).map { HTTPStub.ID(number: $0) }
      ?? names.stub(name, in: server ?? self)
    guard let stub = id.flatMap({ stubs.stub($0) }) else { throw .notFound }
    return stub
  }

  /// Returns the current version of a stub in the journal; `nil` if it was removed.
  ///
  /// When files are reloaded, their stubs get new numbers. A stub that replaces another one keeps
  /// its identifier.
  func current(_ stub: HTTPStub) -> HTTPStub? {
    if let stub = stubs.stub(stub.id) { return stub }
    let (name, server) = (name(of: stub), server ?? self)
    let id =
      added[name]?.stub ?? names.stub(name, in: server)
      ?? names.stub(inPlaceOf: stub, in: server)
    return id.flatMap { stubs.stub($0) }
  }

  /// Returns the stubs that are described, each by its identifier or, without one, by its request.
  func stubs(equalTo described: [JSONValue]) -> [HTTPStub] {
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

  /// The stubs that have answered no request in the journal.
  var unmatchedStubs: [HTTPStub] {
    let answered = stubs.journal.entries.compactMap(\.stub)
    let each = Dictionary(answered.map { ($0.id, $0) }) { first, _ in first }
    let used = Set(each.values.compactMap { current($0)?.id })
    return mappings.filter { !used.contains($0.id) }
  }
}
