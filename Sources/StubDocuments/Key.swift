package import StubCore

/// A key of a mapping in stub files, which reads its value and can have a schema for editors.
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
package struct Key<Target>: Sendable {
  /// The way in which the value of a key is treated.
  package enum Use: Sendable {
    case read
    /// The key has no effect, such as an identifier in a file of another tool.
    case idle
    /// The key is not supported; the text says what to do instead.
    case refused(remedy: String)
  }

  package let name: String
  package let use: Use
  /// Whether a mapping that lacks the key has an error, provided that it is read in the order of
  /// its keys.
  package let isRequired: Bool
  /// A description in one sentence, which editors show; empty for the keys of other tools.
  package let summary: String
  // Created on demand, because only editors, the admin API and tests need them.
  private let makeSchema: (@Sendable () -> Schema)?
  private let makeExample: (@Sendable () -> JSONValue)?
  private let makeBeside: (@Sendable () -> JSONObject)?
  /// Reads the value, stores it in the target, and reports errors.
  package let read: @Sendable (Reader, Value, inout Target) -> Void

  /// Whether the value is read; other values have no effect, or their keys are reported.
  package var isRead: Bool { if case .read = use { true } else { false } }

  /// Whether the key has a schema of its own.
  package var isDescribed: Bool { makeSchema != nil }

  /// The valid values, as a JSON Schema.
  package var schema: Schema { makeSchema?() ?? .any }

  /// A valid value, which a test reads.
  package var example: JSONValue { makeExample?() ?? .null }

  /// The other keys that the example needs in its mapping.
  package var beside: JSONObject { makeBeside?() ?? JSONObject() }
}

extension Key {
  /// Creates a key of rule files.
  package init(
    _ name: String, _ summary: String, _ schema: @escaping @Sendable @autoclosure () -> Schema,
    example: @escaping @Sendable @autoclosure () -> JSONValue,
    beside: @escaping @Sendable @autoclosure () -> JSONObject = JSONObject(),
    read: @escaping @Sendable (Reader, Value, inout Target) -> Void
  ) {
    self.init(
      name: name, use: .read, isRequired: false, summary: summary, makeSchema: schema,
      makeExample: example, makeBeside: beside, read: read)
  }

  /// Creates a key of another tool.
  package init(
    _ name: String, isRequired: Bool = false,
    read: @escaping @Sendable (Reader, Value, inout Target) -> Void
  ) {
    self.init(
      name: name, use: .read, isRequired: isRequired, summary: "", makeSchema: nil,
      makeExample: nil, makeBeside: nil, read: read)
  }

  /// Creates a key of another tool that the description of the admin API names.
  package init(
    _ name: String, _ schema: @escaping @Sendable @autoclosure () -> Schema,
    isRequired: Bool = false, read: @escaping @Sendable (Reader, Value, inout Target) -> Void
  ) {
    self.init(
      name: name, use: .read, isRequired: isRequired, summary: "", makeSchema: schema,
      makeExample: nil, makeBeside: nil, read: read)
  }

  /// Returns a key that has no effect.
  package static func idle(_ name: String) -> Self {
    Self(
      name: name, use: .idle, isRequired: false, summary: "", makeSchema: nil, makeExample: nil,
      makeBeside: nil
    ) { _, _, _ in }
  }

  /// Returns a key that has no effect, but is in the description of the admin API.
  package static func idle(
    _ name: String, _ schema: @escaping @Sendable @autoclosure () -> Schema
  ) -> Self {
    Self(
      name: name, use: .idle, isRequired: false, summary: "", makeSchema: schema,
      makeExample: nil, makeBeside: nil
    ) { _, _, _ in }
  }

  /// Returns a key that is not supported; the remedy says what to do instead.
  package static func refused(_ name: String, _ remedy: String) -> Self {
    Self(
      name: name, use: .refused(remedy: remedy), isRequired: false, summary: "", makeSchema: nil,
      makeExample: nil, makeBeside: nil
    ) { _, _, _ in }
  }
}

/// A set of keys, as indices in their list.
package struct KeyPlaces: OptionSet, Sendable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Creates a set with one index, which must be below 64.
  package init(_ place: Int) { rawValue = 1 << UInt64(place) }
}

/// The known keys of one kind of mapping.
package struct Keys<Target>: Sendable {
  package let list: [Key<Target>]
  /// The names of the keys that are read.
  package let names: [String]
  /// The indices of the keys that must not be missing.
  package let required: [Int]
  /// The keys for which `null` is a value; other keys with `null` are ignored.
  ///
  /// If the set is `nil`, every `null` is a value.
  package let nulls: Set<String>?
  private let places: [String: Int]

  package init(_ list: [Key<Target>], nulls: Set<String>? = nil) {
    self.list = list
    self.nulls = nulls
    names = list.filter(\.isRead).map(\.name)
    required = list.indices.filter { list[$0].isRequired }
    places = Dictionary(
      list.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { $1 })
  }

  package subscript(name: String) -> Key<Target>? { places[name].map { list[$0] } }

  /// Returns the index of the key named `name`; `nil` if it is unknown.
  package func place(of name: String) -> Int? { places[name] }

  /// Returns the indices of the keys with these names.
  package func places(of names: some Sequence<String>) -> KeyPlaces {
    names.reduce(into: []) { found, name in
      if let place = places[name] { found.insert(KeyPlaces(place)) }
    }
  }

  /// The schema of a mapping with any of these keys and no others.
  package var schema: Schema {
    Schema.object(
      list.map { key in
        (key.name, key.schema.described(key.summary, example: key.example))
      })
  }

  /// The schema of a mapping with the described keys, and possibly others.
  package var openSchema: Schema {
    let described = list.filter(\.isDescribed)
    let required = described.filter(\.isRequired).map(\.name)
    return .open(described.map { ($0.name, $0.schema) }, required: required)
  }
}
