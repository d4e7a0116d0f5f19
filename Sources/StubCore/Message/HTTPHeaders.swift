/// Header fields in the order they were written; a name may occur more than once.
public struct HTTPHeaders: Sendable, Hashable {
  public struct Field: Sendable, Hashable {
    public var name: HTTPHeaderName
    public var value: String

    public init(name: HTTPHeaderName, value: String) {
      self.name = name
      self.value = value
    }
  }

  public private(set) var fields: [Field]

  public init() { fields = [] }

  public init(_ fields: some Sequence<Field>) { self.fields = Array(fields) }

  public init(_ pairs: KeyValuePairs<HTTPHeaderName, String>) {
    fields = pairs.map { Field(name: $0.key, value: $0.value) }
  }

  /// Fields from a dictionary, in the order of their names, so that the result is repeatable.
  public init(_ dictionary: [String: String]) {
    fields = dictionary.sorted { $0.key < $1.key }
      .map { Field(name: HTTPHeaderName($0.key), value: $0.value) }
  }

  /// The field's value; values of a repeated field are joined with a comma (RFC 9110 §5.3).
  ///
  /// Setting replaces every field of that name, at the first one's place; `nil` removes them.
  public subscript(name: HTTPHeaderName) -> String? {
    get {
      var joined: String?
      for field in fields where field.name == name {
        joined = joined.map { "\($0), \(field.value)" } ?? field.value
      }
      return joined
    }
    set {
      let place = fields.firstIndex { $0.name == name }
      fields.removeAll { $0.name == name }
      if let newValue {
        fields.insert(Field(name: name, value: newValue), at: place ?? fields.endIndex)
      }
    }
  }

  /// The values of every field of that name, in order.
  public func values(of name: HTTPHeaderName) -> [String] {
    fields.lazy.filter { $0.name == name }.map(\.value)
  }

  public func contains(_ name: HTTPHeaderName) -> Bool {
    fields.contains { $0.name == name }
  }

  /// Adds a field after the others, keeping fields of the same name.
  public mutating func append(_ name: HTTPHeaderName, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  public mutating func remove(_ name: HTTPHeaderName) {
    fields.removeAll { $0.name == name }
  }

  public var isEmpty: Bool { fields.isEmpty }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (HTTPHeaderName, String)...) {
    fields = elements.map { Field(name: $0.0, value: $0.1) }
  }
}
