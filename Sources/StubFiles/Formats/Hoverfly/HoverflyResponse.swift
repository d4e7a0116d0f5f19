import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A response of Hoverfly.
struct HoverflyResponse: Sendable {
  var specification = ResponseSpecification()
  var movesState = false

  /// What answers, after the wait that the simulation adds to such requests.
  func responder(delayedBy extra: HoverflyDelays.Delay?) -> (any HTTPStubResponder)? {
    var specification = specification
    if specification.timing == .immediate, specification.trouble == .none, let extra {
      switch extra.time {
      case .fixed(let time): specification.timing.beforeHead = time
      case .drawn(let delay): specification.trouble.delay = delay
      }
    }
    return try? specification.responder()
  }
}

extension ValueReader {
  mutating func hoverflyResponse(in scope: RuleScope) -> HoverflyResponse? {
    mapping { reader in
      var response = HoverflyResponse()
      reader.settle(HoverflyKeys.response)
      if let status = reader.optional("status", { $0.statusCode() }) {
        response.specification.head.status = status
      }
      if let headers = reader.optional("headers", { $0.fieldsOrNull() }) {
        response.specification.head.headers = headers
        // The lengths are those of the message as it was recorded.
        response.specification.head.headers.remove(.contentLength)
        response.specification.head.headers.remove(.transferEncoding)
      }
      let isEncoded = reader.optional("encodedBody") { $0.boolean() } ?? false
      reader.read("templated") { value in
        guard value.boolean() ?? false else { return }
        value.report(
          found: "a templated response, whose tags mean other things here",
          expected: "\"templated\": false",
          remedy: "try a rule file, whose templates are described in its guide")
      }
      let data = reader.optional("body") { value -> Data? in
        isEncoded ? value.base64() : value.text().map { Data($0.utf8) }
      }
      if let data { response.specification.body = .data(data) }
      reader.read("bodyFile") { value in
        if value.node.givenText?.isEmpty ?? true { return }
        if let path = value.filePath(inside: scope.folder, named: "the simulation's folder") {
          response.specification.body = .file(path: path)
        }
      }
      response.specification.acceptsRanges = false
      if let delay = reader.optional("fixedDelay", { $0.milliseconds() }) {
        response.specification.timing.beforeHead = delay
      }
      response.specification.trouble.delay =
        reader.optional("logNormalDelay") { $0.hoverflyLogNormal() }
      for key in ["transitionsState", "removesState"] {
        reader.read(key) { value in
          let isEmpty =
            value.node.members?.isEmpty ?? value.node.elements?.isEmpty ?? true
          if !isEmpty { response.movesState = true }
        }
      }
      return response
    }
  }

  private mutating func fieldsOrNull() -> HTTPHeaders? {
    if case .null? = node.scalar?.kind { return nil }
    return headerFields()
  }

  /// A delay between `min` and `max` with a given median and mean, all in milliseconds.
  ///
  /// The mean of a lognormal distribution is its median times e^(σ²/2).
  mutating func hoverflyLogNormal() -> HTTPStubDelay? {
    if case .null? = node.scalar?.kind { return nil }
    return mapping { reader in HoverflyDelays.logNormal(&reader) }
  }
}
