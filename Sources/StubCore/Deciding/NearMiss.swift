/// A stub that did not answer a request, matcher by matcher.
public struct NearMiss: Sendable, Hashable {
  /// What one matcher of the stub said.
  public struct Verdict: Sendable, Hashable {
    /// The condition in words, such as `path is "/users"`.
    public let matcher: String
    /// `nil` when it accepted the request.
    public let mismatch: Mismatch?
  }

  /// Why a matcher did not accept a request.
  public struct Mismatch: Sendable, Hashable {
    /// The condition in words.
    public let expected: String
    /// What the request has there, such as `"/user"`.
    public let found: String
  }

  /// Name and place of the stub.
  public var stub: String { HTTPStub.title(name, origin) }
  private let name: String?
  /// Where the stub was written.
  public let origin: HTTPStub.Origin
  /// One for each matcher, in the order in which the stub lists them.
  public let verdicts: [Verdict]
  /// What is expected of the stub itself.
  static let noError = "no error"

  /// Puts into words how a stub fares with a request.
  init(_ installed: InstalledStub, _ request: ReceivedRequest) {
    let stub = installed.stub
    name = stub.name
    origin = stub.origin
    var verdicts = stub.matchers.map {
      Verdict(matcher: $0.description, $0.evaluate(request, for: .stubRequest))
    }
    if let obstacle = StubComparison.obstacle(installed, request) { verdicts.append(obstacle) }
    for problem in stub.problems {
      let mismatch = Mismatch(expected: Self.noError, found: problem)
      verdicts.append(Verdict(matcher: "the stub is valid", mismatch: mismatch))
    }
    self.verdicts = verdicts
  }
}

extension NearMiss.Verdict {
  fileprivate init(matcher: String, _ result: MatchResult) {
    self.matcher = matcher
    switch result {
    case .matched: mismatch = nil
    case .mismatched(let expected, let found):
      mismatch = NearMiss.Mismatch(expected: expected, found: found)
    }
  }
}

/// How stubs that do not answer fare with a request.
///
/// Many are compared, but only the nearest are put into words, by ``NearMiss``.
package struct StubComparison {
  /// The weight of a condition on the address: a request for another path usually means another stub.
  static let addressWeight = 3.0

  private let request: ReceivedRequest
  private let path: String

  init(_ request: ReceivedRequest) {
    self.request = request
    path = request.target.readablePath
  }

  /// How far the request is from matching the stub; 0 if it matches all conditions.
  ///
  /// Each failed condition adds between 0.5 and 1: less, if the expected and the found text are similar.
  func distance(to installed: InstalledStub) -> Double {
    var distance = 0.0
    if let path = installed.exactPath {
      distance = self.distance(toPath: path)
    } else {
      distance = Self.distance(request, to: installed.stub.matchers)
    }
    if let mismatch = Self.obstacle(installed, request)?.mismatch {
      distance += Self.distance(mismatch.expected, mismatch.found)
    }
    for problem in installed.stub.problems { distance += Self.distance(NearMiss.noError, problem) }
    return distance
  }

  /// How far a request is from being accepted by matchers.
  package static func distance(
    _ request: ReceivedRequest, to matchers: [any HTTPStubMatcher]
  ) -> Double {
    matchers.reduce(0) { sum, matcher in
      let result = matcher.evaluate(request, for: .stubRequest)
      guard case .mismatched(let expected, let found) = result else { return sum }
      return sum + distance(expected, found)
    }
  }

  /// The same as the matcher's mismatch gives, which is not put into words.
  private func distance(toPath expected: String) -> Double {
    if path == expected { return 0 }
    let similarity = expected.withBytes { expected in
      path.withBytes { Self.similarity(expected, $0) }
    }
    return Self.addressWeight * (1 - similarity / 2)
  }

  /// What keeps a stub from answering although its matchers may accept the request.
  static func obstacle(
    _ installed: InstalledStub, _ request: ReceivedRequest
  ) -> NearMiss.Verdict? {
    guard let obstacle = installed.obstacle(for: request.method) else { return nil }
    if installed.answers(request.method) {
      return NearMiss.Verdict(
        matcher: obstacle.condition,
        mismatch: NearMiss.Mismatch(expected: obstacle.expected, found: obstacle.found))
    }
    let methods = installed.stub.methods.map(\.rawValue).joined(separator: " or ")
    return NearMiss.Verdict(
      matcher: methods.isEmpty ? "the stub has a response" : "method is \(methods)",
      mismatch: NearMiss.Mismatch(
        expected: methods.isEmpty ? "a response" : "method \(methods)",
        found: methods.isEmpty ? "no response" : "method \(request.method)"))
  }

  /// Of what a mismatch says: the name of the part and the quotes are the same in both.
  private static func distance(_ expected: String, _ found: String) -> Double {
    let isAddress = ["path ", "URI ", "URL "].contains { expected.hasPrefix($0) }
    let similarity = expected.withBytes { expected in
      found.withBytes { Self.similarity(value(in: expected), value(in: $0)) }
    }
    return (isAddress ? addressWeight : 1) * (1 - similarity / 2)
  }

  /// What is left of `path "/users"` without the word and the quotes.
  private static func value(in text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let blank = text.firstIndex(of: UInt8(ascii: " "))
    let value = text[(blank.map { $0 + 1 } ?? 0)...]
    let quote = UInt8(ascii: "\"")
    let isQuoted = value.count >= 2 && value.first == quote && value.last == quote
    return UnsafeRawBufferPointer(rebasing: isQuoted ? value.dropFirst().dropLast() : value)
  }

  /// Between 0 and 1: how much of the longer text the two share at their ends.
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
