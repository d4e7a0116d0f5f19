extension Journal {
  /// Returns the received requests that all these matchers accept, in order of arrival.
  public func requests(matching matchers: any HTTPStubMatcher...) -> [ReceivedRequest] {
    entries.map(\.request).filter { $0.verdict(of: matchers).isMatch }
  }

  /// Checks the number of received requests that all these matchers accept.
  ///
  /// - Throws: An error with the requests received.
  public func verify(
    count expected: Int, matching matchers: any HTTPStubMatcher..., fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line, column: Int = #column
  ) throws {
    try verify(expected...expected, matchers, at: CallSite(fileID, filePath, line, column))
  }

  /// Checks that the number of requests that all these matchers accept is in a range, such as
  /// `1...`, `...3` or `2...4`.
  ///
  /// - Throws: An error with the requests received.
  public func verify(
    count expected: some RangeExpression<Int>, matching matchers: any HTTPStubMatcher...,
    fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column
  ) throws {
    try verify(expected, matchers, at: CallSite(fileID, filePath, line, column))
  }

  /// Checks that no request was received that all these matchers accept.
  ///
  /// - Throws: An error with the requests received.
  public func verifyNever(
    matching matchers: any HTTPStubMatcher..., fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line, column: Int = #column
  ) throws {
    try verify(0...0, matchers, at: CallSite(fileID, filePath, line, column))
  }

  /// Checks that a request arrived for each matcher, in the order of the matchers.
  ///
  /// Other requests may come between these.
  ///
  /// - Throws: An error that names the first matcher without a request in its place.
  public func verifyOrder(
    _ matchers: any HTTPStubMatcher..., fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column
  ) throws {
    let place = CallSite(fileID, filePath, line, column)
    let requests = entries.map(\.request)
    var rest = requests[...]
    for (number, matcher) in matchers.enumerated() {
      let index = rest.firstIndex { $0.verdict(of: [matcher]).isMatch }
      guard let index else {
        let request = "request \(number + 1) of \(matchers.count) (\(matcher)) did not arrive"
        throw VerificationFailure(
          number == 0 ? request : "\(request) after request \(number)", requests: requests,
          at: place)
      }
      rest = rest[(index + 1)...]
    }
  }

  private func verify(
    _ expected: some RangeExpression<Int>, _ matchers: [any HTTPStubMatcher], at place: CallSite
  ) throws(VerificationFailure) {
    let requests = entries.map(\.request)
    let verdicts = requests.map { $0.verdict(of: matchers) }
    let found = verdicts.count(where: \.isMatch)
    let doubts = verdicts.compactMap(\.doubt)
    if (found...found + doubts.count).allSatisfy(expected.contains) {
      if found == 0 { isExpectedEmpty.store(true) }
      return
    }
    let conditions = matchers.map(\.description).joined(separator: " and ")
    let words = Self.words(for: expected)
    let noun = words == "1" || words.hasSuffix(" 1") ? "request" : "requests"
    throw VerificationFailure(
      "expected \(words) \(noun)"
        + "\(conditions.isEmpty ? "" : " where \(conditions)"), got \(found)"
        + (doubts.first.map { " and \(doubts.count) undecided: \($0)" } ?? ""),
      requests: requests, at: place)
  }

  private static func words(for range: some RangeExpression<Int>) -> String {
    switch range {
    case let range as ClosedRange<Int>:
      range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
    case let range as PartialRangeFrom<Int>: "at least \(range.lowerBound)"
    case let range as PartialRangeThrough<Int>: "at most \(range.upperBound)"
    case let range as PartialRangeUpTo<Int>: "fewer than \(range.upperBound)"
    default: "\(range)"
    }
  }
}

extension ReceivedRequest {
  /// Returns the result of the first matcher that rejects the request, or else of the first
  /// undecided one.
  ///
  /// In each call, the matchers have as many steps (units of work) as for the decision on the
  /// request.
  package func verdict(of matchers: [any HTTPStubMatcher]) -> MatchResult {
    resetSteps()
    return verdict(of: matchers) { $0.evaluate(self, for: .stubRequest) }
  }

  /// Returns the combined result of matchers, which are evaluated one after another.
  func verdict<Failure: Error>(
    of matchers: [any HTTPStubMatcher],
    _ evaluate: (any HTTPStubMatcher) throws(Failure) -> MatchResult
  ) throws(Failure) -> MatchResult {
    var verdict: MatchResult = .matched
    for matcher in matchers {
      switch try evaluate(matcher) {
      case .matched: continue
      case .mismatched(let mismatch): return .mismatched(mismatch)
      case .undecided(let mismatch): if verdict.isMatch { verdict = .undecided(mismatch) }
      }
    }
    return verdict
  }
}

extension MatchResult {
  /// The reason why a matcher could not decide; `nil` if it could.
  fileprivate var doubt: String? {
    if case .undecided(let mismatch) = self { mismatch.found } else { nil }
  }
}

/// A failed check of the received requests.
package struct VerificationFailure: DescribedError, Sendable, Hashable {
  /// A description with the expectation, the received requests and the place of the check.
  package let description: String
  /// The place of the check in the source code.
  package let place: CallSite

  init(_ problem: String, requests: [ReceivedRequest], at place: CallSite) {
    self.place = place
    var lines = [problem]
    if requests.isEmpty {
      lines.append("no requests were received")
    } else {
      lines.append("received:")
      lines += requests.suffix(20).map { "  \($0.summary)" }
      if requests.count > 20 { lines.append("  (the last 20 of \(requests.count))") }
    }
    lines.append("at \(place.fileID):\(place.line)")
    description = lines.joined(separator: "\n")
  }
}

/// The place of a call in the source code, to which failures are attributed.
package struct CallSite: Sendable, Hashable {
  /// The module and file name, such as `ShopTests/BookTests.swift`.
  package let fileID: String
  /// The path of the file when it was compiled.
  package let filePath: String
  /// The line, counted from 1.
  package let line: Int
  /// The column, counted from 1.
  package let column: Int

  package init(_ fileID: String, _ filePath: String, _ line: Int, _ column: Int) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }
}
