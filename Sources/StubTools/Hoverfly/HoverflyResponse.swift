import StubCassettes
import StubCore
import StubDocuments
import StubPlatform
import StubRules

/// A response of Hoverfly.
struct HoverflyResponse: Sendable {
  var specification = ResponseSpecification()
  /// The state after the response; `nil` if it does not change.
  var next: HoverflySequence?

  /// Returns the responder, to which the simulation may add a delay if the response has none.
  func responder(delayedBy delays: HoverflyDelays) -> (any HTTPStubResponder)? {
    let responder = try? specification.responder()
    guard specification.timing == .immediate, specification.impairment == .none else {
      return responder
    }
    return responder.map { delays.applied(to: $0) }
  }
}

/// A response while its keys are read.
struct HoverflyResponseDraft {
  let scope: RuleScope
  /// Whether the pair answers only HEAD requests.
  let isForHead: Bool
  var response = HoverflyResponse()
  var isEncoded = false
  /// The value of `templated` if it is true.
  var templated: Value?
  /// The body, in which template tags are searched.
  var data: Data?

  static let keys = Keys<HoverflyResponseDraft>([
    Key("status") { reader, value, draft in
      if let status = reader.statusCode(value) {
        draft.response.specification.head.status = status
      }
    },
    Key("headers") { reader, value, draft in
      guard !value.isNull, var headers = reader.headerFields(value) else { return }
      // A recorded length may differ from the length of the sent body.
      if !draft.isForHead { headers.remove(.contentLength) }
      headers.remove(.transferEncoding)
      draft.response.specification.head.headers = headers
    },
    Key("encodedBody") { reader, value, draft in
      draft.isEncoded = reader.boolean(value) ?? false
    },
    Key("templated") { reader, value, draft in
      draft.templated = reader.boolean(value) == true ? value : nil
    },
    Key("body") { reader, value, draft in
      let charset = TextCharset(draft.response.specification.head.headers)
      draft.data =
        draft.isEncoded
        ? reader.base64(value)
        : reader.text(value).map { reader.bytes(of: $0, value, in: charset) }
      if let data = draft.data { draft.response.specification.body = .data(data) }
    },
    Key("bodyFile") { reader, value, draft in
      if value.givenText?.isEmpty ?? true { return }
      let path = reader.filePath(
        value, inside: draft.scope.folder, named: "the simulation's folder")
      guard let path else { return }
      draft.response.specification.body = .file(path: path)
      if draft.templated != nil {
        draft.data = reader.fileContents(value, at: path, atMost: draft.scope.fileSizeLimit)
      }
    },
    Key("fixedDelay") { reader, value, draft in
      if let delay = reader.milliseconds(value) {
        draft.response.specification.timing.beforeHead = delay
      }
    },
    Key("logNormalDelay") { reader, value, draft in
      draft.response.specification.impairment.delay = reader.hoverflyLogNormal(value)
    },
    Key("transitionsState") { reader, value, draft in
      draft.response.next = reader.hoverflySequence(value)
    },
    Key("removesState") { reader, value, draft in
      if let removal = reader.hoverflyRemoval(value) { draft.response.next = removal }
    },
    .refused("postServeAction", "use a rule file with \"then\" for webhooks"),
  ])
}

extension Reader {
  func hoverflyResponse(
    _ value: Value, in scope: RuleScope, toHead isForHead: Bool
  ) -> HoverflyResponse? {
    let draft = HoverflyResponseDraft(scope: scope, isForHead: isForHead)
    guard var response = read(value, HoverflyResponseDraft.keys, into: draft) else { return nil }
    let specification = response.response.specification
    if let templated = response.templated,
      hasHoverflyTags(response.data) || hasHoverflyTags(specification.head)
    {
      report(
        templated, found: "\"templated\" is not supported",
        remedy: "use a rule file with a template")
    }
    response.response.specification.acceptsRanges = false
    warn(of: response.response.specification, in: value, toHead: isForHead)
    return response.response
  }

  /// Returns whether there are template tags.
  ///
  /// hoverfly-java marks all responses as templates, even without tags.
  private func hasHoverflyTags(_ body: Data?) -> Bool {
    body.flatMap { ByteSearch.first("{{", in: Array($0)) } != nil
  }

  private func hasHoverflyTags(_ head: ResponseHead) -> Bool {
    head.headers.fields.contains { $0.value.contains("{{") }
  }

  /// Reads the state that a response removes; `nil` if there is none.
  fileprivate func hoverflyRemoval(_ value: Value) -> HoverflySequence? {
    guard let elements = value.elements, let first = elements.first else { return nil }
    guard elements.count == 1, let name = first.scalar?.text, name.hasPrefix("sequence:") else {
      return mismatch(
        value, expected: "one state \"sequence:…\"",
        remedy: "use a rule file with a list of responses in \"respond\"")
    }
    return HoverflySequence(name: name, number: nil)
  }

  /// Reads a lognormal delay with a median, a mean and a longest time `max`, all in milliseconds.
  ///
  /// A `min` is ignored. The mean of a lognormal distribution is its median times e^(σ²/2).
  func hoverflyLogNormal(_ value: Value) -> HTTPStubDelay? {
    if case .null? = value.scalar?.kind { return nil }
    return mapping(value) { mapping in HoverflyDelays.logNormal(mapping) }
  }
}
