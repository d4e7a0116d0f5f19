import StubCore
import StubPlatform

/// A response of Hoverfly.
struct HoverflyResponse: Sendable {
  var specification = ResponseSpecification()
  /// The state after the response; `nil` if it does not change.
  var next: HoverflySequence?

  /// Returns the responder; if the response has no delay, the simulation may add one.
  func responder(delayedBy delays: HoverflyDelays) -> (any HTTPStubResponder)? {
    let responder = try? specification.responder()
    guard specification.timing == .immediate, specification.trouble == .none else {
      return responder
    }
    return responder.map { delays.met(by: $0) }
  }
}

extension Reader {
  func hoverflyResponse(
    _ value: Value, in scope: RuleScope, toHead isForHead: Bool
  ) -> HoverflyResponse? {
    mapping(value) { mapping in
      var response = HoverflyResponse()
      mapping.settle(HoverflyKeys.response)
      if let status = mapping.optional("status", { statusCode($0) }) {
        response.specification.head.status = status
      }
      if let headers = mapping.optional("headers", { fieldsOrNull($0) }) {
        response.specification.head.headers = headers
        // A recorded length may differ from the length of the sent body.
        if !isForHead { response.specification.head.headers.remove(.contentLength) }
        response.specification.head.headers.remove(.transferEncoding)
      }
      let isEncoded = mapping.optional("encodedBody") { boolean($0) } ?? false
      let templated = mapping.optional("templated") { boolean($0) == true ? $0 : nil }
      let charset = TextCharset(response.specification.head.headers)
      var data = mapping.optional("body") { value -> Data? in
        isEncoded ? base64(value) : text(value).map { bytes(of: $0, value, in: charset) }
      }
      if let data { response.specification.body = .data(data) }
      mapping.read("bodyFile") { value in
        if value.givenText?.isEmpty ?? true { return }
        if let path = filePath(value, inside: scope.folder, named: "the simulation's folder") {
          response.specification.body = .file(path: path)
          if templated != nil {
            data = fileContents(value, at: path, atMost: scope.fileSizeLimit)
          }
        }
      }
      if let templated, hasHoverflyTags(data) || hasHoverflyTags(response.specification.head) {
        report(
          templated, found: "\"templated\" is not supported",
          remedy: "use a rule file with a template")
      }
      response.specification.acceptsRanges = false
      if let delay = mapping.optional("fixedDelay", { milliseconds($0) }) {
        response.specification.timing.beforeHead = delay
      }
      response.specification.trouble.delay =
        mapping.optional("logNormalDelay") { hoverflyLogNormal($0) }
      let moved = mapping.optional("transitionsState") { hoverflySequence($0) }
      warn(of: response.specification, in: value, toHead: isForHead)
      response.next = mapping.optional("removesState") { hoverflyRemoval($0) } ?? moved
      return response
    }
  }

  /// Returns whether there are template tags; hoverfly-java marks all responses as templates, even
  /// without tags.
  private func hasHoverflyTags(_ body: Data?) -> Bool {
    body.flatMap { ByteSearch.first("{{", in: Array($0)) } != nil
  }

  private func hasHoverflyTags(_ head: ResponseHead) -> Bool {
    head.headers.fields.contains { $0.value.contains("{{") }
  }

  /// Reads the state that a response removes; `nil` if there is none.
  private func hoverflyRemoval(_ value: Value) -> HoverflySequence? {
    guard let elements = value.elements, let first = elements.first else { return nil }
    guard elements.count == 1, let name = first.scalar?.text, name.hasPrefix("sequence:") else {
      return mismatch(
        value, expected: "one state \"sequence:…\"",
        remedy: "use a rule file with a list of responses in \"respond\"")
    }
    return HoverflySequence(name: name, number: nil)
  }

  private func fieldsOrNull(_ value: Value) -> HTTPHeaders? {
    if case .null? = value.scalar?.kind { return nil }
    return headerFields(value)
  }

  /// Reads a lognormal delay with a median, a mean and at most `max`, all in milliseconds; `min` is
  /// ignored.
  ///
  /// The mean of a lognormal distribution is its median times e^(σ²/2).
  func hoverflyLogNormal(_ value: Value) -> HTTPStubDelay? {
    if case .null? = value.scalar?.kind { return nil }
    return mapping(value) { mapping in HoverflyDelays.logNormal(mapping) }
  }
}
