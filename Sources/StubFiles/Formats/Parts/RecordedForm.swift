import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Forms that were recorded as fields, made into the body that carried them.
enum RecordedForm {
  struct Field {
    let name: String
    let value: String
    var fileName: String?
    var contentType: String?
  }

  /// The body of a form of that type; URL-encoded unless the type is `multipart/form-data`.
  static func body(of fields: [Field], type: HTTPContentType) -> Data {
    guard type.essence == HTTPContentType.multipartFormData.rawValue else {
      let pairs = fields.map { "\(encoded($0.name))=\(encoded($0.value))" }
      return Data(pairs.joined(separator: "&").utf8)
    }
    return multipart(fields, boundary: type.parameter("boundary") ?? "form-boundary")
  }

  /// RFC 7578.
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

  /// The text as a form has it (WHATWG URL §5.2); what is encoded already stays.
  private static func encoded(_ text: String) -> String {
    if text.utf8.allSatisfy({ isPlain($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "%") }) {
      return text
    }
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
