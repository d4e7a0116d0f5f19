import StubCore
import StubFiles
import StubLanguages
import StubPlatform

/// The criteria, in the form of WireMock's clients, by which bodies of recorded responses get files
/// of their own.
struct BodyExtraction: Sendable, Hashable {
  /// The largest text, in bytes, that stays in the stub; `nil` for no limit.
  private let textLimit: Int?
  /// The largest other body, in bytes, that stays in the stub; `nil` for no limit.
  private let binaryLimit: Int?

  /// Reads `extractBodyCriteria`; `nil` if it has no sizes.
  ///
  /// - Throws: a refusal if a size is invalid, or if there is no folder for the files.
  init?(_ criteria: JSONValue, _ admin: Admin) throws(AdminRefusal) {
    textLimit = try Self.size(criteria, "textSizeThreshold")
    binaryLimit = try Self.size(criteria, "binarySizeThreshold")
    if textLimit == nil, binaryLimit == nil { return nil }
    if admin.configuration.folder.isEmpty {
      throw AdminRefusal(
        unprocessable: "extractBodyCriteria needs a folder for the files with bodies",
        "start the server with a folder, such as stubber serve Stubs, or remove it",
        pointer: "/extractBodyCriteria")
    }
  }

  /// Returns a size in bytes, such as `2048`, `"10 kb"` or `"1.5 Mb"`; `nil` if there is none.
  private static func size(_ criteria: JSONValue, _ name: String) throws(AdminRefusal) -> Int? {
    guard let value = criteria[name], !value.isNull else { return nil }
    if let size = size(value.string ?? value.text()) { return size }
    throw AdminRefusal(
      unreadable: "\(name) must be a size such as 2048, \"10 kb\" or \"1 Mb\", not \(value)",
      pointer: "/extractBodyCriteria")
  }

  /// Parses a size in bytes in WireMock's form; `nil` if it is invalid.
  static func size(_ text: String) -> Int? {
    let text = text.trimmingWhitespace().replacing(",", with: ".").lowercasedASCII()
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let number = Double(String(digits)), digits.first != ".", digits.last != "." else {
      return nil
    }
    let factor: Double
    switch String(text.dropFirst(digits.count)).trimmingWhitespace() {
    case "": factor = 1
    case "k", "kb": factor = 1_024
    case "m", "mb": factor = 1_024 * 1_024
    case "g", "gb": factor = 1_024 * 1_024 * 1_024
    default: return nil
    }
    return Int(exactly: (number * factor).rounded(.down))
  }

  /// Returns a shortened text for the name of a file.
  ///
  /// File systems allow names of 255 bytes. A UUID, an extension and the suffix of an unfinished
  /// file need up to 62 of them.
  private static func start(of text: String) -> String {
    var start = String(text.prefix(190))
    while start.utf8.count > 190 { start.removeLast() }
    return start
  }

  /// Removes the body from the stub with the identifier `id`, if it is too large.
  ///
  /// - Returns: the name of the file and its bytes; `nil` if the body stays.
  func take(
    from mapping: inout JSONObject, named id: String
  ) -> (name: String, bytes: Data)? {
    guard var response = mapping["response"]?.object,
      let body = response["body"]?.string.map({ Data($0.utf8) })
        ?? response["base64Body"]?.string.flatMap({ Data(base64Encoded: $0) })
    else { return nil }
    let fields = response["headers"]?.object?.members ?? []
    let type =
      fields.first { $0.name.lowercasedASCII() == "content-type" }
      .flatMap { $0.value.string ?? $0.value[0]?.string } ?? ""
    let file = WireMockBodyFile(
      url: mapping["request"]?["url"]?.string ?? "/", contentType: type, body)
    guard let limit = file.isText ? textLimit : binaryLimit, body.count > limit else { return nil }
    let start = Self.start(of: mapping["name"]?.string ?? "body")
    let name = "\(start)-\(id).\(file.fileExtension)"
    response["body"] = nil
    response["base64Body"] = nil
    response["bodyFileName"] = .string(name)
    mapping["response"] = .object(response)
    return (name, body)
  }
}

/// The properties of a body file in WireMock's form.
struct WireMockBodyFile: Sendable, Hashable {
  /// The extension without a dot.
  let fileExtension: String
  /// Whether the limit for texts applies to the body.
  let isText: Bool

  private static let extensions = [
    "image/jpeg": "jpeg", "image/gif": "gif", "image/tiff": "tiff", "image/png": "png",
    "image/x-icon": "ico", "audio/x-aiff": "aiff", "audio/mpeg": "mp3", "video/x-ms-asf": "asf",
    "video/mpeg": "mp2", "video/quicktime": "mov", "application/pdf": "pdf",
  ]
  private static let textTypes = ["text", "json", "xml", "html", "yaml", "csv", "form-urlencoded"]

  init(url: String, contentType: String, _ body: Data) {
    let type = contentType.prefix { $0 != ";" }.trimmingWhitespace()
    isText = Self.textTypes.contains { type.contains($0) }
    let last = url.prefix { $0 != "?" }.split(separator: "/").last ?? ""
    if type.contains("json") {
      fileExtension = "json"
    } else if type.contains("xml") {
      fileExtension = "xml"
    } else if type.contains("text") {
      fileExtension = "txt"
    } else if let known = Self.extensions[type] {
      fileExtension = known
    } else if let dot = last.lastIndex(of: "."), Self.isExtension(last[dot...].dropFirst()) {
      fileExtension = String(last[dot...].dropFirst())
    } else {
      fileExtension = Self.guess(body)
    }
  }

  private static func isExtension(_ text: Substring) -> Bool {
    (1...16).contains(text.utf8.count)
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }

  private static func guess(_ body: Data) -> String {
    let start = body.first { $0 > 0x20 }
    if start == UInt8(ascii: "<") { return "xml" }
    let mayBeJSON = start == UInt8(ascii: "{") || start == UInt8(ascii: "[")
    return mayBeJSON && (try? JSONValue(parsing: body)) != nil ? "json" : "txt"
  }
}
