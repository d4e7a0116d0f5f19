package import StubCore
package import StubPlatform

/// The search for secrets in bodies.
extension SecretWalk {
  package mutating func body(_ body: Data, _ headers: inout HTTPHeaders) -> Data {
    if body.isEmpty { return body }
    let type = headers[.contentType] ?? ""
    if let binary = BinaryDocument(Array(body), type: type) {
      let new = strings(of: binary)
      return new == binary.bytes ? body : Self.body(new, instead: body, &headers)
    }
    let coding = TextCoding(of: body, type)
    let old = coding.utf8(body)
    let new = content(old, type)
    return new == old ? body : Self.body(coding.bytes(new), instead: body, &headers)
  }

  /// Returns a new body, and updates `Content-Length` if it was the size of the old body.
  package static func body(_ bytes: [UInt8], instead old: Data, _ headers: inout HTTPHeaders)
    -> Data
  {
    if headers[.contentLength] == String(old.count) {
      headers[.contentLength] = String(bytes.count)
    }
    return Data(bytes)
  }

  private mutating func content(_ bytes: [UInt8], _ type: String) -> [UInt8] {
    let essence = HTTPContentType(rawValue: type).essence
    if essence == HTTPContentType.formURLEncoded.rawValue {
      let text = String(decoding: bytes, as: UTF8.self)
      let new = items(text[...], .formKey)
      return self.text(new.hasSameScalars(as: text) ? bytes : Array(new.utf8), isForm: true)
    }
    if essence.hasPrefix("multipart/"), let boundary = Self.boundary(of: type) {
      return parts(bytes, boundary)
    }
    return text(
      bytes,
      isMarkup: ["xml", "html", "javascript", "css"].contains { essence.hasSuffix($0) },
      isPlain: essence.isEmpty || Self.settings.contains { essence.hasSuffix($0) },
      hasBareNames: essence.hasSuffix("graphql"))
  }

  /// The endings of content types whose texts may have lines such as `password: …`.
  private static let settings = [
    "/plain", "yaml", "yml", "toml", "ini", "properties", "env", "octet-stream",
  ]

  private static func boundary(of type: String) -> String? {
    for parameter in type.split(separator: ";").dropFirst() {
      let sides = parameter.split(separator: "=", maxSplits: 1)
      if sides.count == 2, sides[0].trimmingWhitespace().lowercasedASCII() == "boundary" {
        return sides[1].trimmingWhitespace().trimming("\"")
      }
    }
    return nil
  }

  /// Replaces secrets in the parts between boundaries (RFC 2046 §5.1.1), in each according to its
  /// name or type.
  private mutating func parts(_ bytes: [UInt8], _ boundary: String) -> [UInt8] {
    var edits = ByteEdits(bytes)
    let delimiter = Array("--\(boundary)".utf8)
    var start: Int?
    var place = 0
    while let found = bytes.firstRange(ofBytes: delimiter, from: place) {
      if let start { part(bytes, start..<found.lowerBound, &edits) }
      start = found.upperBound
      place = found.upperBound
    }
    return edits.result
  }

  private mutating func part(
    _ bytes: [UInt8], _ range: Range<Int>, _ edits: inout ByteEdits
  ) {
    let isCRLF = bytes[range].starts(with: "\r\n".utf8)
    let (lineEnd, blank) = isCRLF ? ("\r\n", "\r\n\r\n") : ("\n", "\n\n")
    guard let head = bytes.firstRange(ofBytes: Array(blank.utf8), in: range) else { return }
    var body = head.upperBound..<range.upperBound
    if bytes[body].suffix(lineEnd.utf8.count).elementsEqual(lineEnd.utf8) {
      body = body.lowerBound..<body.upperBound - lineEnd.utf8.count
    }
    var (name, type) = ("", "")
    for line in bytes[range.lowerBound..<head.lowerBound].split(separator: UInt8(ascii: "\n")) {
      let line = String(decoding: line, as: UTF8.self)
      let field = line.lowercasedASCII()
      if field.hasPrefix("content-type:") {
        type = line.dropFirst("content-type:".count).trimmingWhitespace()
      } else if field.hasPrefix("content-disposition:") {
        name =
          line.split(separator: ";").map { $0.trimmingWhitespace() }
          .first { $0.hasBytes(of: "name=") }
          .map { Substring($0.utf8.dropFirst("name=".utf8.count)).trimming("\"") } ?? ""
      }
    }
    let value = String(decoding: bytes[body], as: UTF8.self)
    if let new = replacement(for: value, named: name, .formKey) {
      edits.replace(body, with: new.utf8)
    } else {
      let old = Array(bytes[body])
      let new = content(old, type)
      if new != old { edits.replace(body, with: new) }
    }
  }
}

