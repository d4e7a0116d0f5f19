extension ValueMatcher {
  /// A value that is JSON and equal to this, as far as the comparison asks.
  public static func equalsJSON(
    _ expected: JSONValue, comparison: JSONComparison = JSONComparison()
  ) -> ValueMatcher {
    ValueMatcher("is the JSON \(expected.text())") { value in
      guard let found = try? JSONValue(parsing: value) else { return false }
      return comparison.firstDifference(expected: expected, found: found) == nil
    }
  }
}
