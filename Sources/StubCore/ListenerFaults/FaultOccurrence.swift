/// Which of those that come meet a fault: all, the first few, or some by chance.
public struct FaultOccurrence: Sendable, Hashable {
  /// Only that many, counted from when the fault was set; `nil` for no such limit.
  public var first: Int?
  /// How likely each meets it, from 0 to 1.
  public var probability: Double
  /// Only those that come within this time after the fault was set; `nil` for no such limit.
  public var duration: Duration?

  public init(first: Int? = nil, probability: Double = 1, duration: Duration? = nil) {
    self.first = first
    self.probability = probability
    self.duration = duration
  }
}

extension FaultOccurrence: CustomStringConvertible {
  /// The limits in a few words, such as `first 2`; empty for none.
  public var description: String {
    var limits = first.map { ["first \($0)"] } ?? []
    if let duration { limits.append("for \(duration)") }
    if probability < 1 { limits.append("probability \(probability)") }
    return limits.joined(separator: ", ")
  }
}

extension FaultOccurrence {
  /// The name of a fault with the limits in parentheses.
  func described(_ fault: String) -> String {
    let limits = description
    return limits.isEmpty ? fault : "\(fault) (\(limits))"
  }
}
