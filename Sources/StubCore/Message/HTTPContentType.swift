/// A media type as in the `Content-Type` field (RFC 9110 §8.3).
public struct HTTPContentType: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public var description: String { rawValue }

  /// The type without parameters, in lower case: `text/html` for `Text/HTML; charset=utf-8`.
  package var essence: String {
    let end = rawValue.firstIndex(of: ";") ?? rawValue.endIndex
    return rawValue[..<end].lowercasedASCII().trimmingWhitespace()
  }

  /// Returns the unquoted value of a parameter, such as `charset` or `boundary`.
  package func parameter(_ name: String) -> String? {
    for part in rawValue.utf8.split(separator: UInt8(ascii: ";")).dropFirst() {
      let pair = part.split(separator: UInt8(ascii: "="), maxSplits: 1)
      guard pair.count == 2,
        Substring(pair[0]).trimmingWhitespace().equalsIgnoringASCIICase(name)
      else { continue }
      let value = Substring(pair[1]).trimmingWhitespace()
      guard value.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") else { return value }
      return String(value.dropFirst().dropLast())
    }
    return nil
  }

  /// Whether the type is JSON: `application/json`, `text/json` or any `+json` (RFC 6839 §3.1).
  package var isJSON: Bool {
    essence == "application/json" || essence == "text/json" || essence.hasSuffix("+json")
  }
}

extension HTTPContentType: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self.init(rawValue: value) }
}

extension HTTPContentType {
  /// `application/json` (RFC 8259 §11).
  public static let json: Self = "application/json"
  /// `application/problem+json`: an error with type, title and detail (RFC 9457 §3).
  public static let problemJSON: Self = "application/problem+json"
  /// `application/xml`; its encoding is in the document (RFC 7303 §3.2).
  public static let xml: Self = "application/xml"
  /// `application/x-www-form-urlencoded`: the fields of an HTML form as `a=1&b=2`.
  public static let formURLEncoded: Self = "application/x-www-form-urlencoded"
  /// `multipart/form-data` without its `boundary`, which a body of this type needs (RFC 7578 §4.1).
  public static let multipartFormData: Self = "multipart/form-data"
  /// `application/octet-stream`: bytes of an unknown kind; clients save them.
  public static let octetStream: Self = "application/octet-stream"
  /// `text/plain; charset=utf-8`: the type of text bodies unless you set another type.
  public static let text: Self = "text/plain; charset=utf-8"
  /// `text/html; charset=utf-8`.
  public static let html: Self = "text/html; charset=utf-8"
  /// `text/css; charset=utf-8`.
  public static let css: Self = "text/css; charset=utf-8"
  /// `text/csv; charset=utf-8` (RFC 4180).
  public static let csv: Self = "text/csv; charset=utf-8"
  /// `text/javascript; charset=utf-8` (RFC 9239 §6).
  public static let javascript: Self = "text/javascript; charset=utf-8"
  /// `text/event-stream`: server-sent events, as `HTTPStubChunk.event` writes them.
  public static let eventStream: Self = "text/event-stream"
  /// `application/pdf`.
  public static let pdf: Self = "application/pdf"
  /// `application/zip`.
  public static let zip: Self = "application/zip"
  /// `application/gzip`: a file that stays compressed, unlike a body with `Content-Encoding: gzip`.
  public static let gzip: Self = "application/gzip"
  /// `image/bmp`.
  public static let bmp: Self = "image/bmp"
  /// `image/gif`.
  public static let gif: Self = "image/gif"
  /// `image/jpeg`, for `.jpg` and `.jpeg`.
  public static let jpeg: Self = "image/jpeg"
  /// `image/png`.
  public static let png: Self = "image/png"
  /// `image/svg+xml`.
  public static let svg: Self = "image/svg+xml"
  /// `image/webp`.
  public static let webp: Self = "image/webp"
  /// `audio/mpeg`.
  public static let mp3: Self = "audio/mpeg"
  /// `video/mp4`.
  public static let mp4: Self = "video/mp4"

  /// Creates the type for a file name extension; an unknown extension means
  /// `application/octet-stream`.
  package init(fileExtension: String) {
    self = Self.byExtension[fileExtension.lowercased()] ?? .octetStream
  }

  private static let byExtension: [String: HTTPContentType] = [
    "json": .json, "xml": .xml, "txt": .text, "html": .html, "htm": .html, "css": .css,
    "csv": .csv, "js": .javascript, "mjs": .javascript, "pdf": .pdf, "zip": .zip, "gz": .gzip,
    "bmp": .bmp, "gif": .gif, "jpg": .jpeg, "jpeg": .jpeg, "png": .png, "svg": .svg,
    "webp": .webp, "mp3": .mp3, "mp4": .mp4, "md": "text/markdown; charset=utf-8",
    "yaml": "application/yaml", "yml": "application/yaml", "ico": "image/x-icon",
    "wasm": "application/wasm", "woff2": "font/woff2",
    "woff": "font/woff", "ttf": "font/ttf", "otf": "font/otf", "avif": "image/avif",
    "webm": "video/webm", "ogg": "audio/ogg", "wav": "audio/wav", "map": .json,
    "webmanifest": "application/manifest+json",
  ]
}
