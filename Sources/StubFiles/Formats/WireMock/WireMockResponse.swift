import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A response of WireMock, gathered while its keys are read.
private struct WireMockResponseDraft {
  var specification = ResponseSpecification()
  var usesTemplates = false
  /// The folder with body files.
  let files: WireMockFolder
  /// The texts that have tags when templates are used, in the order of their keys.
  var parameters = JSONValue.object(JSONObject())
}

extension ValueReader {
  /// A response definition.
  mutating func wireMockResponse(in scope: RuleScope) -> (any HTTPStubResponder)? {
    let members = node.members ?? []
    var draft = WireMockResponseDraft(files: WireMockFolder(of: scope.file))
    return mapping { reader in
      reader.settle(WireMockKeys.response)
      reader.reportAllButOne(
        of: ["body", "jsonBody", "base64Body", "bodyFileName"], among: members)
      reader.wireMockTransformers(into: &draft)
      reader.wireMockHead(into: &draft)
      reader.wireMockTiming(into: &draft.specification)
      return reader.wireMockBody(of: draft)
    }
  }
}

extension MappingReader {
  fileprivate mutating func wireMockTransformers(into draft: inout WireMockResponseDraft) {
    let names = optional("transformers") { value in
      value.list { $0.keyword(["response-template": true]) }
    }
    draft.usesTemplates = names?.isEmpty == false
    read("transformerParameters") { draft.parameters = $0.json }
  }

  fileprivate mutating func wireMockHead(into draft: inout WireMockResponseDraft) {
    if let status = optional("status", { $0.statusCode() }) {
      draft.specification.head.status = status
    }
    read("statusMessage") { value in
      guard let phrase = value.string(), value.isFieldValue(phrase) else { return }
      draft.specification.head.reason = phrase
    }
    if let headers = optional("headers", { $0.headerFields() }) {
      draft.specification.head.headers = headers
    }
  }

  fileprivate mutating func wireMockTiming(into response: inout ResponseSpecification) {
    if let delay = optional("fixedDelayMilliseconds", { $0.milliseconds() }) {
      response.timing.beforeHead = delay
    }
    response.trouble.delay = optional("delayDistribution") { $0.wireMockDistribution() }
    let pace = optional("chunkedDribbleDelay") { value -> ResponseTiming.Pacing? in
      value.mapping { reader in
        let chunks = reader.required("numberOfChunks") { $0.integer(in: 1...1_000_000) }
        let time = reader.required("totalDuration") { $0.milliseconds() }
        guard let chunks, let time else { return nil }
        return .dribble(chunks: chunks, over: time)
      }
    }
    if let pace { response.timing.body = pace }
    response.trouble.fault = optional("fault") { $0.keyword(faults) }
  }

  fileprivate mutating func wireMockBody(
    of draft: WireMockResponseDraft
  ) -> (any HTTPStubResponder)? {
    var draft = draft
    if draft.usesTemplates { return wireMockTemplates(of: draft) }
    let text = optional("body") { $0.text() }
    let json = optional("jsonBody") { $0.json }
    let bytes = optional("base64Body") { $0.base64() }
    let path = optional("bodyFileName") { draft.files.path($0.string(), &$0) }
    if let text { draft.specification.body = .data(Data(text.utf8)) }
    if let json { draft.specification.body = .data(Data(json.text().utf8)) }
    if let bytes { draft.specification.body = .data(bytes) }
    if let path { draft.specification.body = .file(path: path) }
    draft.specification.acceptsRanges = false
    return try? draft.specification.responder()
  }

  private mutating func wireMockTemplates(
    of draft: WireMockResponseDraft
  ) -> (any HTTPStubResponder)? {
    var responder = WireMockTemplateResponder(
      specification: draft.specification, parameters: draft.parameters)
    for field in draft.specification.head.headers.fields {
      guard let template = try? Template(field.value) else {
        report(
          found: "the tags of the header field \(Quotation.of(field.name.rawName))",
          expected: "a template", remedy: "try removing what stands between {{ and }}")
        return nil
      }
      responder.headers.append((field.name, template))
    }
    responder.body =
      optional("body") { $0.wireMockTemplate($0.text()).map { .text($0) } }
      ?? optional("jsonBody") { $0.wireMockTree().map { .json($0) } }
      ?? optional("base64Body") { $0.base64().map { .bytes($0) } }
      ?? optional("bodyFileName") { draft.files.body($0.string(), &$0) } ?? .none
    return draft.specification.trouble.met(by: responder)
  }
}

private let faults: KeyValuePairs<String, HTTPStubFault> = [
  "EMPTY_RESPONSE": .emptyResponse, "MALFORMED_RESPONSE_CHUNK": .malformedChunk,
  "RANDOM_DATA_THEN_CLOSE": .garbage, "CONNECTION_RESET_BY_PEER": .reset,
]

extension ValueReader {
  /// How a delay is drawn, with times in milliseconds.
  fileprivate mutating func wireMockDistribution() -> HTTPStubDelay? {
    mapping { reader in
      let kinds: KeyValuePairs<String, String> = [
        "lognormal": "lognormal", "uniform": "uniform", "fixed": "fixed",
      ]
      switch reader.required("type", { $0.keyword(kinds) }) {
      case "lognormal":
        let median = reader.required("median") { $0.milliseconds() }
        let sigma = reader.required("sigma") { $0.amount() }
        let most = reader.optional("maxValue") { $0.milliseconds() }
        guard let median, let sigma else { return nil }
        return .lognormal(median: median.seconds, sigma: sigma, max: most?.seconds ?? .infinity)
      case "uniform":
        let lower = reader.required("lower") { $0.milliseconds() }
        let upper = reader.required("upper") { $0.milliseconds() }
        guard let lower, let upper, lower <= upper else {
          if let lower, let upper, lower > upper {
            reader.report(
              found: "a range that ends before it begins", expected: "\"lower\" below \"upper\"",
              remedy: "try swapping the two")
          }
          return nil
        }
        return .uniform(lower.seconds...upper.seconds)
      case "fixed":
        return reader.required("milliseconds") { $0.milliseconds() }.map { .fixed($0.seconds) }
      default:
        // Nobody can tell what belongs to a kind that is not known.
        _ = reader.rest { _, _ in true }
        return nil
      }
    }
  }
}
