/// What a regular expression found.
public struct RegexMatch: Sendable, Hashable {
  /// The text of each group that took part, by number (`"0"` is the whole match) and by name.
  public let groups: [String: String]

  package init(groups: [String: String]) { self.groups = groups }

  /// The text of the whole match.
  public var text: String { groups["0"] ?? "" }

  /// The text of a numbered group; `nil` when it took no part in the match.
  public subscript(number: Int) -> String? { groups[String(number)] }

  /// The text of a named group; `nil` when it took no part in the match.
  public subscript(name: String) -> String? { groups[name] }
}