extension StringProtocol {
  /// Returns whether the text ends with the same bytes as `text`.
  func ends(with text: String) -> Bool { utf8.suffix(text.utf8.count).elementsEqual(text.utf8) }

  func trimming(_ character: Character) -> String {
    var text = String(self)
    while text.first == character { text.removeFirst() }
    while text.last == character { text.removeLast() }
    return text
  }
}

/// The compressed bodies of an interaction, kept while their decompressed contents are searched for
/// secrets.
package struct PackedBodies {
  /// The largest size of a decompressed body, in bytes.
  private static let limit = BodyFolder.searchedLimit

  fileprivate struct Body {
    let packed: Data
    let unpacked: Data
  }

  private var request: Body?
  private var response: Body?
  package var isEmpty: Bool { request == nil && response == nil }

  /// Decompresses the bodies of an interaction, if their coding is known.
  package init(unpacking interaction: inout Interaction) {
    request = Self.body(interaction.request.body, interaction.request.headers)
    if let request { interaction.request.body = request.unpacked }
    response = interaction.response.flatMap { Self.body($0.body, $0.headers) }
    if let response { interaction.response?.body = response.unpacked }
  }

  /// Restores the compressed bodies that contain no secret; the other bodies stay decompressed.
  func pack(_ interaction: inout Interaction) {
    if let request {
      var headers = interaction.request.headers
      interaction.request.body = request.packed(interaction.request.body ?? Data(), &headers)
      interaction.request.headers = headers
    }
    if let body = response, var response = interaction.response {
      response.body = body.packed(response.body, &response.headers)
      interaction.response = response
    }
  }

  /// Returns the codings of the bodies that could not be decompressed.
  func codings(of interaction: Interaction) -> (request: String?, response: String?) {
    let (sent, received) = (interaction.request, interaction.response)
    return (
      request == nil ? Self.coding(of: sent.body, sent.headers) : nil,
      response == nil ? received.flatMap { Self.coding(of: $0.body, $0.headers) } : nil
    )
  }

  /// Returns the coding of a compressed body, such as `gzip`.
  static func coding(of body: Data?, _ headers: HTTPHeaders) -> String? {
    guard let body, !body.isEmpty, let coding = headers[.contentEncoding],
      coding.lowercasedASCII() != "identity",
      // `URLSession` decodes bodies, but keeps the field.
      String(checkingUTF8: body) == nil
    else { return nil }
    return coding
  }

  /// Returns the decompressed body; `nil` if it is not compressed, too large, or in an unknown
  /// coding.
  static func unpacked(_ body: Data?, _ headers: HTTPHeaders) -> Data? {
    guard let body, coding(of: body, headers) != nil,
      let bytes = try? Inflation.inflated(Array(body), limit: limit)
    else { return nil }
    return Data(bytes)
  }

  private static func body(_ body: Data?, _ headers: HTTPHeaders) -> Body? {
    guard let body, let unpacked = unpacked(body, headers) else { return nil }
    return Body(packed: body, unpacked: unpacked)
  }
}

extension PackedBodies.Body {
  fileprivate func packed(_ body: Data, _ headers: inout HTTPHeaders) -> Data {
    if body == unpacked { return packed }
    headers.remove(.contentEncoding)
    if headers.contains(.contentLength) { headers[.contentLength] = String(body.count) }
    return body
  }
}
