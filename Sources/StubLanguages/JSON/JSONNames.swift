/// The names of an object that is read, to find those that come twice.
struct JSONNames {
  private var count = 0
  /// The places of the names, once there are many.
  private var places: [ScalarText: Int] = [:]
  /// Up to so many names, comparing them all costs less than a table.
  private static let few = 16

  /// Adds the name at a place among the tokens; returns the place of the same name before it.
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

  /// The token after a value.
  private static func following(_ place: Int, _ tokens: [JSONToken]) -> Int {
    let token = tokens[place]
    return token.isContainer ? Int(token.extent) : place + 1
  }
}
