#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Something that a response says and that has no effect, or that its own body contradicts.
///
/// The response is sent as it is written: it may be what its author wants, but most likely is not.
package struct ResponseRemark: Sendable, Hashable, CustomStringConvertible {
  /// What says it.
  package enum Subject: Sendable, Hashable {
    case field(HTTPHeaderName)
    case body
    /// How the body spreads over time.
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
  /// What has no effect, or is contradicted by the body.
  ///
  /// In a response to HEAD only, fields are about a body that is not sent. A body that is made elsewhere is hidden.
  package func remarks(
    toHead isForHead: Bool = false, hidingBody hidesBody: Bool = false
  ) -> [ResponseRemark] {
    if failure != nil { return [] }
    let written = WrittenResponse(self, isForHead: isForHead, hidesBody: hidesBody)
    return ResponseRemark.rules.compactMap { $0(written) }
  }
}

/// A response as it is written, for the rules about it.
struct WrittenResponse {
  let specification: ResponseSpecification
  /// Whether it only answers HEAD.
  let isForHead: Bool
  private let hidesBody: Bool

  init(_ specification: ResponseSpecification, isForHead: Bool, hidesBody: Bool) {
    (self.specification, self.isForHead, self.hidesBody) = (specification, isForHead, hidesBody)
  }

  var status: HTTPStatusCode { specification.head.status }

  /// The value of a header field; `nil` for none, and for one with a tag in it.
  func field(_ name: HTTPHeaderName) -> String? {
    guard !specification.head.headers.isEmpty, let value = specification.head.headers[name],
      !value.has("{")
    else { return nil }
    return value
  }

  var hasField: Bool { !specification.head.headers.isEmpty }

  /// The text of the body as it is written, with its tags; `nil` for bytes and files.
  var text: String? {
    if hidesBody { return nil }
    return switch specification.body {
    case .text(let text): text
    case .json(let value): value.text()
    case .none, .data, .file: nil
    }
  }

  /// The bytes of the body; `nil` if they are not known before a request.
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

  /// Whether nothing is sent as a body.
  var sendsNothing: Bool { isForHead || status.forbidsContent || isEmpty }

  /// Whether there is certainly no byte in the body.
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
