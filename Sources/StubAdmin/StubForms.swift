import StubCore
import StubFiles
import StubLanguages

/// Stubs as the admin API shows them: as they were sent or are written in their file.
struct StubForms: Sendable {
  let admin: Admin
  /// The stubs of files that are shown, as they are written there; by file.
  private let files: [String: WrittenStubs]

  /// Reads the files that some stubs come from.
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

  /// The stub in WireMock's form; one that has no such form in its own, with its origin.
  func mapping(_ stub: HTTPStub) -> JSONValue {
    let name = admin.name(of: stub)
    let written = written(stub)
    if case ("mapping", let mapping)? = written.first { return mapping }
    var object = JSONObject([("id", .string(name)), ("uuid", .string(name))])
    if let name = stub.name { object["name"] = .string(name) }
    for (name, value) in written { object[name] = value }
    object["origin"] = [
      "file": .string(stub.origin.file), "line": .number(JSONNumber(stub.origin.line)),
    ]
    return .object(object)
  }

  /// The stub in WireMock's form; `nil` for one that has no such form.
  func wireMock(_ stub: HTTPStub) -> JSONValue? {
    if case ("mapping", let mapping)? = written(stub).first { mapping } else { nil }
  }

  /// The stub as it was sent or is written, by what form that is: `mapping` for WireMock's, `rule` for
  /// that of rule files, with a `format` for that of another tool; nothing for what is not written.
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

  /// A mapping with what WireMock adds to one that leaves it out.
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
  /// The identifier of a stub.
  func name(of stub: HTTPStub) -> String {
    if let entry = added[stub.id] { return entry.name }
    if let name = stub.written?.id, AdminNames.isUUID(name) { return name }
    return names.name(.stub, stub.id.number)
  }

  /// The stub with an identifier.
  ///
  /// - Throws: a refusal when there is none.
  func stub(named name: String) throws(AdminRefusal) -> HTTPStub {
    guard AdminNames.isUUID(name) else {
      throw AdminRefusal(400, "\(name) is not a valid UUID")
    }
    let name = name.lowercasedASCII()
    let id =
      added[name]?.stub ?? names.number(.stub, of: name).map { HTTPStub.ID(number: $0) }
      ?? names.stub(name, in: stubs)
    guard let stub = id.flatMap({ stubs.stub($0) }) else { throw .notFound }
    return stub
  }

  /// Removes stubs until files are read again, whether they were added or come from files.
  func remove(_ removed: some Sequence<HTTPStub>) {
    let ids = Set(removed.map(\.id))
    stubs.exchange(ids, for: [])
    for id in ids { added.remove(id) }
  }

  /// Removes stubs, and the files of those that were saved.
  func discard(_ removed: some Sequence<HTTPStub>) throws(AdminRefusal) {
    let removed = Array(removed)
    let ruleFiles = Set(removed.compactMap { added[$0.id]?.ruleFile })
    let files = savedFiles(of: removed)
    remove(removed)
    for file in ruleFiles { try update(ruleFile: file) }
    guard !files.isEmpty else { return }
    let saved = try SavedMappings(self)
    for file in files { saved.remove(file) }
  }

  /// The files in which stubs in WireMock's form were saved, by this server or one before.
  ///
  /// A file with another stub in it is not among them: it belongs to its author.
  func savedFiles(of stubs: [HTTPStub]) -> [String] {
    let files = stubs.compactMap { stub in
      added[stub.id].flatMap { $0.ruleFile == nil ? $0.file : nil }
    }
    guard let saved = try? SavedMappings(self) else { return files }
    let read = stubs.filter { stub in
      stub.written != nil && added[stub.id] == nil && saved.has(stub.origin.file)
    }
    if read.isEmpty { return files }
    let counts = self.stubs.stubs.reduce(into: [:]) { $0[$1.origin.file, default: 0] += 1 }
    let alone = read.filter { counts[$0.origin.file] == 1 }
    let forms = StubForms(self, for: alone)
    let kept = alone.filter { forms.mapping($0)["persistent"]?.bool == true }
    return files + kept.map(\.origin.file)
  }
}
