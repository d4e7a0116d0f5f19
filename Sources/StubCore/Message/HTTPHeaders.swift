/// Header fields in the order they were written; a name may occur more than once.
public struct HTTPHeaders: Sendable, Hashable {
  public struct Field: Sendable, Hashable {
    public var name: HTTPHeaderName
    public var value: String
    /// Whether the value is sent in Latin-1 (RFC 9110 §5.5), as far as it fits, and not in UTF-8.
    package var isLatin1 = false

    public init(name: HTTPHeaderName, value: String) {
      self.name = name
      self.value = value
    }

    /// A field off the wire; a value that is no UTF-8 is Latin-1, in which all bytes are valid.
    package init(name: HTTPHeaderName, bytes: some Sequence<UInt8>) {
      self.name = name
      let text = String(validating: bytes, as: UTF8.self)
      isLatin1 = text == nil
      value = text ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// The field with another value, sent in the same encoding.
    package func with(_ value: String) -> Field {
      var field = self
      field.value = value
      return field
    }

    /// The value as it is sent.
    package var valueBytes: [UInt8] {
      guard isLatin1 else { return Array(value.utf8) }
      let bytes = value.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
      return bytes.count == value.unicodeScalars.count ? bytes : Array(value.utf8)
    }
  }

  private enum Storage: Sendable {
    case list([Field])
    case wire(WireFields)
  }

  private var storage: Storage

  public private(set) var fields: [Field] {
    get {
      switch storage {
      case .list(let fields): fields
      case .wire(let fields): fields.fields
      }
    }
    set { storage = .list(newValue) }
  }

  public init() { storage = .list([]) }

  public init(_ fields: some Sequence<Field>) { storage = .list(Array(fields)) }

  /// Fields that are split into texts only when somebody asks for them.
  package init(_ fields: WireFields) { storage = .wire(fields) }

  public init(_ pairs: KeyValuePairs<HTTPHeaderName, String>) {
    storage = .list(pairs.map { Field(name: $0.key, value: $0.value) })
  }

  /// Fields from a dictionary, in the order of their names, so that the result is repeatable.
  public init(_ dictionary: [String: String]) {
    storage = .list(
      dictionary.sorted { $0.key < $1.key }
        .map { Field(name: HTTPHeaderName($0.key), value: $0.value) })
  }

  /// The field's value; values of a repeated field are joined with a comma (RFC 9110 §5.3).
  ///
  /// Setting replaces every field of that name, at the first one's place; `nil` removes them.
  public subscript(name: HTTPHeaderName) -> String? {
    get {
      switch storage {
      case .list:
        let values = values(of: name)
        return values.count < 2 ? values.first : values.joined(separator: ", ")
      case .wire(let fields): return fields.value(of: name)
      }
    }
    set {
      var fields = fields
      defer { self.fields = fields }
      let place = fields.firstIndex { $0.name == name }
      fields.removeAll { $0.name == name }
      if let newValue {
        fields.insert(Field(name: name, value: newValue), at: place ?? fields.endIndex)
      }
    }
  }

  /// The values of every field of that name, in order.
  public func values(of name: HTTPHeaderName) -> [String] {
    switch storage {
    case .list(let fields): fields.lazy.filter { $0.name == name }.map(\.value)
    case .wire(let fields): fields.values(of: name)
    }
  }

  public func contains(_ name: HTTPHeaderName) -> Bool {
    switch storage {
    case .list(let fields): fields.contains { $0.name == name }
    case .wire(let fields): fields.contains(name)
    }
  }

  /// Adds a field after the others, keeping fields of the same name.
  public mutating func append(_ name: HTTPHeaderName, _ value: String) {
    var fields = fields
    // This is now the only reference to the list, so it is not copied.
    storage = .list([])
    fields.append(Field(name: name, value: value))
    storage = .list(fields)
  }

  public mutating func remove(_ name: HTTPHeaderName) {
    fields.removeAll { $0.name == name }
  }

  public var isEmpty: Bool {
    switch storage {
    case .list(let fields): fields.isEmpty
    case .wire(let fields): fields.count == 0
    }
  }

  /// The bytes of all names and values.
  var size: Int {
    switch storage {
    case .list(let fields):
      fields.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count }
    case .wire(let fields): fields.size
    }
  }
}

extension HTTPHeaders {
  public static func == (left: Self, right: Self) -> Bool { left.fields == right.fields }

  public func hash(into hasher: inout Hasher) { hasher.combine(fields) }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (HTTPHeaderName, String)...) {
    storage = .list(elements.map { Field(name: $0.0, value: $0.1) })
  }
}

/// A field name, compared without regard to case (RFC 9110 §5.1) and sent as written.
public struct HTTPHeaderName: Sendable, CustomStringConvertible {
  /// The name as it was written.
  public let rawName: String
  /// The name in lower case: the form names are compared in.
  package let canonicalName: String

  public init(_ name: String) {
    rawName = name
    canonicalName = name.lowercasedASCII()
  }

  public var description: String { rawName }
}

extension HTTPHeaderName: Hashable {
  public static func == (left: Self, right: Self) -> Bool {
    left.canonicalName == right.canonicalName
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(canonicalName) }
}

extension HTTPHeaderName: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self.init(value) }
}

extension HTTPHeaderName {
  public static let accept: Self = "Accept"
  public static let acceptEncoding: Self = "Accept-Encoding"
  public static let acceptLanguage: Self = "Accept-Language"
  public static let acceptRanges: Self = "Accept-Ranges"
  public static let allow: Self = "Allow"
  public static let authorization: Self = "Authorization"
  public static let cacheControl: Self = "Cache-Control"
  public static let connection: Self = "Connection"
  public static let contentDisposition: Self = "Content-Disposition"
  public static let contentEncoding: Self = "Content-Encoding"
  public static let contentLanguage: Self = "Content-Language"
  public static let contentLength: Self = "Content-Length"
  public static let contentRange: Self = "Content-Range"
  public static let contentType: Self = "Content-Type"
  public static let cookie: Self = "Cookie"
  public static let date: Self = "Date"
  public static let eTag: Self = "ETag"
  public static let expect: Self = "Expect"
  public static let host: Self = "Host"
  public static let ifMatch: Self = "If-Match"
  public static let ifModifiedSince: Self = "If-Modified-Since"
  public static let ifNoneMatch: Self = "If-None-Match"
  public static let ifRange: Self = "If-Range"
  public static let lastModified: Self = "Last-Modified"
  public static let location: Self = "Location"
  public static let origin: Self = "Origin"
  public static let proxyAuthorization: Self = "Proxy-Authorization"
  public static let range: Self = "Range"
  public static let referer: Self = "Referer"
  public static let retryAfter: Self = "Retry-After"
  public static let server: Self = "Server"
  public static let setCookie: Self = "Set-Cookie"
  public static let trailer: Self = "Trailer"
  public static let transferEncoding: Self = "Transfer-Encoding"
  public static let upgrade: Self = "Upgrade"
  public static let userAgent: Self = "User-Agent"
  public static let vary: Self = "Vary"
  public static let wwwAuthenticate: Self = "WWW-Authenticate"

  /// Fields that concern one connection only, and stay behind there (RFC 9110 §7.6.1).
  package static let hopByHop: Set<Self> = [
    .connection, "Keep-Alive", "Proxy-Connection", .transferEncoding, .upgrade, "TE", .trailer,
    "HTTP2-Settings",
  ]
}
