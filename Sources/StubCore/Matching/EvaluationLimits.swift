/// What is decided on at once, while other clients wait.
enum BriefLimits {
  /// The largest body in bytes.
  static let bodySize = 64 * 1_024
  /// The steps of all conditions together, which take 2 to 4 ms.
  static let steps = 100_000
}

/// How much work the conditions on the body of one request may be.
///
/// A condition that would take more fails, and reports say so.
public struct EvaluationLimits: Sendable, Hashable {
  /// The steps of all conditions together; of what is left, each condition may take half.
  public var steps: StepLimit
  /// The largest body that is parsed as JSON, XML or a form, in bytes; conditions fail on larger ones.
  public var parsedBytes: Int

  /// By default enough for ordinary conditions on documents of many megabytes.
  public init(steps: StepLimit = StepLimit(), parsedBytes: Int = 32 * 1_024 * 1_024) {
    (self.steps, self.parsedBytes) = (steps, parsedBytes)
  }
}
