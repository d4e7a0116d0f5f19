import StubCore

/// Validates JSON against the part of draft-07 that the schema of rule files uses.
struct SchemaValidator {
  let root: JSONValue

  /// A keyword this validator does not know, so that no test passes for lack of looking.
  struct UnknownKeyword: Error {
    let name: String
  }

  private static let annotations: Set<String> = [
    "$schema", "title", "description", "examples", "definitions",
  ]

  /// Where the value does not conform, as a JSON Pointer with the keyword; empty when it does.
  func faults(in value: JSONValue) throws -> [String] { try faults(value, root, "") }

  private func faults(_ value: JSONValue, _ schema: JSONValue, _ place: String) throws -> [String] {
    guard case .object(let keywords) = schema else {
      return schema == false ? ["\(place): false"] : []
    }
    if case .string(let reference)? = keywords["$ref"] {
      return try faults(value, resolve(reference), place)
    }
    return try keywords.members.flatMap { name, argument in
      Self.annotations.contains(name)
        ? [] : try faults(value, name, argument, keywords, place)
    }
  }

  private func faults(
    _ value: JSONValue, _ name: String, _ argument: JSONValue, _ schema: JSONObject, _ place: String
  ) throws -> [String] {
    func unless(_ holds: Bool) -> [String] { holds ? [] : ["\(place): \(name)"] }
    switch (name, argument) {
    case ("type", .string(let type)): return unless(Self.is(value, type))
    case ("type", .array(let types)):
      return unless(types.contains { $0.string.map { Self.is(value, $0) } ?? false })
    case ("const", _): return unless(value == argument)
    case ("enum", .array(let values)): return unless(values.contains(value))
    case ("anyOf", .array(let schemas)):
      return unless(try schemas.contains { try faults(value, $0, place).isEmpty })
    case ("not", _): return unless(try !faults(value, argument, place).isEmpty)
    case ("minimum", .number(let least)): return unless(value.number.map { $0 >= least } ?? true)
    case ("maximum", .number(let most)): return unless(value.number.map { $0 <= most } ?? true)
    case ("exclusiveMinimum", .number(let least)):
      return unless(value.number.map { $0 > least } ?? true)
    case ("pattern", .string(let pattern)):
      return unless(try value.string.map { try Self.matches(pattern, $0) } ?? true)
    case ("minItems", .number(let least)):
      return unless(value.elements.map { JSONNumber($0.count) >= least } ?? true)
    case ("maxItems", .number(let most)):
      return unless(value.elements.map { JSONNumber($0.count) <= most } ?? true)
    case ("items", _):
      return try (value.elements ?? []).enumerated().flatMap {
        try faults($0.element, argument, "\(place)/\($0.offset)")
      }
    default:
      return try objectFaults(value, name, argument, schema, place)
    }
  }

  private func objectFaults(
    _ value: JSONValue, _ name: String, _ argument: JSONValue, _ schema: JSONObject, _ place: String
  ) throws -> [String] {
    guard case .object(let object) = value else {
      guard Self.objectKeywords.contains(name) else { throw UnknownKeyword(name: name) }
      return []
    }
    func unless(_ holds: Bool) -> [String] { holds ? [] : ["\(place): \(name)"] }
    switch (name, argument) {
    case ("required", .array(let names)):
      return unless(names.allSatisfy { $0.string.map { object[$0] != nil } ?? false })
    case ("minProperties", .number(let least)): return unless(JSONNumber(object.count) >= least)
    case ("properties", .object(let properties)):
      return try object.members.flatMap { member in
        try properties[member.name].map { try faults(member.value, $0, "\(place)/\(member.name)") }
          ?? []
      }
    case ("patternProperties", .object(let properties)):
      return try object.members.flatMap { member in
        try properties.members.filter { try Self.matches($0.name, member.name) }.flatMap {
          try faults(member.value, $0.value, "\(place)/\(member.name)")
        }
      }
    case ("additionalProperties", _):
      return try object.members.flatMap { member -> [String] in
        let isNamed = schema["properties"]?.object?[member.name] != nil
        let patterns = schema["patternProperties"]?.object?.names ?? []
        if try isNamed || patterns.contains(where: { try Self.matches($0, member.name) }) {
          return []
        }
        return try faults(member.value, argument, "\(place)/\(member.name)")
      }
    case ("dependencies", .object(let dependencies)):
      return dependencies.members.flatMap { name, needed in
        unless(
          object[name] == nil
            || (needed.elements ?? []).allSatisfy { object[$0.string ?? ""] != nil })
      }
    default: throw UnknownKeyword(name: name)
    }
  }

  private static let objectKeywords: Set<String> = [
    "required", "minProperties", "properties", "patternProperties", "additionalProperties",
    "dependencies",
  ]

  private func resolve(_ reference: String) throws -> JSONValue {
    let name = String(reference.split(separator: "/").last ?? "")
    guard let schema = root.object?["definitions"]?.object?[name] else {
      throw UnknownKeyword(name: reference)
    }
    return schema
  }

  private static func matches(_ pattern: String, _ text: String) throws -> Bool {
    let regex = try RegularExpression(pattern)
    if case .matched = regex.firstMatch(in: text) { return true }
    return false
  }

  private static func `is`(_ value: JSONValue, _ type: String) -> Bool {
    switch (type, value) {
    case ("null", .null), ("boolean", .bool), ("number", .number), ("string", .string),
      ("array", .array), ("object", .object):
      true
    case ("integer", .number(let number)): number.integer != nil
    default: false
    }
  }
}

extension JSONValue {
  fileprivate var elements: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  fileprivate var object: JSONObject? {
    if case .object(let object) = self { object } else { nil }
  }

  fileprivate var number: JSONNumber? {
    if case .number(let number) = self { number } else { nil }
  }
}
