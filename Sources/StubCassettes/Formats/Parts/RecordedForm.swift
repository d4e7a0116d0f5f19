package import StubCore
import StubDocuments
package import StubPlatform

/// The bodies of forms, rebuilt from recorded fields.
package enum RecordedForm {
  package struct Field {
    package let name: String
    package let value: String
    package var fileName: String?
    package var contentType: String?
  }

  /// Returns the body of a form, which is URL-encoded unless the type is `multipart/form-data`.
  package static func body(of fields: [Field], type: HTTPContentType) -> Data {
    guard type.essence == HTTPContentType.multipartFormData.rawValue else {
      return encoded(fields, keepsEncoded: true)
    }
    return multipart(fields, boundary: type.parameter("boundary") ?? "form-boundary")
  }

  /// Returns the body of a URL-encoded form.
  ///
  /// With `keepsEncoded`, texts that look encoded are not encoded again.
  package static func encoded(_ fields: [Field], keepsEncoded: Bool) -> Data {
    let pairs = fields.map { field in
      [field.name, field.value].map { text in
        keepsEncoded && text.utf8.allSatisfy(isEncoded) ? text : encoded(text)
      }.joined(separator: "=")
    }
    return Data(pairs.joined(separator: "&").utf8)
  }

  /// Returns the body of a multipart form (RFC 7578).
  private static func multipart(_ fields: [Field], boundary: String) -> Data {
    var text = ""
    for field in fields {
      text += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(field.name)\""
      if let fileName = field.fileName { text += "; filename=\"\(fileName)\"" }
      if let contentType = field.contentType { text += "\r\nContent-Type: \(contentType)" }
      text += "\r\n\r\n\(field.value)\r\n"
    }
    return Data("\(text)--\(boundary)--\r\n".utf8)
  }

  private static func isEncoded(_ byte: UInt8) -> Bool {
    isPlain(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "%")
  }

  /// Returns the text encoded for a form (WHATWG URL §5.2).
  private static func encoded(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      if isPlain(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else if byte == UInt8(ascii: " ") {
        result += "+"
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return result
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "*"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
