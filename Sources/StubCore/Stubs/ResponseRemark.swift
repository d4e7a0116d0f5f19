import StubPlatform

/// A remark on a setting of a response that has no effect, or that contradicts the body.
///
/// The response is sent as specified. Such a setting is probably a mistake, but may be intended.
package struct ResponseRemark: Sendable, Hashable, CustomStringConvertible {
  /// The setting to which the remark applies.
  package enum Subject: Sendable, Hashable {
    case field(HTTPHeaderName)
    case body
    /// The pace of the body.
    case pace
    case fault
    case ranges
    case template
  }

  package let subject: Subject
  package let found: String
  package let remedy: String

  package var description: String { "\(found); \(remedy)" }
}

extension ResponseSpecification {
  /// Returns remarks on settings that have no effect, or that contradict the body.
  ///
  /// If the response is only for HEAD, its fields describe a body that is not sent. `hidingBody`
  /// means that the body is created by other code and is not known.
  package func remarks(
    toHead isForHead: Bool = false, hidingBody hidesBody: Bool = false
  ) -> [ResponseRemark] {
    if failure != nil { return [] }
    let written = WrittenResponse(self, isForHead: isForHead, hidesBody: hidesBody)
    return ResponseRemark.rules.compactMap { $0(written) }
  }
}

/// A specified response, in the form that the rules check.
struct WrittenResponse {
  let specification: ResponseSpecification
  /// Whether the response answers only HEAD.
  let isForHead: Bool
  private let hidesBody: Bool

  init(_ specification: ResponseSpecification, isForHead: Bool, hidesBody: Bool) {
    (self.specification, self.isForHead, self.hidesBody) = (specification, isForHead, hidesBody)
  }

  var status: HTTPStatusCode { specification.head.status }

  /// Returns the value of a header field; `nil` if it is missing or contains a tag.
  func field(_ name: HTTPHeaderName) -> String? {
    guard !specification.head.headers.isEmpty, let value = specification.head.headers[name],
      !value.has("{")
    else { return nil }
    return value
  }

  var hasField: Bool { !specification.head.headers.isEmpty }

  /// The text of the body with its tags; `nil` for bytes and files.
  var text: String? {
    if hidesBody { return nil }
    return switch specification.body {
    case .text(let text): text
    case .json(let value): value.text()
    case .none, .data, .file: nil
    }
  }

  /// The bytes of the body; `nil` if they depend on the request.
  var bytes: Data? {
    if hidesBody { return nil }
    switch specification.body {
    case .none: return Data()
    case .data(let data): return data
    case .file: return nil
    case .text, .json:
      guard !specification.usesTemplates, let text else { return nil }
      let type = specification.contentType
      return try? TextCharset(specification.head.headers, contentType: type).bytes(of: text)
    }
  }

  /// Whether no body is sent.
  var sendsNothing: Bool { isForHead || status.forbidsContent || isEmpty }

  /// Whether the body is certainly empty.
  var isEmpty: Bool {
    if hidesBody { return false }
    return switch specification.body {
    case .none: true
    case .data(let data): data.isEmpty
    case .text(let text): text.isEmpty
    case .json, .file: false
    }
  }
}
