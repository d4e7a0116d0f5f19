/// Finds the stubs of a piece whose shape a text has, without looking at each of them.
///
/// For each place of a text, counted from its start or from its end, and for each byte, it has the
/// set of stubs that allow that byte there. The stubs that allow a whole text are what the sets of
/// its bytes have in common.
struct ShapeFilter: Sendable {
  private var all: StubBits
  private var start: [PlaceFilter] = []
  /// The last place first.
  private var end: [PlaceFilter] = []

  /// Of stubs that allow every text.
  init(_ all: StubBits) { self.all = all }

  /// Adds a stub that allows texts of a shape; every text where there is none.
  mutating func insert(_ shape: TextShape?, at place: Int) {
    let known = shape.map { max($0.start.count, $0.least) } ?? 0
    while start.count < known { start.append(PlaceFilter(all)) }
    while end.count < shape?.end.count ?? 0 { end.append(PlaceFilter(all)) }
    for index in start.indices {
      let isEnough = index >= shape?.least ?? 0
      start[index].insert(shape?.start[within: index] ?? .all, mayEnd: isEnough, at: place)
    }
    for index in end.indices {
      end[index].insert(shape?.end[within: index] ?? .all, mayEnd: true, at: place)
    }
    all.insert(true, at: place)
  }

  mutating func remove(at place: Int) {
    for index in start.indices { start[index].remove(at: place) }
    for index in end.indices { end[index].remove(at: place) }
    all.remove(at: place)
  }

  /// Takes the upper half of all stubs away.
  mutating func split() -> ShapeFilter {
    var rest = ShapeFilter(all.split())
    rest.start = start.indices.map { start[$0].split() }
    rest.end = end.indices.map { end[$0].split() }
    return rest
  }

  /// The stubs that may accept a text.
  func places(for text: String) -> StubBits {
    var text = text
    return text.withUTF8(places)
  }

  private func places(for bytes: UnsafeBufferPointer<UInt8>) -> StubBits {
    var places = all
    for (filter, byte) in zip(start, bytes) {
      places.formIntersection(filter.places(allowing: byte))
      if places.isEmpty { return places }
    }
    if bytes.count < start.count { places.formIntersection(start[bytes.count].ends) }
    if TextShape.endsLine(bytes.last) { return places }
    for (filter, byte) in zip(end, bytes.reversed()) where !places.isEmpty {
      places.formIntersection(filter.places(allowing: byte))
    }
    return places
  }
}

/// What the stubs of a piece allow at one place of a text.
private struct PlaceFilter: Sendable {
  /// Bytes that all stubs treat alike.
  struct ByteClass {
    var bytes: ByteSet
    /// The stubs that allow them.
    var stubs: StubBits
  }

  private var classes: [ByteClass]
  /// The number of the class of each byte of ASCII and, behind them, of all others.
  private var numbers = [UInt8](repeating: 0, count: 129)
  /// The stubs that allow a text to have ended before.
  private(set) var ends: StubBits

  /// Of stubs that allow everything.
  init(_ all: StubBits) {
    classes = [ByteClass(bytes: .all, stubs: all)]
    ends = all
  }

  func places(allowing byte: UInt8) -> StubBits {
    classes[Int(numbers[Int(min(byte, 128))])].stubs
  }

  mutating func insert(_ bytes: ByteSet, mayEnd: Bool, at place: Int) {
    for number in classes.indices {
      let allowed = classes[number].bytes.intersection(bytes)
      if !allowed.isEmpty, allowed != classes[number].bytes { split(number, off: allowed) }
    }
    for number in classes.indices {
      let isAllowed = !classes[number].bytes.intersection(bytes).isEmpty
      classes[number].stubs.insert(isAllowed, at: place)
    }
    ends.insert(mayEnd, at: place)
  }

  /// Makes a class of its own of some of the bytes of a class.
  private mutating func split(_ number: Int, off bytes: ByteSet) {
    for byte: UInt8 in 0...128 where bytes.contains(byte) {
      numbers[Int(byte)] = UInt8(classes.count)
    }
    classes[number].bytes = classes[number].bytes.intersection(bytes.inverted)
    classes.append(ByteClass(bytes: bytes, stubs: classes[number].stubs))
  }

  mutating func remove(at place: Int) {
    for number in classes.indices { classes[number].stubs.remove(at: place) }
    ends.remove(at: place)
  }

  mutating func split() -> PlaceFilter {
    var rest = self
    for number in classes.indices {
      rest.classes[number].stubs = classes[number].stubs.split()
    }
    rest.ends = ends.split()
    return rest
  }
}

extension [ByteSet] {
  /// The set at a place; `nil` behind the last one.
  fileprivate subscript(within place: Int) -> ByteSet? { place < count ? self[place] : nil }
}
