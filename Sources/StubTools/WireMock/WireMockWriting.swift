public import StubCassettes
package import StubCore
import StubPlatform

extension WritableFormat {
  /// The format of WireMock, a file with all mappings, which is read as stubs and not as a
  /// recording.
  package static let wireMock = WritableFormat(
    "WireMock", name: "wiremock", fileExtensions: ["json"],
    losses: [
      .name, .recorder, .missingStatuses, .overlaps, .times, .requestVersions, .responseVersions,
      .responseURLs, .standardMethodCase, .requestHeaders, .emptyRequestBodies,
    ] + Loss.groupedFields + [
      .singleServer, .exactErrors, .fractionsOfMilliseconds, .endsWithoutBody, .unevenPieces,
    ]
  ) { cassette in
    let mappings = wireMockMappings(of: cassette.interactions)
    let document = JSONValue.object([
      ("mappings", .array(mappings)), ("meta", ["total": .number(mappings.count)]),
    ])
    return document.data(pretty: true) + Data("\n".utf8)
  }
}

extension CassetteFormat {
  /// WireMock's JSON, with a stub mapping for each interaction.
  public static let wireMock = CassetteFormat(.wireMock)
}

extension WritableFormat {
  /// All formats of recordings, and those of stub files of other tools, the project's own first.
  package static let withTools =
    [own] + (all.dropFirst() + [wireMock]).sorted { $0.name < $1.name }

  /// Returns one stub for each interaction (a recorded request and response).
  package static func wireMockMappings(of interactions: [Interaction]) -> [JSONValue] {
    var scenarios = RecordedScenarios(interactions)
    return interactions.map { scenarios.mapping(for: $0) }
  }
}

extension Loss {
  fileprivate static let requestHeaders = Loss("request header fields", ofRequest: \.headers) {
    $0 = [:]
  }

  /// The server's address, which files of WireMock do not store if all interactions have the same
  /// one.
  fileprivate static let singleServer = Loss("the address of the server") { cassette in
    let urls = cassette.interactions.map { RequestURL($0.request.url) }
    let servers = Set(urls.map { "\($0.scheme ?? "")://\($0.authority ?? "")" })
    guard servers.count == 1 else { return nil }
    return Loss("", ofRequest: \.url) { $0 = RequestURL($0).pathAndQuery }.remove(&cassette)
  }
}

/// The scenarios for equal requests, in which each request gets the next response, and the last one
/// repeats.
///
/// Requests that differ only in placeholders for secrets are equal, because patterns do not
/// distinguish them.
private struct RecordedScenarios {
  private struct Turns {
    let number: Int?
    let count: Int
    var played = 0
  }

  private var turns: [RecordedRequest: Turns] = [:]
  /// The requests with a body, stored without it, by which equal requests without a body are found.
  private let withBody: Set<RecordedRequest>

  init(_ interactions: [Interaction]) {
    var counts: [RecordedRequest: Int] = [:]
    var order: [RecordedRequest] = []
    for interaction in interactions {
      let request = interaction.request.withEqualPlaceholders
      if counts[request] == nil { order.append(request) }
      counts[request, default: 0] += 1
    }
    var number = 0
    for request in order {
      let count = counts[request] ?? 1
      if count > 1 { number += 1 }
      turns[request] = Turns(number: count > 1 ? number : nil, count: count)
    }
    withBody = Set(order.filter { $0.body?.isEmpty == false }.map(\.bodiless))
  }

  mutating func mapping(for interaction: Interaction) -> JSONValue {
    let request = interaction.request.withEqualPlaceholders
    var members: [(String, JSONValue?)] = [
      ("name", .string("\(request.method) \(RequestURL(interaction.request.url).path)")),
      ("request", request.pattern), ("response", interaction.definition),
    ]
    // A pattern without a body also matches requests with a body, so it gets a lower priority.
    if request.body?.isEmpty ?? true, withBody.contains(request.bodiless) {
      members.append(("priority", 6))
    }
    guard var turn = turns[request], let number = turn.number else { return .object(members) }
    let slug = String(
      RequestURL(interaction.request.url).path.map { $0.isLetter || $0.isNumber ? $0 : "-" })
    let name = "scenario-\(number)\(slug)"
    turn.played += 1
    turns[request] = turn
    members.append(("scenarioName", .string(name)))
    members.append(
      (
        "requiredScenarioState",
        .string(turn.played == 1 ? "Started" : "\(name)-\(turn.played)")
      ))
    if turn.played < turn.count {
      members.append(("newScenarioState", .string("\(name)-\(turn.played + 1)")))
    }
    return .object(members)
  }
}

