import StubCore

/// The fields of a head in the order they go out, pseudo-header fields first (RFC 9113 §8.3).
struct HTTP2Fields: Sendable, Hashable {
  typealias Place = EncodedFields.Place

  /// All names and values, one after the other.
  private(set) var bytes: [UInt8] = []
  private(set) var places: [Place] = []

  init() {
    bytes.reserveCapacity(256)
    places.reserveCapacity(8)
  }

  /// Adds a field; the name is in lower case.
  mutating func append(_ name: String, _ value: some StringProtocol) {
    let start = bytes.count
    bytes.append(contentsOf: name.utf8)
    let middle = bytes.count
    bytes.append(contentsOf: value.utf8)
    places.append(Place(name: start..<middle, value: middle..<bytes.count))
  }
}
