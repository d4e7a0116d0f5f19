/// The members of a JSON object in the order they were written; equality ignores the order.
public struct JSONObject: Sendable {
  /// The members in order; no name occurs twice.
  public private(set) var members: [(name: String, value: JSONValue)] = []
  /// Indexes by name, kept when a linear search would cost more than hashing.
  private var places: [ScalarText: Int]?

  private static let linearLimit = 8

  /// Members from pairs; a repeated name keeps its first place and takes the last value.
  public init(_ members: some Sequence<(String, JSONValue)> = []) {
    self.members.reserveCapacity(members.underestimatedCount)
    for (name, value) in members { self[name] = value }
  }

  /// The number of members.
  public var count: Int { members.count }
  /// Whether there are no members.
  public var isEmpty: Bool { members.isEmpty }
  /// The names of the members in order, each once.
  public var names: [String] { members.map(\.name) }

  /// The member's value; assigning `nil` removes the member, a new name is added at the end.
  public subscript(name: String) -> JSONValue? {
    get { place(of: name).map { members[$0].value } }
    set {
      switch (place(of: name), newValue) {
      case (let place?, let value?): members[place].value = value
      case (let place?, nil): remove(at: place)
      case (nil, let value?): append(name, value)
      case (nil, nil): break
      }
    }
  }

  private func place(of name: String) -> Int? {
    if let places { return places[ScalarText(name)] }
    return members.firstIndex { $0.name.hasSameScalars(as: name) }
  }

  private mutating func append(_ name: String, _ value: JSONValue) {
    members.append((name, value))
    if places != nil {
      places?[ScalarText(name)] = members.count - 1
    } else if members.count > Self.linearLimit {
      indexMembers()
    }
  }

  private mutating func remove(at place: Int) {
    members.remove(at: place)
    if places != nil { indexMembers() }
  }

  private mutating func indexMembers() {
    var places: [ScalarText: Int] = [:]
    places.reserveCapacity(members.count * 2)
    for (place, member) in members.enumerated() { places[ScalarText(member.name)] = place }
    self.places = places
  }
}

extension JSONObject: Hashable {
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.count == right.count && left.members.allSatisfy { right[$0.name] == $0.value }
  }

  public func hash(into hasher: inout Hasher) {
    var combined = 0
    for (name, value) in members {
      var member = Hasher()
      member.combine(name)
      member.combine(value)
      combined ^= member.finalize()
    }
    hasher.combine(count)
    hasher.combine(combined)
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }
}
