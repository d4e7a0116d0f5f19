import StubCore
import StubPlatform

/// The response in `is`; its missing parts are those of the default response of the imposter.
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

extension Reader {
  /// Reads the value of `defaultResponse`.
  func mountebankDefaults(_ value: Value) -> MountebankAnswer? { mountebankAnswer(value) }

  /// Reads one element of `responses`, with the number of successive requests that it answers.
  ///
  /// `isForHead` tells whether the stub answers only HEAD requests.
  func mountebankResponse(
    _ value: Value, _ standard: MountebankAnswer, toHead isForHead: Bool
  ) -> (responder: any HTTPStubResponder, count: Int)? {
    mapping(value) { mapping -> (responder: any HTTPStubResponder, count: Int)? in
      mapping.settle(MountebankKeys.response)
      var specification = ResponseSpecification()
      let answer = mapping.optional("is") { mountebankAnswer($0, toHead: isForHead) }
      if let answer { specification = answer.completed(by: standard).specification }
      specification.trouble.fault = mapping.optional("fault") { keyword($0, faults) }
      // A fault replaces the whole response, so warnings about the response would mislead.
      if answer != nil, specification.trouble.fault == nil {
        warn(of: specification, in: value["is"] ?? value, toHead: isForHead)
      }
      var count = mapping.optional("repeat") { integer($0, in: 1...100_000) } ?? 1
      for key in ["behaviors", "_behaviors"] {
        mapping.read(key) { value in
          _ = oneOrMore(value) { value in
            self.mapping(value) { mapping in
              mapping.settle(MountebankKeys.behavior)
              if let wait = mapping.optional("wait", { mountebankWait($0) }) {
                specification.timing.beforeHead += wait
              }
              count = mapping.optional("repeat") { integer($0, in: 1...100_000) } ?? count
              return true
            }
          }
        }
      }
      guard let responder = try? specification.responder() else { return nil }
      return (responder, count)
    }
  }

  /// Reads a number of milliseconds, which may be a text; JavaScript functions are reported as
  /// errors.
  private func mountebankWait(_ value: Value) -> Duration? {
    guard value.scalar?.kind != .string || Double(value.scalar?.text ?? "") != nil else {
      return mismatch(
        value, expected: "a number of milliseconds", remedy: "scripts are not run")
    }
    guard let text = value.scalar?.text, value.scalar?.kind == .string, let number = Double(text),
      number >= 0, number < 1e9
    else { return milliseconds(value) }
    return .seconds(number / 1000)
  }

  private func mountebankAnswer(
    _ value: Value, toHead isForHead: Bool = false
  ) -> MountebankAnswer? {
    mapping(value) { mapping in
      var answer = MountebankAnswer()
      mapping.settle(ToolKeys(read: [], idle: ["_proxyResponseTime", "comment"]))
      answer.status = mapping.optional("statusCode") { mountebankStatus($0) }
      answer.headers = mapping.optional("headers") { headerFields($0) }
      // A recorded length may differ from the length of the sent body, except in a response to
      // HEAD.
      if !isForHead { answer.headers?.remove(.contentLength) }
      answer.headers?.remove(.transferEncoding)
      let modes: KeyValuePairs<String, Bool> = ["text": false, "binary": true]
      let isBinary = mapping.optional("_mode") { keyword($0, modes) } ?? false
      answer.body = mapping.optional("body") { value -> Data? in
        if isBinary { return base64(value) }
        let charset = TextCharset(answer.headers ?? HTTPHeaders())
        if value.scalar?.kind == .string {
          return string(value).map { bytes(of: $0, value, in: charset) }
        }
        let json = value.json
        guard json.isTruthy else { return nil }
        var writer = JSONWriter(isPretty: true, indentation: 4)
        writer.write(json.withJavaScriptNumbers)
        return bytes(of: String(decoding: writer.bytes, as: UTF8.self), value, in: charset)
      }
      if answer.body?.isEmpty == true { answer.body = nil }
      return answer
    }
  }

  /// Reads a status code as a number or as text.
  private func mountebankStatus(_ value: Value) -> HTTPStatusCode? {
    guard let text = value.scalar?.text, let code = Int(text), (100...999).contains(code) else {
      return mismatch(value, expected: "a status code from 100 to 999", remedy: "use 200")
    }
    return HTTPStatusCode(rawValue: code)
  }
}

private let faults: KeyValuePairs<String, HTTPStubFault> = [
  "CONNECTION_RESET_BY_PEER": .reset, "RANDOM_DATA_THEN_CLOSE": .garbage,
]
