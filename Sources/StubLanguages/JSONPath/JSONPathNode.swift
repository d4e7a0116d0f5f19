/// A selected value and, if it is needed, its place in the document.
struct JSONPathNode: Sendable {
  let value: JSONValue
  let place: Place?

  /// The steps from a value up to the root, as a linked list.
  ///
  /// Values with the same parent share the list of the parent.
  indirect enum Place: Sendable {
    case root
    case below(Place, JSONStep)
  }

  func child(_ step: @autoclosure () -> JSONStep, _ value: JSONValue) -> JSONPathNode {
    JSONPathNode(value: value, place: place.map { .below($0, step()) })
  }

  /// Calls `body` with the value of each element or member, in order.
  func forEachChild(_ body: (JSONPathNode) -> Void) {
    switch value {
    case .array(let elements):
      for index in elements.indices { body(child(.index(index), elements[index])) }
    case .object(let object):
      for member in object.members { body(child(.name(member.name), member.value)) }
    default: break
    }
  }

  /// The steps from the root to the value.
  var steps: [JSONStep] {
    var steps: [JSONStep] = []
    var place = place
    while case .below(let parent, let step)? = place {
      steps.append(step)
      place = parent
    }
    return steps.reversed()
  }
}

extension JSONValue {
  /// The number of bytes of text that are read or compared in one step (unit of work).
  static let bytesPerStep = 16

  /// Returns about how many steps it takes to compare two values that are equal.
  func steps(toCompareTo other: JSONValue) -> Int {
    switch (self, other) {
    case (.number(let number), .number(let other)):
      (number.text.utf8.count + other.text.utf8.count) / Self.bytesPerStep
    case (.number(let number), .string(let text)), (.string(let text), .number(let number)):
      (number.text.utf8.count + text.utf8.count) / Self.bytesPerStep
    case (.string(let text), .string(let other)):
      min(text.utf8.count, other.utf8.count) / Self.bytesPerStep
    case (.array(let elements), .array(let others)) where elements.count == others.count:
      zip(elements, others).reduce(elements.count) { $0 + $1.0.steps(toCompareTo: $1.1) }
    case (.object(let object), .object(let other)) where object.count == other.count:
      object.members.reduce(object.count) { sum, member in
        sum + (other[member.name].map { member.value.steps(toCompareTo: $0) } ?? 0)
      }
    default: 0
    }
  }

  /// The number of elements or members.
  var childCount: Int {
    switch self {
    case .array(let elements): elements.count
    case .object(let object): object.count
    default: 0
    }
  }
}

extension Array {
  /// Returns the element at an index; a negative index counts from the end.
  subscript(fromEnd index: Int) -> Element? {
    let place = index < 0 ? index + count : index
    return indices.contains(place) ? self[place] : nil
  }

  /// Returns the indexes of a slice, in the order that `step` gives (RFC 9535 §2.3.4.2.2).
  func slicedIndices(start: Int?, end: Int?, step: Int) -> StrideTo<Int> {
    func place(_ index: Int, from lowest: Int, to highest: Int) -> Int {
      Swift.min(Swift.max(index < 0 ? index + count : index, lowest), highest)
    }
    if step > 0 {
      let first = start.map { place($0, from: 0, to: count) } ?? 0
      let past = end.map { place($0, from: 0, to: count) } ?? count
      return stride(from: first, to: past, by: step)
    }
    if step < 0 {
      let first = start.map { place($0, from: -1, to: count - 1) } ?? count - 1
      let past = end.map { place($0, from: -1, to: count - 1) } ?? -1
      return stride(from: first, to: past, by: step)
    }
    return stride(from: 0, to: 0, by: 1)
  }
}
