/// The values of costly parts of one request, such as the result of a JSONPath query.
///
/// Many stubs for one path check the same part, so a comparison with all of them reads it once.
final class PartMemory {
  /// The number of parts that are kept; the oldest is evicted.
  private static let limit = 8

  private let request: ReceivedRequest
  private var known: [(part: MatchedPart, values: PartValues)] = []

  init(_ request: ReceivedRequest) { self.request = request }

  /// Returns the values of a part.
  func values(of part: MatchedPart) -> PartValues {
    guard part.isCostly else { return part.values(in: request) }
    for known in known where known.part.isSameCostly(as: part) { return known.values }
    let values = part.values(in: request)
    if known.count == Self.limit { known.removeFirst() }
    known.append((part, values))
    return values
  }
}

extension MatchedPart {
  /// Whether reading the part takes longer than comparing it with another part.
  fileprivate var isCostly: Bool {
    switch self {
    case .json, .derived: true
    default: false
    }
  }

  /// Returns whether two costly parts have the same values in every request.
  fileprivate func isSameCostly(as other: MatchedPart) -> Bool {
    switch (self, other) {
    case (.json(let selection), .json(let other)): selection.isSame(as: other)
    case (.derived(let part), .derived(let other)): part == other
    default: false
    }
  }
}
