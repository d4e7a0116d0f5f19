#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// One part of a `multipart/form-data` body (RFC 7578 §4).
package struct MultipartPart: Sendable, Hashable {
  package let headers: HTTPHeaders
  package let body: Data
  /// The `name` parameter of its `Content-Disposition`.
  package let name: String?
  /// The `filename` parameter of its `Content-Disposition`.
  package let filename: String?

  init(headers: HTTPHeaders, body: Data) {
    self.headers = headers
    self.body = body
    let parameters = headers[.contentDisposition].map(HeaderParameters.init)
    name = parameters?["name"]
    filename = parameters?["filename"]
  }
}

/// Why a body is not `multipart/form-data`.
package struct MultipartSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was expected and what was found.
  package let reason: String
  /// Where, in bytes from the start of the body.
  package let offset: Int

  package var description: String { "\(reason) at byte \(offset)" }
}

/// The parameters of a field value such as `form-data; name="a"; filename="b.txt"`.
struct HeaderParameters {
  private var values: [String: String] = [:]

  init(_ field: String) {
    var rest = field[...]
    while let semicolon = rest.firstIndex(of: ";") {
      rest = rest[rest.index(after: semicolon)...]
      guard let equals = rest.firstIndex(where: { $0 == "=" || $0 == ";" }), rest[equals] == "="
      else { continue }
      let name = rest[..<equals].trimmingWhitespace().lowercasedASCII()
      rest = rest[rest.index(after: equals)...].drop(while: \.isWhitespace)
      let value = rest.first == "\"" ? Self.takeQuoted(&rest) : Self.takeToken(&rest)
      if values[name] == nil { values[name] = value }
    }
  }

  subscript(name: String) -> String? { values[name] }

  private static func takeToken(_ rest: inout Substring) -> String {
    let end = rest.firstIndex(of: ";") ?? rest.endIndex
    defer { rest = rest[end...] }
    return rest[..<end].trimmingWhitespace()
  }

  /// A quoted string, in which clients write quotes as `\"` or as `%22`.
  private static func takeQuoted(_ rest: inout Substring) -> String {
    var text = ""
    rest = rest.dropFirst()
    while let character = rest.popFirst(), character != "\"" {
      if character == "\\", let next = rest.first, next == "\"" || next == "\\" {
        text.append(next)
        rest = rest.dropFirst()
      } else {
        text.append(character)
      }
    }
    return text.replacing("%22", with: "\"").replacing("%0D%0A", with: "\r\n")
  }
}
