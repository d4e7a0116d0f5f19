import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What an `is` says; a default response gives what it leaves out.
struct MountebankAnswer: Sendable {
  var status: HTTPStatusCode?
  var headers = HTTPHeaders()
  var body: Data?

  /// The answer with what it leaves out taken from the default one.
  func completed(by standard: MountebankAnswer) -> MountebankAnswer {
    var answer = self
    answer.status = status ?? standard.status
    answer.body = body ?? standard.body
    for field in standard.headers.fields where !headers.contains(field.name) {
      answer.headers.append(field.name, field.value)
    }
    return answer
  }

  var specification: ResponseSpecification {
    var specification = ResponseSpecification(
      head: ResponseHead(status: status ?? .ok, headers: headers))
    if let body { specification.body = .data(body) }
    return specification
  }
}

extension ValueReader {
  /// The value of `defaultResponse`.
  mutating func mountebankDefaults() -> MountebankAnswer? { mountebankAnswer() }

  /// One element of `responses`, as often as it is to be repeated.
  mutating func mountebankResponses(_ standard: MountebankAnswer) -> [any HTTPStubResponder]? {
    mapping { reader in
      reader.settle(MountebankKeys.response)
      var specification = ResponseSpecification()
      if let answer = reader.optional("is", { $0.mountebankAnswer() }) {
        specification = answer.completed(by: standard).specification
      }
      specification.trouble.fault = reader.optional("fault") { $0.keyword(faults) }
      var count = reader.optional("repeat") { $0.integer(in: 1...100_000) } ?? 1
      for key in ["behaviors", "_behaviors"] {
        reader.read(key) { value in
          _ = value.oneOrMore { value in
            value.mapping { reader in
              reader.settle(MountebankKeys.behavior)
              if let wait = reader.optional("wait", { $0.mountebankWait() }) {
                specification.timing.beforeHead += wait
              }
              count = reader.optional("repeat") { $0.integer(in: 1...100_000) } ?? count
              return true
            }
          }
        }
      }
      guard let responder = try? specification.responder() else { return nil }
      return Array(repeating: responder, count: count)
    }
  }

  /// A number of milliseconds; functions, which come as text, are refused.
  private mutating func mountebankWait() -> Duration? {
    guard node.scalar?.kind != .string || Double(node.scalar?.text ?? "") != nil else {
      return mismatch(
        expected: "a number of milliseconds", remedy: "try a number; scripts are not run")
    }
    guard let text = node.scalar?.text, node.scalar?.kind == .string, let number = Double(text),
      number >= 0, number < 1e9
    else { return milliseconds() }
    return .seconds(number / 1000)
  }

  private mutating func mountebankAnswer() -> MountebankAnswer? {
    mapping { reader in
      var answer = MountebankAnswer()
      reader.settle(FormatKeys(read: [], idle: ["_proxyResponseTime", "comment"]))
      answer.status = reader.optional("statusCode") { $0.mountebankStatus() }
      if let headers = reader.optional("headers", { $0.headerFields() }) {
        answer.headers = headers
        // The lengths are those of the message as it was recorded.
        answer.headers.remove(.contentLength)
        answer.headers.remove(.transferEncoding)
      }
      let modes: KeyValuePairs<String, Bool> = ["text": false, "binary": true]
      let isBinary = reader.optional("_mode") { $0.keyword(modes) } ?? false
      answer.body = reader.optional("body") { value -> Data? in
        if isBinary { return value.base64() }
        if value.node.scalar?.kind == .string { return value.string().map { Data($0.utf8) } }
        return Data(value.json.text(pretty: true).utf8)
      }
      return answer
    }
  }

  /// A status code as a number or as text.
  private mutating func mountebankStatus() -> HTTPStatusCode? {
    guard let text = node.scalar?.text, let code = Int(text), (100...999).contains(code) else {
      return mismatch(expected: "a status code from 100 to 999", remedy: "try 200")
    }
    return HTTPStatusCode(rawValue: code)
  }
}

private let faults: KeyValuePairs<String, HTTPStubFault> = [
  "CONNECTION_RESET_BY_PEER": .reset, "RANDOM_DATA_THEN_CLOSE": .garbage,
]