extension RecordedRequest {
  fileprivate var bodiless: RecordedRequest {
    var request = self
    request.body = nil
    return request
  }

  fileprivate var pattern: JSONValue {
    let target = RequestURL(url)
    let path = target.pathAndQuery.hasPrefix("/") ? target.pathAndQuery : "/" + target.pathAndQuery
    let isLiteral = !SecretPlaceholder.occurs(in: path)
    return .object([
      ("method", .string(method.rawValue)),
      ("scheme", target.scheme.map { .string($0) }),
      ("host", target.host.map { ["equalTo": .string($0)] }),
      ("port", target.port.map { .number($0) }),
      (
        isLiteral ? "url" : "urlPattern",
        .string(isLiteral ? path : Self.expression(path, numbers: false))
      ),
      ("bodyPatterns", bodyPattern.map { [$0] }),
    ])
  }

  private var bodyPattern: JSONValue? {
    guard let body, !body.isEmpty else { return nil }
    guard let text = String(checkingUTF8: body), !body.hasByte(0) else {
      return ["binaryEqualTo": .string(body.base64EncodedString())]
    }
    let first = text.unicodeScalars.first { !$0.properties.isWhitespace }
    let isJSON = (first == "{" || first == "[") && (try? JSONValue(parsing: body)) != nil
    // Only JSON has placeholders that are numbers.
    if SecretPlaceholder.occurs(in: text)
      || (isJSON && SecretPlaceholder.containsNumberPlaceholder(in: body))
    {
      return ["matches": .string(Self.expression(text, numbers: isJSON))]
    }
    return isJSON ? ["equalToJson": .string(text)] : ["equalTo": .string(text)]
  }

  /// Returns a regular expression for the text, in which placeholders for secrets match anything.
  private static func expression(_ text: String, numbers: Bool) -> String {
    SecretPlaceholder.literals(of: text, numbers: numbers)
      .map { $0.isEmpty ? "" : $0.asPattern }.joined(separator: ".*")
  }
}

extension Interaction {
  fileprivate var definition: JSONValue {
    let delay = WireMockDelay(self)
    if let failure {
      let fault = WireMockFault(failure, after: response)
      return .object([("fault", .string(fault.rawValue))] + delay.members)
    }
    let response = (response ?? RecordedResponse(0)).played(for: request.method)
    let text = response.body.hasByte(0) ? nil : String(checkingUTF8: response.body)
    let isUsual = response.reason == nil || response.reason == response.status.reasonPhrase
    let members: [(String, JSONValue?)] = [
      ("status", .number(response.status.rawValue)),
      ("statusMessage", isUsual ? nil : response.reason.map { .string($0) }),
      ("headers", response.headers.isEmpty ? .none : .some(response.headers.multimap)),
      ("body", response.body.isEmpty ? nil : text.map { .string($0) }),
      ("base64Body", text == nil ? .string(response.body.base64EncodedString()) : nil),
    ]
    return .object(members + delay.members)
  }
}

extension HTTPHeaders {
  /// A JSON object with a member for each name, which is its value or an array of its values.
  package var multimap: JSONValue {
    .object(
      JSONObject(
        groups.map { name, values in
          let texts = values.map { JSONValue.string($0) }
          return (name.rawName, texts.count == 1 ? texts[0] : .array(texts))
        }))
  }
}

extension RecordingConfiguration {
  /// Returns the interactions with secrets hidden and all bodies in memory, for conversion to
  /// stubs.
  ///
  /// An interaction is left out if the file of its body can no longer be read.
  package func hidingSecrets(of interactions: [Interaction]) -> [Interaction] {
    var interactions = interactions.compactMap { interaction -> Interaction? in
      guard let response = interaction.response, response.bodyFile != nil else {
        return interaction
      }
      guard let body = try? response.wholeBody() else { return nil }
      var interaction = interaction
      interaction.response?.body = body
      interaction.response?.bodyFile = nil
      return interaction
    }
    var redactor = Redactor(secretNames)
    _ = redactor.redact(&interactions)
    return interactions
  }
}
