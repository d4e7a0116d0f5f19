extension ValueMatcher {
  /// A value that is this number, however it is written: `1.0` is `1`.
  public static func equals(_ number: Double) -> ValueMatcher {
    numeric("is the number \(JSONNumber(number))") { $0 == number }
  }

  public static func greaterThan(_ number: Double) -> ValueMatcher {
    numeric("is greater than \(JSONNumber(number))") { $0 > number }
  }

  public static func atLeast(_ number: Double) -> ValueMatcher {
    numeric("is at least \(JSONNumber(number))") { $0 >= number }
  }

  public static func lessThan(_ number: Double) -> ValueMatcher {
    numeric("is less than \(JSONNumber(number))") { $0 < number }
  }

  public static func atMost(_ number: Double) -> ValueMatcher {
    numeric("is at most \(JSONNumber(number))") { $0 <= number }
  }

  private static func numeric(
    _ description: String, _ test: @escaping @Sendable (Double) -> Bool
  ) -> ValueMatcher {
    ValueMatcher(description) { Double($0).map(test) ?? false }
  }
}
