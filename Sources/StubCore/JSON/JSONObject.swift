/// The members of a JSON object in the order they were written; equality ignores the order.
public struct JSONObject: Sendable, Hashable {
  public private(set) var names: [String]
  private var values: [String: JSONValue]

  /// Members from pairs; a repeated name keeps its first place and takes the last value.
  public init(_ members: some Sequence<(String, JSONValue)> = []) {
    names = []
    values = [:]
    for (name, value) in members { self[name] = value }
  }

  public var count: Int { names.count }
  public var isEmpty: Bool { names.isEmpty }

  public subscript(name: String) -> JSONValue? {
    get { values[name] }
    set {
      let known = values[name] != nil
      values[name] = newValue
      if newValue == nil {
        names.removeAll { $0 == name }
      } else if !known {
        names.append(name)
      }
    }
  }

  /// The members in order.
  public var members: [(name: String, value: JSONValue)] {
    names.compactMap { name in values[name].map { (name, $0) } }
  }

  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.values == right.values
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(values) }
}
