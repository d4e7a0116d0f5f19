import StubCore

/// One key of a mapping in rule files: how its value is read, and how editors are told of it.
///
/// ```swift
/// extension RuleKey where Target == MatchDraft {
///   static var port: Self {
///     Self("port", "The port.", .integer(in: 1...65_535), example: 8080) { value, match in
///       guard let port = value.integer(in: 1...65_535) else { return }
///       match.add(HTTPStubPortMatcher(port), from: &value)
///     }
///   }
/// }
/// ```
struct RuleKey<Target>: Sendable {
  let name: String
  /// One sentence, shown by editors.
  let summary: String
  /// The values it takes, as a JSON Schema.
  let schema: Schema
  /// A value that it takes; a test reads it.
  let example: JSONValue
  /// The other keys that the example needs in its mapping.
  let beside: JSONObject
  /// Reads the value into the target, reporting what is wrong.
  let read: @Sendable (inout ValueReader, inout Target) -> Void

  init(
    _ name: String, _ summary: String, _ schema: Schema, example: JSONValue,
    beside: JSONObject = JSONObject(),
    read: @escaping @Sendable (inout ValueReader, inout Target) -> Void
  ) {
    self.name = name
    self.summary = summary
    self.schema = schema
    self.example = example
    self.beside = beside
    self.read = read
  }
}

/// The keys that one kind of mapping takes.
struct RuleKeys<Target>: Sendable {
  let list: [RuleKey<Target>]
  private let places: [String: Int]

  init(_ list: [RuleKey<Target>]) {
    self.list = list
    places = Dictionary(
      list.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { $1 })
  }

  var names: [String] { list.map(\.name) }

  subscript(name: String) -> RuleKey<Target>? { places[name].map { list[$0] } }

  /// What reads the value of that key, which costs less than to take out the key.
  func reading(of name: String) -> (@Sendable (inout ValueReader, inout Target) -> Void)? {
    places[name].map { list[$0].read }
  }

  /// A mapping with any of these keys and no others.
  var schema: Schema {
    Schema.object(
      list.map { key in
        (key.name, key.schema.described(key.summary, example: key.example))
      })
  }
}
