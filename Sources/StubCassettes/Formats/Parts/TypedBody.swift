package import StubCore
package import StubDocuments
package import StubPlatform

/// The form of bodies in the files of Vinyl and DVR, which depends on the media type of a body.
package struct TypedBody {
  /// Whether a body without a type is text, and not Base64.
  let isTextWithoutType: Bool

  static let dvr = TypedBody(isTextWithoutType: false)
  static let vinyl = TypedBody(isTextWithoutType: true)

  /// Reads a body of the media type `type`: JSON, text or Base64.
  package func read(_ value: Value, _ reader: RecordingReader, type: String?) -> Data? {
    // JSON bodies are written as values; bodies of other media types are never lists or mappings.
    guard let scalar = value.scalar else { return value.jsonData }
    return isText(type) || scalar.kind != .string
      ? reader.bodies.bytes(value) : reader.bodies.base64(value)
  }

  /// The details of bodies that are lost when a file is written.
  package var losses: [Loss] {
    [
      .contentTypeCase, .compression,
      Loss(
        "text that is not UTF-8; such bodies are left out",
        ofBodies: { body, type in
          if isText(type), String(checkingUTF8: body) == nil { body = Data() }
        }),
      Loss(
        "the layout of JSON bodies",
        ofBodies: { body, type in
          if Self.isJSON(type), let json = Self.json(body) { body = json.data() }
        }),
      .emptyRequestBodies,
    ]
  }

  /// Returns the value to write for a body; `nil` for an empty body.
  package func value(_ body: Data?, type: String?) -> JSONValue? {
    guard let body, !body.isEmpty else { return nil }
    if Self.isJSON(type), let json = Self.json(body) { return json }
    guard isText(type) else { return .string(body.base64EncodedString()) }
    return .string(String(decoding: body, as: UTF8.self))
  }

  /// Returns a response with its body, as DVR and Vinyl write it.
  package func value(_ response: RecordedResponse, to request: RecordedRequest) -> JSONValue {
    .object([
      ("url", .string(response.url ?? request.url)),
      ("status", .number(response.status.rawValue)),
      ("headers", response.headers.typedMembers),
      ("body", value(response.body, type: response.headers[.contentType])),
    ])
  }

  private func isText(_ type: String?) -> Bool {
    guard let type = type?.lowercasedASCII(), !type.isEmpty else { return isTextWithoutType }
    return type.hasPrefix("text/") || Self.isJSON(type)
  }

  private static func isJSON(_ type: String?) -> Bool {
    type?.lowercasedASCII().hasPrefix("application/json") ?? false
  }

  /// Returns the body as JSON if it is a list or mapping; `nil` for any other body, which is
  /// written as text.
  private static func json(_ body: Data) -> JSONValue? {
    switch try? JSONValue(parsing: body) {
    case .array(let elements): .array(elements)
    case .object(let object): .object(object)
    default: nil
    }
  }
}

extension HTTPHeaders {
  /// An object with one member for each name, whose values are joined.
  package var members: JSONValue {
    .object(JSONObject(joinedFields.map { ($0.name.rawName, JSONValue.string($0.value)) }))
  }

  /// An object with one member for each name, whose values are joined, and with the usual spelling
  /// of `Content-Type`.
  var typedMembers: JSONValue {
    .object(
      JSONObject(
        joinedFields.map { field in
          let name: HTTPHeaderName = field.name == .contentType ? .contentType : field.name
          return (name.rawName, JSONValue.string(field.value))
        }))
  }
}
