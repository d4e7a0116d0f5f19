/// The places of elements that have no exactly equal partner in the other array.
struct JSONUnpairedElements {
  private(set) var expected: [Int] = []
  private(set) var found: [Int] = []

  init(expected: [JSONValue], found: [JSONValue]) {
    var places: [JSONValue: [Int]] = [:]
    for (place, element) in found.enumerated().reversed() {
      places[element, default: []].append(place)
    }
    var isPaired = Array(repeating: false, count: found.count)
    for (place, element) in expected.enumerated() {
      if let partner = places[element]?.popLast() {
        isPaired[partner] = true
      } else {
        self.expected.append(place)
      }
    }
    self.found = found.indices.filter { !isPaired[$0] }
  }
}
