extension RegularExpression {
  /// Literals that every match contains; not necessarily all of them.
  ///
  /// Empty for a pattern that cannot be fully parsed here.
  package var requiredLiterals: [String] {
    if options.contains(.literal) { return options.contains(.caseInsensitive) ? [] : [pattern] }
    guard let alternatives = PatternReader.alternatives(of: pattern, options) else { return [] }
    return Self.literals(in: alternatives).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The literals that are in no optional repetition, alternative or condition.
  private static func literals(in alternatives: [[PatternPart]]) -> [[UInt8]] {
    guard alternatives.count == 1 else { return [] }
    var runs: [[UInt8]] = []
    var run: [UInt8] = []
    func endRun() {
      if !run.isEmpty { runs.append(run) }
      run = []
    }
    for part in alternatives[0] {
      switch part.item {
      case .character(let bytes) where part.least > 0:
        run += bytes
        if part.least != 1 || part.most != 1 { endRun() }
      case .group(let inner) where part.least > 0:
        endRun()
        runs += literals(in: inner)
      default: endRun()
      }
    }
    endRun()
    return runs
  }
}
