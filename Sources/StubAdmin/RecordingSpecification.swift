import StubCore
import StubFiles
import StubLanguages
import StubPlatform
import StubServer

/// A description of the requests to record and of the stubs to make from them, as clients of
/// WireMock send it.
struct RecordingSpecification: Sendable {
  /// The base URL of the server; empty if none is needed.
  let target: String
  /// The target, in the form in which the URLs of recorded requests begin.
  var base: String { (try? UpstreamConfiguration(url: target))?.url ?? target }
  /// The conditions that a recorded request must meet.
  let filters: [any HTTPStubMatcher]
  /// The identifiers, in lower case, of the requests in the journal to convert; `nil` means all
  /// requests.
  let ids: Set<String>?
  /// Whether requests that stubs have answered are also converted.
  let allowsStubbed: Bool
  /// The criteria by which bodies get files of their own; `nil` for none.
  let extraction: BodyExtraction?
  /// The header fields of requests that become conditions.
  ///
  /// `ignoresCase` says whether the condition ignores the letter case of the value.
  private let capturedFields: [(name: String, ignoresCase: Bool)]
  private let bodyPattern: JSONObject
  /// Whether a repeated request gets the next recorded response, and not always the first.
  private let repeatsAsScenarios: Bool
  /// Whether the response lists only the identifiers of the stubs.
  let listsNames: Bool
  /// Whether the stubs are saved; `nil` if the client does not say so.
  let isPersistent: Bool?

  private static let members: Set = [
    "targetBaseUrl", "filters", "captureHeaders", "requestBodyPattern", "extractBodyCriteria",
    "outputFormat", "persist", "repeatsAsScenarios", "transformers", "transformerParameters",
    // The name that WireMock's Java client always sends.
    "requestBodyPatternFactory",
  ]

  /// The kinds of condition on a body; `auto` selects the kind by the type of the body.
  private static let matchers = ["auto", "equalTo", "equalToJson", "equalToXml"]

  /// Reads the JSON body of a request to the admin API.
  ///
  /// - Throws: a refusal if a member is invalid or not supported.
  init(_ object: JSONObject, _ admin: Admin) throws(AdminRefusal) {
    for (name, _) in object.members where !Self.members.contains(name) {
      throw AdminRefusal(unreadable: "unknown member \(name.quoted)", pointer: "/\(name)")
    }
    target = object["targetBaseUrl"]?.string ?? ""
    var pattern = object["filters"]?.object ?? JSONObject()
    ids = try Self.ids(pattern["ids"])
    allowsStubbed = pattern["allowNonProxied"]?.bool ?? false
    for name in ["ids", "allowNonProxied"] { pattern[name] = nil }
    filters = try Admin.wireMock(
      JSONValue.object(pattern).data(), at: "/filters", admin.sentRules.wireMockPattern)
    capturedFields = (object["captureHeaders"]?.object?.members ?? []).map { name, options in
      (name: name, ignoresCase: options["caseInsensitive"]?.bool ?? false)
    }
    bodyPattern =
      object["requestBodyPattern"]?.object ?? object["requestBodyPatternFactory"]?.object
      ?? JSONObject()
    repeatsAsScenarios = object["repeatsAsScenarios"]?.bool ?? true
    listsNames = object["outputFormat"]?.string?.uppercasedASCII() == "IDS"
    isPersistent = object["persist"]?.bool
    if isPersistent == true { _ = try SavedMappings(admin) }
    let matcher = bodyPattern["matcher"].flatMap { $0.isNull ? nil : $0 }
    guard matcher == nil || Self.matchers.contains(matcher?.string ?? "") else {
      throw AdminRefusal(
        unreadable:
          "matcher must be one of \(Self.matchers.joined(separator: ", ")), not \(matcher ?? .null)",
        pointer: "/requestBodyPattern/matcher")
    }
    if object["transformers"]?.array?.isEmpty == false {
      throw AdminRefusal(
        unprocessable: "transformers cannot be used", "remove it, and change the stubs afterwards",
        pointer: "/transformers")
    }
    extraction = try BodyExtraction(object["extractBodyCriteria"] ?? .null, admin)
  }

  private static func ids(_ value: JSONValue?) throws(AdminRefusal) -> Set<String>? {
    guard let value, !value.isNull else { return nil }
    var ids: Set<String> = []
    for (place, element) in (value.array ?? [value]).enumerated() {
      guard let text = element.string, AdminNames.isUUID(text) else {
        throw AdminRefusal(
          unreadable: "an id of a request must be a UUID, not \(element)",
          pointer: "/filters/ids/\(place)")
      }
      ids.insert(text.lowercasedASCII())
    }
    return ids
  }

