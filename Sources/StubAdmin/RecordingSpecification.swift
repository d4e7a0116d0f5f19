import StubCore
import StubFiles
import StubLanguages

/// What is recorded and how it becomes stubs, as WireMock's clients say it.
struct RecordingSpecification: Sendable {
  /// The base URL of the server; empty where none is needed.
  let target: String
  /// The conditions of requests that are recorded.
  let filters: [any HTTPStubMatcher]
  /// The header fields of requests that become conditions; whether letter case of their values counts.
  private let capturedFields: [(name: String, ignoresCase: Bool)]
  private let bodyPattern: JSONObject
  /// Whether a request that comes again gets the next response, and not the first.
  private let repeatsAsScenarios: Bool
  /// Whether stubs are told by their identifiers only.
  let listsNames: Bool
  /// Whether the stubs are saved; `nil` where nothing was said.
  let isPersistent: Bool?

  private static let members: Set = [
    "targetBaseUrl", "filters", "captureHeaders", "requestBodyPattern", "extractBodyCriteria",
    "outputFormat", "persist", "repeatsAsScenarios", "transformers", "transformerParameters",
  ]

  /// Reads what was sent.
  ///
  /// - Throws: a refusal where something is wrong or cannot be done.
  init(_ object: JSONObject, _ admin: Admin) throws(AdminRefusal) {
    for (name, _) in object.members where !Self.members.contains(name) {
      throw AdminRefusal(
        unprocessable: "Error parsing JSON", "unknown member \(name.quoted)", pointer: "/\(name)")
    }
    target = object["targetBaseUrl"]?.string ?? ""
    var pattern = object["filters"]?.object ?? JSONObject()
    for name in ["ids", "allowNonProxied"] { pattern[name] = nil }
    do throws(DiagnosticList) {
      filters = try admin.sentRules.wireMockPattern(JSONValue.object(pattern).data())
    } catch {
      throw AdminRefusal(mapping: error, at: "/filters")
    }
    capturedFields = (object["captureHeaders"]?.object?.members ?? []).map { name, options in
      (name: name, ignoresCase: options["caseInsensitive"]?.bool ?? false)
    }
    bodyPattern = object["requestBodyPattern"]?.object ?? JSONObject()
    repeatsAsScenarios = object["repeatsAsScenarios"]?.bool ?? true
    listsNames = object["outputFormat"]?.string?.uppercasedASCII() == "IDS"
    isPersistent = object["persist"]?.bool
    if object["transformers"]?.array?.isEmpty == false {
      throw AdminRefusal(
        unprocessable: "transformers cannot be used", "remove it, and change the stubs afterwards",
        pointer: "/transformers")
    }
    if let criteria = object["extractBodyCriteria"], !criteria.isNull {
      throw AdminRefusal(
        unprocessable: "extractBodyCriteria cannot be used",
        "remove it: bodies stay in their stubs", pointer: "/extractBodyCriteria")
    }
  }

  /// What a recorder has recorded so far, as stubs.
  func mappings(_ recorder: CassetteRecorder) -> [JSONObject] {
    var seen: Set<JSONValue> = []
    return recorder.recordedStubs.compactMap { recorded in
      guard var mapping = recorded.mapping.object, var request = mapping["request"]?.object else {
        return nil
      }
      // The stubs answer in the place of that server.
      for name in ["scheme", "host", "port"] { request[name] = nil }
      if let patterns = request["bodyPatterns"]?.array {
        request["bodyPatterns"] = .array(patterns.map(pattern))
      }
      if let headers = headers(recorded.request) { request["headers"] = headers }
      mapping["request"] = .object(request)
      let path = RequestURL(recorded.request.url).path
      mapping["name"] = .string(Self.name(of: path))
      guard !repeatsAsScenarios else { return mapping }
      for name in ["scenarioName", "requiredScenarioState", "newScenarioState"] {
        mapping[name] = nil
      }
      return seen.insert(.object(request)).inserted ? mapping : nil
    }
  }

  private func headers(_ request: RecordedRequest) -> JSONValue? {
    let fields = capturedFields.compactMap { name, ignoresCase -> (String, JSONValue)? in
      guard let value = request.headers[HTTPHeaderName(name)] else { return nil }
      var condition = JSONObject([("equalTo", .string(value))])
      if ignoresCase { condition["caseInsensitive"] = true }
      return (name, .object(condition))
    }
    return fields.isEmpty ? nil : .object(JSONObject(fields))
  }

  /// A condition on the body with what the specification says of it.
  private func pattern(_ pattern: JSONValue) -> JSONValue {
    guard var object = pattern.object else { return pattern }
    let text = object["equalToJson"] ?? object["equalTo"]
    let matcher = bodyPattern["matcher"]?.string ?? "auto"
    if matcher == "equalTo", let text {
      object = JSONObject([("equalTo", text)])
    } else if matcher != "auto", let text {
      object = JSONObject([(matcher, text)])
    }
    if object["equalToJson"] != nil {
      for name in ["ignoreArrayOrder", "ignoreExtraElements"] {
        object[name] = .bool(bodyPattern[name]?.bool ?? true)
      }
    } else if object["equalTo"] != nil, let ignoresCase = bodyPattern["caseInsensitive"]?.bool {
      object["caseInsensitive"] = .bool(ignoresCase)
    }
    return .object(object)
  }

  /// A path as WireMock calls a stub by it: `/users/7` gives `users_7`.
  private static func name(of path: String) -> String {
    let name = String(path.drop { $0 == "/" }).replacing("/", with: "_")
    return name.isEmpty ? "root" : name
  }
}
