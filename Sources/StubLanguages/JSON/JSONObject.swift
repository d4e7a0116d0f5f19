/// The members of a JSON object in the order in which they were written; equality
/// ignores the order.
public struct JSONObject: Sendable {
  /// The members in order; no name occurs twice.
  public private(set) var members: [(name: String, value: JSONValue)] = []
  /// The indexes of members by name, if the object is too large for a linear search; otherwise
  /// `nil`.
  private var places: [ScalarText: Int]?

  private static let linearLimit = 8

  /// Creates members from pairs; a repeated name keeps its first position and has the last value.
  public init(_ members: some Sequence<(String, JSONValue)> = []) {
    self.members.reserveCapacity(members.underestimatedCount)
    for (name, value) in members { self[name] = value }
  }

  /// The number of members.
  package var count: Int { members.count }
  /// Whether there are no members.
  package var isEmpty: Bool { members.isEmpty }
  /// The names of the members in order, each once.
  package var names: [String] { members.map(\.name) }

  /// The value of the member with this name; `nil` if there is none.
  ///
  /// Assigning `nil` removes the member. A member with a new name is added at the end.
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

/// The names of the members of an object that is being read, for finding repeated names.
struct JSONNames {
  private var count = 0
  /// The token indexes of the names, if there are many; otherwise empty.
  private var places: [ScalarText: Int] = [:]
  /// The largest number of names for which comparing all names takes less time than a table.
  private static let few = 16

  /// Adds the name at a token index.
  ///
  /// - Returns: the token index of an earlier equal name; `nil` if there is none.
  mutating func add(
    _ name: Int, of object: Int, _ tokens: [JSONToken], _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    count += 1
    if count <= Self.few { return Self.same(as: name, from: object + 1, tokens, bytes) }
    if count == Self.few + 1 {
      var place = object + 1
      while place < name {
        places[ScalarText(JSONText(tokens[place], in: bytes).string)] = place
        place = Self.following(place + 1, tokens)
      }
    }
    return places.updateValue(name, forKey: ScalarText(JSONText(tokens[name], in: bytes).string))
  }

  private static func same(
    as name: Int, from start: Int, _ tokens: [JSONToken], _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    let written = UnsafeBufferPointer(rebasing: bytes[tokens[name].range])
    var place = start
    while place < name {
      let token = tokens[place]
      if token.kind == .name {
        let isSame =
          token.isEscaped || tokens[name].isEscaped
          ? JSONText(token, in: bytes).string.hasSameScalars(
            as: JSONText(tokens[name], in: bytes).string)
          : token.extent == tokens[name].extent && bytes[token.range].elementsEqual(written)
        if isSame { return place }
      }
      place = following(place + 1, tokens)
    }
    return nil
  }

  /// Returns the index of the token that follows a name or a value.
  private static func following(_ place: Int, _ tokens: [JSONToken]) -> Int {
    let token = tokens[place]
    return token.isContainer ? Int(token.extent) : place + 1
  }
}