  /// Returns whether a request is selected for recording.
  func wants(_ request: ReceivedRequest) -> Bool {
    request.verdict(of: filters).isMatch
  }

  /// Returns whether a request in the journal is selected; `limit` is for the work on the whole
  /// journal.
  func wants(
    _ request: ReceivedRequest, within limit: inout QuestionLimit
  ) throws(EvaluationLimitExceeded) -> Bool {
    try limit.verdict(of: filters, on: request).isMatch
  }

  /// Returns stubs for interactions with a real server, with their secrets replaced.
  func mappings(of exchanges: [Interaction]) -> [JSONObject] {
    var seen: Set<JSONValue> = []
    let recorded = RecordingConfiguration().hidingSecrets(of: exchanges).map { exchange in
      var exchange = exchange
      // The stubs answer requests to any server.
      exchange.request.url = RequestURL(exchange.request.url).pathAndQuery
      // Requests that differ only in other header fields count as equal.
      exchange.request.headers = HTTPHeaders(
        exchange.request.headers.fields.filter { field in
          capturedFields.contains { HTTPHeaderName($0.name) == field.name }
        })
      return exchange
    }
    let mappings = WritableFormat.wireMockMappings(of: recorded)
    return zip(recorded, mappings).compactMap { exchange, mapping in
      guard var mapping = mapping.object, var request = mapping["request"]?.object else {
        return nil
      }
      if let patterns = request["bodyPatterns"]?.array {
        request["bodyPatterns"] = .array(patterns.map(pattern))
      }
      if let headers = headers(exchange.request) { request["headers"] = headers }
      mapping["request"] = .object(request)
      mapping["name"] = .string(Self.name(of: RequestURL(exchange.request.url).path))
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
    if fields.isEmpty { return nil }
    return .object(JSONObject(fields))
  }

  /// Returns a condition on the body, changed as the client's options for bodies say.
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

  /// Returns WireMock's stub name for a path, such as `users_7json` for `/Users/7.json`.
  private static func name(of path: String) -> String {
    let words = PercentEncoding.decode(String(path.drop { $0 == "/" })).lowercased()
      .replacing("/", with: "_").replacing(" ", with: "-")
    let name = String(words.filter { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" })
    return name.isEmpty ? "root" : name
  }
}

/// The recorded requests and responses of a journal that can become stubs.
struct RecordingSnapshot: Sendable {
  private(set) var exchanges: [Interaction] = []
  /// The selected requests that cannot become stubs, each with the reason.
  private(set) var leftOut: [JSONValue] = []
  private let specification: RecordingSpecification
  private let admin: Admin
  private var limit: QuestionLimit

  /// Selects entries of the journal by the specification, in the order of arrival.
  ///
  /// Entries for which `others` returns `true` are skipped.
  init(
    _ specification: RecordingSpecification, _ admin: Admin,
    leaving others: (JournalEntry) -> Bool = { _ in false }
  ) {
    (self.specification, self.admin) = (specification, admin)
    let entries = admin.stubs.journal.entries
    limit = QuestionLimit(for: entries, admin.stubs.evaluationLimits)
    for entry in entries where !others(entry) { take(entry) }
  }

  private mutating func take(_ entry: JournalEntry) {
    guard entry.instead == nil,
      entry.wasForwarded || (specification.allowsStubbed && entry.stubID != nil),
      let plan = entry.response
    else { return }
    let id = admin.names.name(.request, entry.id)
    if let ids = specification.ids, !ids.contains(id) { return }
    func leaveOut(_ reason: String) {
      leftOut.append([
        "id": .string(id), "method": .string(entry.request.method.rawValue),
        "url": .string(entry.request.target.pathAndQuery), "reason": .string(reason),
      ])
    }
    do throws(EvaluationLimitExceeded) {
      guard try specification.wants(entry.request, within: &limit) else { return }
    } catch {
      return leaveOut("whether the filters want it is not known: \(error.description)")
    }
    if entry.wholeRequestCount != nil || entry.wholeResponseCount != nil {
      let part = entry.wholeResponseCount == nil ? "request" : "response"
      return leaveOut("the journal has only the start of the body of its \(part)")
    }
    guard let head = plan.head, plan.fault == nil, plan.failure == nil, plan.tail == nil else {
      return leaveOut("its response is not whole")
    }
    guard let body = try? BodyReader(plan.body).read(0..<plan.body.count) else {
      return leaveOut("the file with the body of its response cannot be read")
    }
    exchanges.append(
      Interaction(
        RecordedRequest(entry.request), RecordedResponse(head, body: body),
        recordedAt: entry.date))
  }
}

extension JournalEntry {
  /// Whether a real server has answered the request.
  fileprivate var wasForwarded: Bool { relayed != nil }
}
