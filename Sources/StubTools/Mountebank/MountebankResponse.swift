import StubCore
import StubDocuments
import StubPlatform
import StubRules

/// The response in `is`; missing parts come from the default response of the imposter.
struct MountebankAnswer: Sendable {
  var status: HTTPStatusCode?
  var headers: HTTPHeaders?
  /// The body; `nil` if it is missing or empty.
  var body: Data?

  /// Returns the response, with missing parts taken from the default response.
  func completed(by standard: MountebankAnswer) -> MountebankAnswer {
    var answer = self
    answer.status = status ?? standard.status
    answer.headers = headers ?? standard.headers
    answer.body = body ?? standard.body
    return answer
  }

  var specification: ResponseSpecification {
    var specification = ResponseSpecification(
      head: ResponseHead(status: status ?? .ok, headers: headers ?? HTTPHeaders()))
    if let body { specification.body = .data(body) }
    return specification
  }
}

/// The value of `is` or `defaultResponse` while its keys are read.
struct MountebankAnswerDraft {
  /// Whether the stub answers only HEAD requests.
  let isForHead: Bool
  private(set) var answer = MountebankAnswer()
  private var isBinary = false

  init(toHead isForHead: Bool) { self.isForHead = isForHead }

  static let keys = Keys<MountebankAnswerDraft>([
    Key("statusCode") { $2.answer.status = $0.mountebankStatus($1) },
    Key("headers") { reader, value, draft in
      var headers = reader.headerFields(value)
      // A recorded length may differ from the length of the sent body, except in a response to
      // HEAD.
      if !draft.isForHead { headers?.remove(.contentLength) }
      headers?.remove(.transferEncoding)
      draft.answer.headers = headers
    },
    Key("_mode") { $2.isBinary = $0.keyword($1, ["text": false, "binary": true]) ?? false },
    Key("body") { reader, value, draft in
      let body =
        draft.isBinary
        ? reader.base64(value)
        : reader.mountebankText(value, in: TextCharset(draft.answer.headers ?? HTTPHeaders()))
      draft.answer.body = body?.isEmpty == true ? nil : body
    },
    .idle("_proxyResponseTime"), .idle("comment"),
  ])
}

/// A response while its keys are read.
struct MountebankResponseDraft {
  /// The default response of the imposter.
  let standard: MountebankAnswer
  /// Whether the stub answers only HEAD requests.
  let isForHead: Bool
  var specification = ResponseSpecification()
  var hasAnswer = false
  /// The number of successive requests that the response answers.
  var count = 1

  static let keys = Keys<MountebankResponseDraft>([
    Key("is") { reader, value, draft in
      let answer = reader.mountebankAnswer(value, toHead: draft.isForHead)
      guard let answer else { return }
      draft.specification = answer.completed(by: draft.standard).specification
      draft.hasAnswer = true
    },
    Key("fault") { $2.specification.impairment.fault = $0.keyword($1, faults) },
    repetition,
    Key("behaviors") { $0.mountebankBehaviors($1, into: &$2) },
    Key("_behaviors") { $0.mountebankBehaviors($1, into: &$2) },
    .idle("_proxyResponseTime"), .idle("comment"),
    .refused("proxy", "save the imposters with --removeProxies after recording"),
    .refused("inject", mountebankScriptRemedy),
  ])

  /// The keys of a behavior.
  static let behaviorKeys = Keys<MountebankResponseDraft>([
    Key("wait") { reader, value, draft in
      if let wait = reader.mountebankWait(value) {
        draft.specification.timing.beforeHead += wait
      }
    },
    repetition,
    .refused("decorate", mountebankScriptRemedy),
    .refused("shellTransform", mountebankScriptRemedy),
    .refused("copy", "use a rule file, whose templates take text from the request"),
    .refused("lookup", "add a stub for each row of the data"),
  ])

  private static let repetition = Key<MountebankResponseDraft>("repeat") { reader, value, draft in
    if let count = reader.integer(value, in: 1...100_000) { draft.count = count }
  }
}

extension Reader {
  /// Reads one element of `responses`, with the number of successive requests that it answers.
  ///
  /// `isForHead` tells whether the stub answers only HEAD requests.
  func mountebankResponse(
    _ value: Value, _ standard: MountebankAnswer, toHead isForHead: Bool
  ) -> (responder: any HTTPStubResponder, count: Int)? {
    let draft = MountebankResponseDraft(standard: standard, isForHead: isForHead)
    guard let response = read(value, MountebankResponseDraft.keys, into: draft) else {
      return nil
    }
    // A fault replaces the whole response, so warnings about the response would mislead.
    if response.hasAnswer, response.specification.impairment.fault == nil {
      warn(of: response.specification, in: value["is"] ?? value, toHead: isForHead)
    }
    return (try? response.specification.responder()).map { ($0, response.count) }
  }

  /// Reads the value of `is` or `defaultResponse`.
  func mountebankAnswer(_ value: Value, toHead isForHead: Bool = false) -> MountebankAnswer? {
    let draft = MountebankAnswerDraft(toHead: isForHead)
    return read(value, MountebankAnswerDraft.keys, into: draft)?.answer
  }

  /// Reads the behaviors of a response: a mapping, or a list of mappings.
  fileprivate func mountebankBehaviors(_ value: Value, into draft: inout MountebankResponseDraft) {
    _ = oneOrMore(value) { value -> Bool? in
      read(value, MountebankResponseDraft.behaviorKeys, filling: &draft)
      return true
    }
  }

  /// Reads a body that is text or JSON; `nil` for a JSON value that JavaScript treats as false.
  fileprivate func mountebankText(_ value: Value, in charset: TextCharset) -> Data? {
    if value.scalar?.kind == .string {
      return string(value).map { bytes(of: $0, value, in: charset) }
    }
    let json = value.json
    guard json.isTruthy else { return nil }
    var writer = JSONWriter(isPretty: true, indentation: 4)
    writer.write(json.withJavaScriptNumbers)
    return bytes(of: String(decoding: writer.bytes, as: UTF8.self), value, in: charset)
  }

  /// Reads a number of milliseconds, which may be a text; JavaScript functions are reported as
  /// errors.
  fileprivate func mountebankWait(_ value: Value) -> Duration? {
    guard value.scalar?.kind != .string || Double(value.scalar?.text ?? "") != nil else {
      return mismatch(
        value, expected: "a number of milliseconds", remedy: "scripts are not run")
    }
    guard let text = value.scalar?.text, value.scalar?.kind == .string, let number = Double(text),
      number >= 0, number < 1e9
    else { return milliseconds(value) }
    return .seconds(number / 1000)
  }

  /// Reads a status code as a number or as text.
  fileprivate func mountebankStatus(_ value: Value) -> HTTPStatusCode? {
    guard let text = value.scalar?.text, let code = Int(text), (100...999).contains(code) else {
      return mismatch(value, expected: "a status code from 100 to 999", remedy: "use 200")
    }
    return HTTPStatusCode(rawValue: code)
  }
}

private let faults: KeyValuePairs<String, HTTPStubFault> = [
  "CONNECTION_RESET_BY_PEER": .reset, "RANDOM_DATA_THEN_CLOSE": .garbage,
]
