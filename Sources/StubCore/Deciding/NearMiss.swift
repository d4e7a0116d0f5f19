import StubPlatform

/// A stub that did not answer a request, with the result of each matcher.
package struct NearMiss: Sendable, Hashable {
  /// The result of one matcher of the stub.
  package struct Verdict: Sendable, Hashable {
    /// The matcher's condition in words, such as `path is "/users"`.
    package let matcher: String
    package let result: MatchResult
  }

  /// The stub that was compared.
  package let source: HTTPStub
  private let name: String?
  /// The results of the stub's matchers, in the order in which the stub lists them.
  private let results: [MatchResult]
  /// The reasons apart from the matchers, such as a limit that is reached.
  private let obstacles: [Verdict]

  /// Compares a request with a stub, and stores the result of each matcher.
  ///
  /// If the stub `hasAnswered` this request already, its limit is ignored.
  init(_ installed: InstalledStub, _ request: ReceivedRequest, hasAnswered: Bool = false) {
    request.resetSteps()
    let results = installed.stub.matchersAfterPath.map { $0.evaluate(request, for: .stubRequest) }
    self.init(installed, request, results, isOn: true, hasAnswered: hasAnswered)
  }

  /// Stores the results of the matchers after an exact path, and all other reasons for and against
  /// the stub.
  init(
    _ installed: InstalledStub, _ request: ReceivedRequest, _ results: [MatchResult], isOn: Bool,
    hasAnswered: Bool = false
  ) {
    let stub = installed.stub
    source = stub
    name = stub.name
    let path = stub.matchers.dropLast(results.count)
    self.results = path.map { $0.evaluate(request, for: .stubRequest) } + results
    var obstacles: [Verdict] = []
    if !hasAnswered, let obstacle = StubComparison.obstacle(installed, request) {
      obstacles.append(obstacle)
    }
    if !isOn {
      let mismatch = Mismatch(expected: "a stub that is on", found: "turned off")
      obstacles.append(Verdict(matcher: "the stub is on", result: .mismatched(mismatch)))
    }
    obstacles += stub.problems.map {
      Verdict(matcher: "the stub is valid", result: .mismatched(.problem($0)))
    }
    self.obstacles = obstacles
  }

  /// The name and place of the stub.
  package var stub: String { HTTPStub.title(name, origin) }

  /// The host with which the stub would answer the request, if only the host differs.
  func otherHost(for request: ReceivedRequest) -> String? {
    source.host(thatAnswers: request, after: results)
  }

  /// The place where the stub was written.
  package var origin: HTTPStub.Origin { source.origin }

  /// The results of all matchers, in the order in which the stub lists them.
  ///
  /// The matchers are put into words when this is read, because few reports are.
  package var verdicts: [Verdict] {
    zip(source.matchers, results).map { Verdict(matcher: $0.description, result: $1) } + obstacles
  }

  /// The first result that is not a match.
  package var firstFailure: Verdict? {
    guard let place = results.firstIndex(where: { !$0.isMatch }) else { return obstacles.first }
    return Verdict(matcher: source.matchers[place].description, result: results[place])
  }
}

extension NearMiss {
  package static func == (left: NearMiss, right: NearMiss) -> Bool {
    left.name == right.name && left.origin == right.origin && left.verdicts == right.verdicts
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(origin)
    hasher.combine(verdicts)
  }
}

extension Mismatch {
  /// Returns the mismatch of a stub with a mistake, which accepts no request.
  fileprivate static func problem(_ text: String) -> Mismatch {
    Mismatch(.none, .text("no error"), .mistake(text))
  }
}

