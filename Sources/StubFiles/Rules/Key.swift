import StubCore

/// A key of a mapping in rule files, which reads its value and has a schema for editors.
///
/// ```swift
/// extension Key where Target == MatchDraft {
///   static var port: Self {
///     Self("port", "The port.", .integer(in: 1...65_535), example: 8080) { reader, value, match in
///       guard let port = reader.integer(value, in: 1...65_535) else { return }
///       match.add(HTTPStubPortMatcher(port), from: value)
///     }
///   }
/// }
/// ```
struct Key<Target>: Sendable {
  let name: String
  /// A description in one sentence, which editors show.
  let summary: String
  // Created on demand, because only editors and tests need them.
  private let makeSchema: @Sendable () -> Schema
  private let makeExample: @Sendable () -> JSONValue
  private let makeBeside: @Sendable () -> JSONObject
  /// Reads the value into the target, and reports errors.
  let read: @Sendable (Reader, Value, inout Target) -> Void

  init(
    _ name: String, _ summary: String, _ schema: @escaping @Sendable @autoclosure () -> Schema,
    example: @escaping @Sendable @autoclosure () -> JSONValue,
    beside: @escaping @Sendable @autoclosure () -> JSONObject = JSONObject(),
    read: @escaping @Sendable (Reader, Value, inout Target) -> Void
  ) {
    self.name = name
    self.summary = summary
    makeSchema = schema
    makeExample = example
    makeBeside = beside
    self.read = read
  }

  /// The valid values, as a JSON Schema.
  var schema: Schema { makeSchema() }

  /// A valid value; a test reads it.
  var example: JSONValue { makeExample() }

  /// Other keys that the example needs in its mapping.
  var beside: JSONObject { makeBeside() }
}

/// A set of keys, as indices in a list.
struct KeyPlaces: OptionSet, Sendable {
  let rawValue: UInt64

  init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Creates a set of one index, which must be below 64.
  init(_ place: Int) { rawValue = 1 << UInt64(place) }
}

/// The valid keys of one kind of mapping.
struct Keys<Target>: Sendable {
  let list: [Key<Target>]
  private let places: [String: Int]

  init(_ list: [Key<Target>]) {
    self.list = list
    places = Dictionary(
      list.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { $1 })
  }

  var names: [String] { list.map(\.name) }

  subscript(name: String) -> Key<Target>? { places[name].map { list[$0] } }

  /// Returns the index of the key with this name; `nil` if it is unknown.
  func place(of name: String) -> Int? { places[name] }

  /// Returns the indices of the keys with these names.
  func places(of names: some Sequence<String>) -> KeyPlaces {
    names.reduce(into: []) { found, name in
      if let place = places[name] { found.insert(KeyPlaces(place)) }
    }
  }

  /// The schema of a mapping with any of these keys and no others.
  var schema: Schema {
    Schema.object(
      list.map { key in
        (key.name, key.schema.described(key.summary, example: key.example))
      })
  }
}
