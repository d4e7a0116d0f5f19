import StubCore
import StubFiles
import StubLanguages

/// Stubs in the forms of the admin API: as clients sent them,
/// or as they are written in their files.
struct StubForms: Sendable {
  let admin: Admin
  /// The contents of the stubs' files, by path.
  private let files: [String: WrittenStubs]

  /// Reads the files that contain the stubs.
  init(_ admin: Admin, for stubs: some Sequence<HTTPStub>) {
    self.admin = admin
    var offsets: [String: [Int]] = [:]
    for stub in stubs where admin.added[stub.id] == nil {
      if let written = stub.written {
        offsets[stub.origin.file, default: []].append(written.offset)
      }
    }
    files = offsets.reduce(into: [:]) { files, file in
      files[file.key] = try? WrittenStubs(at: file.value, in: file.key)
    }
  }

  /// Returns the stub in WireMock's form.
  ///
  /// A stub that has another form is described in `metadata`, the only member in which WireMock's
  /// clients accept any contents.
  func mapping(_ stub: HTTPStub) -> JSONValue {
    let name = admin.name(of: stub)
    let written = written(stub)
    if case ("mapping", let mapping)? = written.first { return mapping }
    return outline(stub, named: name, written)
  }

  /// Returns a description of a removed stub.
  func mappingOfGone(_ stub: HTTPStub) -> JSONValue {
    outline(stub, named: admin.name(of: stub), [])
  }

  private func outline(
    _ stub: HTTPStub, named name: String, _ written: [(String, JSONValue)]
  ) -> JSONValue {
    var object = JSONObject([("id", .string(name)), ("uuid", .string(name))])
    if let name = stub.name { object["name"] = .string(name) }
    var metadata = JSONObject(written)
    metadata["origin"] = [
      "file": .string(stub.origin.file), "line": .number(JSONNumber(stub.origin.line)),
    ]
    object["metadata"] = .object(metadata)
    return .object(object)
  }

  /// Whether the stub's file is in WireMock's form and contains no other stub.
  func isAlone(_ stub: HTTPStub) -> Bool {
    guard let file = files[stub.origin.file], let offset = stub.written?.offset else {
      return false
    }
    return file.format == "WireMock" && file.isAlone(offset)
  }

  /// Returns the stub in WireMock's form; `nil` if it has another form.
  func wireMock(_ stub: HTTPStub) -> JSONValue? {
    if case ("mapping", let mapping)? = written(stub).first { mapping } else { nil }
  }

  /// Returns the stub as it was sent or written, with the name of its form;
  /// empty if there is no text.
  ///
  /// The names are `mapping` for WireMock's form and `rule` for other forms. For a stub of another
  /// tool, there is also a `format`.
  func written(_ stub: HTTPStub) -> [(String, JSONValue)] {
    switch admin.added[stub.id]?.form {
    case .mapping(let mapping)?: return [("mapping", mapping)]
    case .rule(let rule)?: return [("rule", rule)]
    case nil: break
    }
    guard let file = files[stub.origin.file], let offset = stub.written?.offset,
      let value = file[offset]
    else { return [] }
    if file.format == "WireMock", let object = value.json.object {
      return [("mapping", .object(Self.completed(object, name: admin.name(of: stub))))]
    }
    return [("rule", value.json)] + (file.format.map { [("format", .string($0))] } ?? [])
  }

  /// Returns a stub in WireMock's form with the members that WireMock adds by default.
  static func completed(_ mapping: JSONObject, name: String) -> JSONObject {
    var request = mapping["request"]?.object ?? JSONObject()
    if request["method"] == nil { request["method"] = "ANY" }
    var response = mapping["response"]?.object ?? JSONObject()
    if response["status"] == nil { response["status"] = 200 }
    var object = JSONObject([("id", .string(name))])
    for (name, value) in mapping.members where name != "id" && name != "uuid" {
      object[name] = value
    }
    object["request"] = .object(request)
    object["response"] = .object(response)
    object["uuid"] = .string(name)
    return object
  }
}

extension Admin {
  /// Returns the identifier of a stub.
  func name(of stub: HTTPStub) -> String {
    if let entry = added[stub.id] { return entry.name }
    if let name = stub.written?.id, AdminNames.isUUID(name) { return name }
    return names.name(.stub, stub.id.number)
  }

  /// Returns the stub with an identifier, or with a name that no other stub has.
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

  /// Removes stubs, both added stubs and stubs of files, until files are reloaded.
  func remove(_ removed: some Sequence<HTTPStub>) {
    let ids = Set(removed.map(\.id))
    stubs.exchange(ids, for: [])
    for id in ids { added.remove(id) }
  }

  /// Removes stubs together with their saved files.
  func discard(_ removed: some Sequence<HTTPStub>) throws(AdminRefusal) {
    let removed = Array(removed)
    let ruleFiles = Set(removed.compactMap(ruleFile))
    let files = savedFiles(of: removed)
    remove(removed)
    for file in ruleFiles { try update(ruleFile: file) }
    guard !files.isEmpty else { return }
    let saved = try SavedMappings(self)
    for file in files { saved.remove(file) }
  }

  /// Returns the rule file in which a stub was saved; `nil` in a session, which has no files.
  func ruleFile(of stub: HTTPStub) -> String? { session == nil ? added[stub.id]?.ruleFile : nil }

  /// Returns the files in which stubs in WireMock's form were saved, now or by an earlier server.
  ///
  /// The result is empty in a session, which must not change files. A file from an earlier server
  /// that also contains other stubs is not included.
  func savedFiles(of stubs: [HTTPStub]) -> [String] {
    guard session == nil else { return [] }
    let files = stubs.compactMap { stub in
      added[stub.id].flatMap { entry in
        entry.mappingFile ?? entry.replaced.flatMap { $0.isSaved ? $0.origin.file : nil }
      }
    }
    guard let saved = try? SavedMappings(self) else { return files }
    let read = stubs.filter { stub in
      stub.written != nil && added[stub.id] == nil && saved.has(stub.origin.file)
    }
    if read.isEmpty { return files }
    let forms = StubForms(self, for: read)
    let kept = read.filter { stub in
      forms.isAlone(stub) && forms.mapping(stub)["persistent"]?.bool == true
    }
    return files + kept.map(\.origin.file)
  }
}
