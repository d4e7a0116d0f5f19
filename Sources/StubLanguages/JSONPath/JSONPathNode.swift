/// A value with the place where it was found, when places are wanted.
struct JSONPathNode: Sendable {
  let value: JSONValue
  let place: Place?

  /// A chain of steps up to the root, so that values below one place share it.
  indirect enum Place: Sendable {
    case root
    case below(Place, JSONStep)
  }

  func child(_ step: @autoclosure () -> JSONStep, _ value: JSONValue) -> JSONPathNode {
    JSONPathNode(value: value, place: place.map { .below($0, step()) })
  }

  /// All elements or member values in order.
  var children: [JSONPathNode] {
    switch value {
    case .array(let elements): elements.enumerated().map { child(.index($0), $1) }
    case .object(let object): object.members.map { child(.name($0.name), $0.value) }
    default: []
    }
  }

  /// The steps from the root.
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
