import StubCore

/// The screen at the end of `exec`: how the requests of the program were answered.
struct ExecSummary: Event {
  /// The largest number of unmatched requests, and of unused stubs, that are listed.
  private static let listed = 10

  let answered: Int
  let passed: Int
  let unmatched: Int
  /// The unmatched requests that the journal still has, each with the nearest stub.
  let reports: [UnmatchedReport]
  let unused: [HTTPStub]

  init(of stubs: StubSet) {
    let counts = stubs.journal.counts
    (answered, passed, unmatched) = (counts.stubbed, counts.passed, counts.unmatched)
    reports = stubs.journal.entries.compactMap {
      if case .unmatched(let report) = $0.outcome { report } else { nil }
    }
    unused = stubs.unusedStubs
  }

  /// Whether each request was answered or passed on, and each stub was used.
  var isClean: Bool { unmatched == 0 && unused.isEmpty }

  var isProblem: Bool { true }

  func text(_ console: Console) -> String? {
    let total = Count(answered + passed + unmatched, "request")
    var lines = [
      "", "\(total): \(answered) answered, \(passed) passed on, \(unmatched) unmatched.",
    ]
    for report in reports.prefix(Self.listed) {
      let request = "\(report.request.method) \(report.request.target.absoluteString)"
      lines.append(console.colored("✗ \(request)", .red))
      if let miss = report.nearMisses.first {
        lines.append("  nearest: \(miss.stub)")
        lines += miss.verdicts.map { "  \($0.line)" }
      }
    }
    if unmatched > Self.listed { lines.append("  and \(unmatched - Self.listed) more") }
    if !unused.isEmpty {
      lines.append("\(Count(unused.count, "stub")) not used:")
      lines += unused.prefix(Self.listed).map { "  \($0.title)" }
      if unused.count > Self.listed { lines.append("  and \(unused.count - Self.listed) more") }
    }
    return lines.joined(separator: "\n")
  }

  var jsonLines: [String] {
    [
      Self.json(
        "executed",
        [
          "answered": .number(JSONNumber(answered)), "passed": .number(JSONNumber(passed)),
          "unmatched": .number(JSONNumber(unmatched)),
          "reports": .array(reports.map(\.json)),
          "unused": .strings(unused.map(\.title)),
        ])
    ]
  }
}