/// A comparison of a request with stubs that do not answer it.
///
/// Many stubs are compared, but only the closest ones are described in words, by ``NearMiss``.
package struct StubComparison {
  /// The range of distances that a failed condition adds, from similar to unrelated values.
  ///
  /// A request for another path usually means another stub, so an address adds more to the
  /// distance. Still, a stub that fails one condition always comes before a stub that fails four.
  private static let conditionWeights = 0.75...1.0
  private static let addressWeights = 1.0...2.5

  private let request: ReceivedRequest
  private let path: String
  private let isASCII: Bool
  private let memory: PartMemory

  init(_ request: ReceivedRequest) {
    self.request = request
    memory = PartMemory(request)
    path = request.target.readablePath
    isASCII = path.isASCII
  }

  /// Returns how far the request is from matching the stub; 0 if it matches all conditions.
  func distance(to installed: InstalledStub) -> Double {
    result(with: installed)?.distance ?? .infinity
  }

  /// Returns how far the request is from matching the stub, and the results of the stub's matchers;
  /// `nil` if the distance is not below `limit`.
  ///
  /// A failed condition adds less if its expected and its found text are similar. Matchers that
  /// cannot change the result do not run. An exact path is compared without a matcher, so `results`
  /// begin with the matcher after it.
  func result(
    with installed: InstalledStub, below limit: Double = .infinity
  ) -> (distance: Double, results: [MatchResult])? {
    let stub = installed.stub
    var distance = stub.exactPath.map(distance(toPath:)) ?? 0
    var results: [MatchResult] = []
    for matcher in stub.matchersAfterPath {
      guard distance < limit else { return nil }
      let result =
        (matcher as? PartMatcher)?.evaluate(request, sharing: memory)
        ?? matcher.evaluate(request, for: .stubRequest)
      if let mismatch = result.mismatch { distance += Self.distance(mismatch) }
      results.append(result)
    }
    guard distance < limit else { return nil }
    if let mismatch = Self.obstacle(installed, request)?.result.mismatch {
      distance += Self.distance(mismatch)
    }
    for problem in stub.problems { distance += Self.distance(.problem(problem)) }
    return distance < limit ? (distance, results) : nil
  }

  /// Returns the sum of the distances that these results of matchers add.
  static func distance(of results: [MatchResult]) -> Double {
    results.reduce(0) { sum, result in result.mismatch.map { sum + distance($0) } ?? sum }
  }

  /// Returns the distance of a failed path condition; the texts of its mismatch are not created.
  private func distance(toPath expected: String) -> Double {
    // Two texts in ASCII are equal only if they have as many bytes.
    let mayBeEqual = path.utf8.count == expected.utf8.count || !isASCII || !expected.isASCII
    if mayBeEqual, path == expected {
      return path.hasSameScalars(as: expected) ? 0 : Self.addressWeights.lowerBound
    }
    let similarity = expected.withBytes { expected in
      path.withBytes { Self.similarity(ofPaths: expected, $0) }
    }
    return Self.weight(similarity, in: Self.addressWeights)
  }

  /// Returns the reason, apart from its matchers, why a stub cannot answer; `nil` if there is none.
  static func obstacle(
    _ installed: InstalledStub, _ request: ReceivedRequest
  ) -> NearMiss.Verdict? {
    guard let obstacle = installed.obstacle(for: request.method) else { return nil }
    if installed.answers(request.method) {
      return NearMiss.Verdict(
        matcher: obstacle.condition,
        result: .mismatched(expected: obstacle.expected, found: obstacle.found))
    }
    let method = request.method.rawValue
    if installed.stub.responses[.any] != nil {
      return verdict(matcher: "method is not \(method)", expected: "not \(method)", method)
    }
    let methods = installed.stub.methods.map(\.rawValue).joined(separator: " or ")
    if methods.isEmpty {
      let mismatch = Mismatch(Mismatch.Subject("response"), .test(.present), .missing)
      return NearMiss.Verdict(matcher: "the stub has a response", result: .mismatched(mismatch))
    }
    return verdict(matcher: "method is \(methods)", expected: methods, method)
  }

  private static func verdict(
    matcher: String, expected: String, _ method: String
  ) -> NearMiss.Verdict {
    let mismatch = Mismatch(Mismatch.Subject("method"), .text(expected), .text(method))
    return NearMiss.Verdict(matcher: matcher, result: .mismatched(mismatch))
  }

  /// Returns how much a mismatch adds to the distance.
  private static func distance(_ mismatch: Mismatch) -> Double {
    let (expected, found) = mismatch.values
    let similarity = expected.withBytes { expected in
      found.withBytes { found in
        mismatch.isOfAddress
          ? Self.similarity(ofPaths: expected, found) : Self.similarity(expected, found)
      }
    }
    return weight(similarity, in: mismatch.isOfAddress ? addressWeights : conditionWeights)
  }

  private static func weight(_ similarity: Double, in range: ClosedRange<Double>) -> Double {
    range.upperBound - similarity * (range.upperBound - range.lowerBound)
  }

  /// Returns how similar two paths are, from 0 to 1.
  ///
  /// The similarity to a URI template is the average over the segments; a variable equals any text.
  private static func similarity(
    ofPaths one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer
  ) -> Double {
    guard one.place(of: UInt8(ascii: "{")) != nil else { return similarity(one, other) }
    let slash = UInt8(ascii: "/")
    var (sum, count) = (0.0, 0)
    var (start, otherStart) = (one.first == slash ? 1 : 0, other.first == slash ? 1 : 0)
    while start < one.count || otherStart < other.count {
      let end = one[min(start, one.count)...].firstIndex(of: slash) ?? one.count
      let otherEnd = other[min(otherStart, other.count)...].firstIndex(of: slash) ?? other.count
      let segment = UnsafeRawBufferPointer(rebasing: one[min(start, end)..<end])
      let otherSegment = UnsafeRawBufferPointer(
        rebasing: other[min(otherStart, otherEnd)..<otherEnd])
      let isBoth = start < one.count && otherStart < other.count
      if isBoth, segment.first == UInt8(ascii: "{") {
        sum += 1
      } else if isBoth {
        sum += similarity(segment, otherSegment)
      }
      count += 1
      (start, otherStart) = (end + 1, otherEnd + 1)
    }
    return count == 0 ? 1 : sum / Double(count)
  }

  /// Returns the share of the longer text, from 0 to 1, that both texts have in common at their
  /// start and end.
  private static func similarity(
    _ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer
  ) -> Double {
    let length = max(one.count, other.count)
    let shorter = min(one.count, other.count)
    if length == 0 { return 1 }
    var start = 0
    while start < shorter, one[start] == other[start] { start += 1 }
    var end = 0
    while end < shorter, one[one.count - 1 - end] == other[other.count - 1 - end] { end += 1 }
    return Double(min(start + end, length)) / Double(length)
  }
}

/// The beginning of a body, for reports.
struct BodyExcerpt {
  /// The largest number of bytes of a body that reports show.
  static let limit = 2_048

  let start: Data
  /// The number of bytes that are left out.
  private let rest: Int

  init(_ body: Data) {
    var end = min(body.count, Self.limit)
    // Do not cut between the bytes of a character.
    while end < body.count, end > Self.limit - 4, body[body.startIndex + end] & 0xC0 == 0x80 {
      end -= 1
    }
    start = body.prefix(end)
    rest = body.count - end
  }

  /// The size of the part that is left out, such as `… 59 MB more`; empty if the
  /// whole body is shown.
  var ending: String { rest == 0 ? "" : "… \(ByteCount(rest)) more" }
}
