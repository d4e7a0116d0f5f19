import StubCore
import StubFiles
import StubLanguages

/// The stubs in the forms of the admin API: as clients have sent them, or as they are written in
/// their files.
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
      files[file.key] = try? WrittenStubs(
        at: file.value, in: file.key, formats: admin.context.formats)
    }
  }

  /// Returns the stub in WireMock's form.
  ///
  /// A stub in another form is described in `metadata`, the only member in which WireMock's clients
  /// accept any contents.
  func mapping(_ stub: HTTPStub) -> JSONValue {
    let written = written(stub)
    if case ("mapping", let mapping)? = written.first { return mapping }
    return outline(stub, written)
  }

  /// Returns a description of a stub that has been removed, without its text.
  func mappingOfRemoved(_ stub: HTTPStub) -> JSONValue { outline(stub, []) }

  private func outline(_ stub: HTTPStub, _ written: [(String, JSONValue)]) -> JSONValue {
    let name = admin.name(of: stub)
    var object = JSONObject([("id", .string(name)), ("uuid", .string(name))])
    if let name = stub.name { object["name"] = .string(name) }
    var metadata = JSONObject(written)
    metadata["origin"] = [
      "file": .string(stub.origin.file), "line": .number(JSONNumber(stub.origin.line)),
    ]
    object["metadata"] = .object(metadata)
    return .object(object)
  }

  /// Returns whether the stub's file is in WireMock's form and contains no other stub.
  func isAlone(_ stub: HTTPStub) -> Bool {
    guard let file = files[stub.origin.file], let offset = stub.written?.offset else {
      return false
    }
    return file.format == "WireMock" && file.isAlone(offset)
  }

  /// Returns the stub in WireMock's form; `nil` if it is in another form.
  func wireMock(_ stub: HTTPStub) -> JSONValue? {
    if case ("mapping", let mapping)? = written(stub).first { mapping } else { nil }
  }

  /// Returns the stub as it was sent or written, under the name of its form; empty if its text is
  /// not known.
  ///
  /// The names are `mapping` for WireMock's form and `rule` for other forms. For a stub of another
  /// tool, there is also a `format`.
  func written(_ stub: HTTPStub) -> [(String, JSONValue)] {
    if let entry = admin.added[stub.id] { return [entry.form.member] }
    guard let file = files[stub.origin.file], let offset = stub.written?.offset,
      let value = file[offset]
    else { return [] }
    if file.format == "WireMock", let object = value.json.object {
      return [("mapping", .object(Self.completed(object, name: admin.name(of: stub))))]
    }
    return [("rule", value.json)] + (file.format.map { [("format", .string($0))] } ?? [])
  }

  /// Returns a stub in WireMock's form, with the members that WireMock adds by default.
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
