#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A request's body: read from its source once, and parsed at most once in each form.
///
/// Identity matters here: all copies of a request share what has been read and parsed.
package final class RequestBody: Sendable {
  private struct State {
    var load: (@Sendable () -> Data?)?
    var data: Data?
    var json: Result<JSONValue, JSONSyntaxError>?
    var form: [QueryItem]?
    var xml: Result<ParsedXML, XMLSyntaxError>?
    var multipart: (boundary: String, parts: Result<[MultipartPart], MultipartSyntaxError>)?
  }

  private let state: Lock<State>

  /// That of a request without one.
  package static let none = RequestBody(nil)

  /// A body that is at hand; `nil` for a request without one.
  package init(_ data: Data?) { state = Lock(State(data: data)) }

  /// A body that is read, once, when it is first asked for.
  package init(load: @escaping @Sendable () -> Data?) { state = Lock(State(load: load)) }

  /// The bytes; `nil` for a request without a body.
  package var data: Data? {
    state.withLock { state in
      if let load = state.load {
        state.load = nil
        state.data = load()
      }
      return state.data
    }
  }

  /// Whether the bytes are at hand, and no more than so many.
  func isAtHand(upTo limit: Int) -> Bool {
    state.withLock { $0.load == nil && $0.data?.count ?? 0 <= limit }
  }

  /// The bytes read as UTF-8, invalid sequences repaired; empty for a request without a body.
  package var text: String { data.map { String(decoding: $0, as: UTF8.self) } ?? "" }

  /// The body as JSON, or why it is none.
  package var json: Result<JSONValue, JSONSyntaxError> {
    let bytes = data ?? Data()
    return state.withLock { state in
      if let json = state.json { return json }
      let json = Result { () throws(JSONSyntaxError) in try JSONValue(parsing: bytes) }
      state.json = json
      return json
    }
  }

  /// The body as a URL-encoded form; anything can be read as one.
  var form: [QueryItem] {
    if let form = state.withLock({ $0.form }) { return form }
    let form = QueryItem.parse(text)
    state.withLock { $0.form = form }
    return form
  }

  /// The body as XML, or why it is none.
  var xml: Result<ParsedXML, XMLSyntaxError> {
    let bytes = data ?? Data()
    return state.withLock { state in
      if let xml = state.xml { return xml }
      let xml = Result { () throws(XMLSyntaxError) in try ParsedXML(bytes) }
      state.xml = xml
      return xml
    }
  }

  /// The body split at a boundary, or why it cannot be.
  func multipart(boundary: String) -> Result<[MultipartPart], MultipartSyntaxError> {
    let bytes = data ?? Data()
    return state.withLock { state in
      if let known = state.multipart, known.boundary == boundary { return known.parts }
      let parts = Result { () throws(MultipartSyntaxError) in
        try MultipartParser.parse(bytes, boundary: boundary)
      }
      state.multipart = (boundary, parts)
      return parts
    }
  }
}

extension RequestBody: Hashable {
  package static func == (left: RequestBody, right: RequestBody) -> Bool {
    left === right || left.data == right.data
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(data) }
}

/// Why a body cannot be read as what a matcher expects.
struct UnreadableBody: Error, Sendable, CustomStringConvertible {
  /// Completes "found …".
  let description: String

  static let missing = UnreadableBody(description: "no body")
}

extension ReceivedRequest {
  /// The body as JSON, or why it is not JSON.
  var readableJSON: Result<JSONValue, UnreadableBody> {
    guard let body, !body.isEmpty else { return .failure(.missing) }
    return json.mapError { UnreadableBody(description: "a body that is not JSON (\($0))") }
  }
}
