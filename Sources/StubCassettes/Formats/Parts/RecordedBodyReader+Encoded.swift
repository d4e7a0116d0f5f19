import StubCore
package import StubDocuments
package import StubPlatform

/// The reading of bodies that are encoded as text, in Base64 or hexadecimal digits.
extension RecordedBodyReader {
  /// Reads Base64 (RFC 4648), with or without padding and line breaks.
  ///
  /// Any other text in a request causes only a warning, because few matchers compare bodies. This
  /// text is then the body.
  package func base64(_ value: Value) -> Data? {
    if let data = value.base64 { return data }
    guard let text = reader.values.utf8(value) else { return nil }
    let stray = text.enumerated().first { !Base64Lines.isPart($0.element) }
    let isCut = stray == nil && Base64Lines.areWrapped(text)
    let problem = isCut ? "base64 that is cut short" : "not base64 (RFC 4648)"
    if reader.isInRequest {
      reader.values.warn(
        value, found: "\(problem), so this request body is compared as the text that it is",
        remedy: "record it again if bodies are compared")
      return text
    }
    reader.values.report(
      value, atByte: stray?.offset ?? 0, found: problem, remedy: "record it again")
    return nil
  }

  /// Reads the data of a property list.
  func propertyListData(_ value: Value) -> Data? {
    switch value.scalar?.kind {
    case .bytes?: bytes(value)
    // Damaged data is a text; decoding it here reports the error.
    case .string? where value.base64 == nil: base64(value)
    default:
      reader.values.mismatch(value, expected: "<data>", remedy: "use <data> with base64 in it")
    }
  }

  /// Reads a text with a declared encoding.
  ///
  /// The encoding is Base64, hexadecimal digits, or the charset in which a client received the
  /// text. It is that of the text or, if the text is a JSON list, of each chunk in the list.
  package func bytes(_ value: Value, declaredAs encoding: String?, charset: String? = nil) -> Data?
  {
    guard let name = encoding?.lowercasedASCII(), let known = BodyEncoding(rawValue: name) else {
      return bytes(value, in: charset ?? encoding)
    }
    guard let text = value.scalar?.text, ["{", "["].contains(text.first { !$0.isWhitespace }),
      let json = try? JSONValue(parsing: text)
    else { return known == .base64 ? base64(value) : hexadecimal(value) }
    if let body = BodyEncoding.chunks(json, in: known) { return body }
    reader.values.warn(
      value, found: "declared as \(known.title) and is JSON, so it is played as text",
      remedy: "remove the encoding")
    return Data(text.utf8)
  }

  /// Reads bytes in hexadecimal digits.
  private func hexadecimal(_ value: Value) -> Data? {
    guard let text = reader.values.utf8(value) else { return nil }
    return BodyEncoding.hexadecimal.decode(text)
      ?? reader.values.mismatch(value, expected: "hexadecimal digits", remedy: "record it again")
  }
}
