import StubCore
package import StubDocuments
package import StubPlatform

extension RecordingReader {
  /// The reader of the bodies of messages.
  package var bodies: RecordedBodyReader { RecordedBodyReader(reader: self) }
}

/// A reader of bodies in all forms that recording tools write.
package struct RecordedBodyReader {
  package let reader: RecordingReader

  /// Reads the bytes of a body: `!!binary`, or a text in the encoding in which it was recorded.
  package func bytes(_ value: Value, in encoding: String? = nil) -> Data? {
    guard let scalar = value.scalar else {
      return reader.values.mismatch(value, expected: "a body as text", remedy: "use text in quotes")
    }
    switch scalar.kind {
    case .null: return Data()
    case .bytes(let bytes): return Data(bytes)
    default: break
    }
    guard let encoding, let known = RecordedEncoding(named: encoding) else {
      if let encoding { warnOfEncoding(value, encoding, of: scalar.text) }
      return scalar.data
    }
    if case .utf8 = known { return scalar.data }
    if let data = known.bytes(of: scalar.text) { return data }
    reader.values.warn(
      value, found: "\(encoding) cannot encode this text, so it is played as UTF-8",
      remedy: "write the body as base64")
    return scalar.data
  }

  /// Reads a body of VCR and similar tools: text, binary data, Base64, text with its encoding, or
  /// the name of a file.
  package func body(_ value: Value) -> Data? {
    if value.tag == "!file" { return fileBeside(value) }
    guard let members = value.members else { return bytes(value) }
    return reader.message(value) { value in
      let encoding = reader.optional(value, "encoding") { reader.nonEmptyText($0) }
      if reader.optional(value, "file", { ["yes", "true"].contains($0.givenText) }) ?? false {
        reader.values.report(
          value, found: "this body is in a file of the recorder, which is not read",
          remedy: "put its text into \"string\" and remove \"file\"")
        return nil
      }
      if value.hasValue("base64_string") {
        return reader.optional(value, "base64_string") { base64($0) }
      }
      if members.isEmpty || value["string"] != nil {
        return reader.optional(value, "string") { bytes($0, declaredAs: encoding) } ?? Data()
      }
      return reader.required(value, "string", "base64_string") { bytes($0, in: encoding) }
    }
  }

  private func warnOfEncoding(_ value: Value, _ encoding: String, of text: String) {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return }
    reader.values.warn(
      value,
      found:
        "the encoding \(Quotation.of(encoding)) is not supported, so the text is played as UTF-8",
      remedy: "write the body as base64")
  }
}
