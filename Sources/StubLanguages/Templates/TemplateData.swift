/// The value at a path in a template, which is JSON or a part of a message that can be used in
/// several ways.
package enum TemplateData: Sendable {
  case json(JSONValue)
  /// A text that can also be used as a list, and can have members.
  ///
  /// For example, a header field is printed as its first value, and is a list of all its values.
  indirect case texts(String, elements: [String], members: JSONObject = JSONObject())
  /// Members by name, in order.
  case members([(name: String, value: TemplateData)], ignoresCase: Bool = false)
}

extension TemplateData {
  /// Creates members from items with repeated names.
  ///
  /// Each name occurs once, with the list of its values.
  package init(grouping items: [(name: String, value: String)], ignoresCase: Bool = false) {
    let members = items.grouped(ignoringCase: ignoresCase) { $0.name }.map { group in
      let list = group.elements.map { $0.value }
      return (name: group.name, value: TemplateData.texts(list.first ?? "", elements: list))
    }
    self = .members(members, ignoresCase: ignoresCase)
  }

  /// The value as JSON, for printing and for helpers that do not use lists.
  var json: JSONValue {
    switch self {
    case .json(let value): value
    case .texts(let text, _, _): .string(text)
    case .members(let members, _): .object(JSONObject(members.map { ($0.name, $0.value.json) }))
    }
  }

  /// The elements of a list; `nil` for other values.
  var elements: [JSONValue]? {
    switch self {
    case .json(let value): value.array
    case .texts(_, let elements, _): elements.map(JSONValue.string)
    case .members: nil
    }
  }

  /// The elements of a list with their indexes, or the members of an object with their names.
  var items: [(key: JSONValue, value: TemplateData)] {
    switch self {
    case .json(.object(let object)):
      return object.members.map { (.string($0.name), .json($0.value)) }
    case .members(let members, _): return members.map { (.string($0.name), $0.value) }
    default:
      return (elements ?? []).enumerated().map {
        (.number(JSONNumber($0.offset)), .json($0.element))
      }
    }
  }

  /// Whether the value counts as true in a condition; a list of texts does if it has any elements.
  var isTruthy: Bool {
    switch self {
    case .json(let value): value.isTruthy
    case .texts(let text, let elements, _): !text.isEmpty || !elements.isEmpty
    case .members: true
    }
  }

  /// Returns the member, element or property with this name; `nil` if there is none.
  func member(_ name: String) -> TemplateData? {
    switch self {
    case .json(let value): return value.templateMember(name).map { .json($0) }
    case .texts(_, let elements, let members):
      let list = JSONValue.array(elements.map(JSONValue.string))
      return (members[name] ?? list.templateMember(name)).map { .json($0) }
    case .members(let members, let ignoresCase):
      return members.first {
        ignoresCase
          ? $0.name.equalsIgnoringASCIICase(name) : $0.name.hasSameScalars(as: name)
      }?.value
    }
  }
}
