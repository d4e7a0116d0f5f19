import Foundation

/// What one kind of measurement gave in all its repeats.
struct Figures {
  private var values: [Double] = []

  mutating func add(_ value: Double) { values.append(value) }

  /// The value without its sign that half of the repeats stay below.
  var median: Double {
    let sorted = values.map(abs).sorted()
    return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
  }

  var worst: Double { values.map(abs).max() ?? .nan }

  /// `median / worst`.
  func text(digits: Int) -> String {
    "\(Self.text(median, digits)) / \(Self.text(worst, digits))"
  }

  static func text(_ value: Double, _ digits: Int) -> String {
    String(format: "%.\(digits)f", value)
  }
}

extension [Double] {
  /// The value that this share of all stays below, without their signs.
  func percentile(_ share: Double) -> Double {
    let sorted = map(abs).sorted()
    guard !sorted.isEmpty else { return .nan }
    return sorted[Swift.min(sorted.count - 1, Int(Double(sorted.count) * share))]
  }
}
