/// Header fields in the order in which they were written; a name may occur more than once.
public struct HTTPHeaders: Sendable, Hashable {
  /// A header field, whose name is compared in any letter case.
  package struct Field: Sendable, Hashable {
    /// The name as written and sent.
    package var name: HTTPHeaderName
    /// The value without the white space around it.
    package var value: String
    /// Whether the value is sent in Latin-1 (RFC 9110 §5.5), if it has only such characters, and
    /// not in UTF-8.
    package var isLatin1 = false

    /// Creates a field whose value is sent in UTF-8.
    package init(name: HTTPHeaderName, value: String) {
      self.name = name
      self.value = value
    }

    /// Creates a received field.
    ///
    /// A value that is not UTF-8 is read as Latin-1, which allows any byte.
    package init(name: HTTPHeaderName, bytes: some Sequence<UInt8>) {
      self.name = name
      let text = String(checkingUTF8: bytes)
      isLatin1 = text == nil
      value = text ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// Returns whether the names are equal in any letter case, and the values have the same bytes.
    public static func == (left: Field, right: Field) -> Bool {
      left.isLatin1 == right.isLatin1 && left.name == right.name
        && left.value.hasSameScalars(as: right.value)
    }

    /// Returns the field with another value, sent in the same encoding.
    package func with(_ value: String) -> Field {
      var field = self
      field.value = value
      return field
    }

    /// The bytes of the value as they are sent.
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

  /// All fields in order; a repeated field has one entry for each occurrence.
  package private(set) var fields: [Field] {
    get {
      switch storage {
      case .list(let fields): fields
      case .wire(let fields): fields.fields
      }
    }
    set { storage = .list(newValue) }
  }

  /// Creates an empty list of fields.
  public init() { storage = .list([]) }

  /// Creates fields in this order; names may repeat.
  package init(_ fields: some Sequence<Field>) { storage = .list(Array(fields)) }

  /// Creates fields from received bytes, which are split into texts when a field is first needed.
  package init(_ fields: WireFields) { storage = .wire(fields) }

  /// Creates fields from a list whose names may repeat:
  /// `["Set-Cookie": "a=1", "Set-Cookie": "b=2"]`.
  public init(_ pairs: KeyValuePairs<HTTPHeaderName, String>) {
    storage = .list(pairs.map { Field(name: $0.key, value: $0.value) })
  }

  // The dictionary initializer is generic, because the compiler would otherwise take a literal of
  // `init(_:)` for a dictionary, whose names cannot repeat.

  /// Creates fields from a dictionary, sorted by name, so that the order is always the same.
  @_disfavoredOverload
  public init(_ dictionary: [String: some StringProtocol]) {
    storage = .list(
      dictionary.sorted { $0.key < $1.key }
        .map { Field(name: HTTPHeaderName($0.key), value: String($0.value)) })
  }

  /// The value of the field `name`; the values of a repeated field are joined with commas (RFC 9110
  /// §5.3).
  ///
  /// Setting it replaces all fields of this name, at the position of the first; `nil` removes them.
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
      // Only the local list refers to the fields now, so changing it makes no copy.
      storage = .list([])
      defer { storage = .list(fields) }
      guard let place = fields.firstIndex(where: { $0.name == name }) else {
        if let newValue { fields.append(Field(name: name, value: newValue)) }
        return
      }
      fields.removeAll { $0.name == name }
      if let newValue { fields.insert(Field(name: name, value: newValue), at: place) }
    }
  }

  /// Returns the values of all fields named `name`, in order.
  public func values(of name: HTTPHeaderName) -> [String] {
    switch storage {
    case .list(let fields): fields.lazy.filter { $0.name == name }.map(\.value)
    case .wire(let fields): fields.values(of: name)
    }
  }

  /// Returns whether there is at least one field with this name.
  public func contains(_ name: HTTPHeaderName) -> Bool {
    switch storage {
    case .list(let fields): fields.contains { $0.name == name }
    case .wire(let fields): fields.contains(name)
    }
  }

  /// Returns whether a value of the field `name` meets a condition on its bytes; no texts are
  /// created.
  func hasValue(
    of name: HTTPHeaderName, where condition: (UnsafeRawBufferPointer) -> Bool
  ) -> Bool {
    switch storage {
    case .list(let fields):
      fields.contains { $0.name == name && $0.value.withBytes(condition) }
    case .wire(let fields): fields.hasValue(of: name, where: condition)
    }
  }

  /// Adds a field at the end; existing fields of the same name stay.
  public mutating func append(_ name: HTTPHeaderName, _ value: String) {
    var fields = fields
    // Only the local list refers to the fields now, so changing it makes no copy.
    storage = .list([])
    fields.append(Field(name: name, value: value))
    storage = .list(fields)
  }

  /// Removes all fields with this name.
  public mutating func remove(_ name: HTTPHeaderName) {
    fields.removeAll { $0.name == name }
  }

  /// Whether there are no fields.
  public var isEmpty: Bool {
    switch storage {
    case .list(let fields): fields.isEmpty
    case .wire(let fields): fields.count == 0
    }
  }

  /// The total size of all names and values, in bytes.
  var size: Int {
    switch storage {
    case .list(let fields):
      fields.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count }
    case .wire(let fields): fields.size
    }
  }
}

extension HTTPHeaders {
  /// Returns a response field whose value a template has filled in.
  ///
  /// If the template used the value of a request field in Latin-1, the field is sent in Latin-1
  /// too, so that the client gets back the same bytes.
  package func field(_ name: HTTPHeaderName, filled value: String) -> Field {
    var field = Field(name: name, value: value)
    guard !value.utf8.allSatisfy({ $0 < 0x80 }) else { return field }
    field.isLatin1 = fields.contains { $0.isLatin1 && value.contains($0.value) }
    return field
  }

  public static func == (left: Self, right: Self) -> Bool { left.fields == right.fields }

  public func hash(into hasher: inout Hasher) { hasher.combine(fields) }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (HTTPHeaderName, String)...) {
    storage = .list(elements.map { Field(name: $0.0, value: $0.1) })
  }
}
