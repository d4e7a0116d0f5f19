/// What matchers took out of a request, by name, for responders and templates.
public struct Captures: Sendable, Hashable {
  /// Variables of the URI template that matched: text, or a list or an object.
  public var uri: [String: JSONValue]
  /// Groups of the regular expressions that matched, by number (`"0"` is the whole) and by name.
  public var regex: [String: String]

  public init(uri: [String: JSONValue] = [:], regex: [String: String] = [:]) {
    self.uri = uri
    self.regex = regex
  }

  /// The text of a template variable (a list's with commas) or, failing that, of a named group.
  public subscript(name: String) -> String? {
    switch uri[name] {
    case .string(let text): text
    case .array(let elements):
      elements.map { if case .string(let text) = $0 { text } else { "" } }.joined(separator: ",")
    default: regex[name]
    }
  }

  public var isEmpty: Bool { uri.isEmpty && regex.isEmpty }

  /// Takes over the other's captures; of two with one name the other's wins.
  public mutating func merge(_ other: Captures) {
    if other.isEmpty { return }
    if isEmpty {
      self = other
      return
    }
    uri.merge(other.uri) { $1 }
    regex.merge(other.regex) { $1 }
  }
}
