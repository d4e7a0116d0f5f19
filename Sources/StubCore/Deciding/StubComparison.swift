/// How stubs that do not answer fare with a request.
///
/// Many are compared, but only the nearest are put into words, by ``NearMiss``.
struct StubComparison {
  private let request: ReceivedRequest
  private let method: HTTPMethod
  private let path: String
  private let pathBytes: [UInt8]
  private let isPathASCII: Bool

  init(_ request: ReceivedRequest) {
    self.request = request
    method = request.method
    path = request.target.readablePath
    pathBytes = Array(path.utf8)
    isPathASCII = pathBytes.allSatisfy { $0 < 0x80 }
  }

  /// Between 0 and 1: the share of the stub's conditions that the request fulfills, or nearly does.
  func closeness(of installed: InstalledStub) -> Double {
    var (sum, count) = matcherCloseness(of: installed)
    if let obstacle = installed.obstacle(for: method),
      let mismatch = Self.verdict(on: obstacle, of: installed, request).mismatch
    {
      sum += Self.closeness(ofMismatch: mismatch.expected, mismatch.found) / 2
      count += 1
    }
    let problems = installed.stub.problems
    if !problems.isEmpty {
      sum += problems.reduce(0) { $0 + Self.closeness(ofMismatch: "no fault", $1) / 2 }
      count += problems.count
    }
    return count == 0 ? 0 : sum / Double(count)
  }

  /// How near the stub's matchers are to accepting the request, all together, and their number.
  private func matcherCloseness(of installed: InstalledStub) -> (sum: Double, count: Int) {
    if let exact = installed.exactPath { return (closeness(to: exact), 1) }
    let matchers = installed.stub.matchers
    let sum = matchers.reduce(0) { $0 + $1.evaluate(request, for: .stubRequest).closeness }
    return (sum, matchers.count)
  }

  /// How near the path of the request is to the only one that a stub accepts.
  private func closeness(to exact: ComparedPath) -> Double {
    exact.withBytes { bytes in
      // What is equal to a text of ASCII in other bytes has more of them.
      let isByBytes = isPathASCII && bytes.count <= pathBytes.count
      if !isByBytes, exact.equals(path) { return 1 }
      return pathBytes.withUnsafeBytes { path in
        let start = bytes.prefixCount(sharedWith: path)
        let isEqual = start == bytes.count && start == path.count
        return isEqual ? 1 : Self.closeness(bytes, path, sharedStart: start) / 2
      }
    }
  }

  /// What keeps a stub from answering although its matchers may accept the request.
  static func obstacle(
    _ installed: InstalledStub, _ request: ReceivedRequest
  ) -> NearMiss.Verdict? {
    installed.obstacle(for: request.method).map { verdict(on: $0, of: installed, request) }
  }

  private static func verdict(
    on obstacle: TurnObstacle, of installed: InstalledStub, _ request: ReceivedRequest
  ) -> NearMiss.Verdict {
    if installed.answers(request.method) {
      return NearMiss.Verdict(
        matcher: obstacle.condition,
        mismatch: NearMiss.Mismatch(expected: obstacle.expected, found: obstacle.found))
    }
    let methods = installed.stub.methods.map(\.rawValue).joined(separator: ", ")
    return NearMiss.Verdict(
      matcher: "has a response for \(request.method)",
      mismatch: NearMiss.Mismatch(
        expected: methods.isEmpty ? "a response for some method" : "method \(methods)",
        found: "method \(request.method)"))
  }

  /// Between 0 and 1: how much of the longer text the two share at their ends.
  private static func closeness(
    _ expected: UnsafeRawBufferPointer, _ found: UnsafeRawBufferPointer, sharedStart start: Int
  ) -> Double {
    let length = max(expected.count, found.count)
    if length == 0 { return 1 }
    let shared = start + expected.suffixCount(sharedWith: found)
    return Double(min(shared, length)) / Double(length)
  }

  /// The same for what a mismatch says: the name of the part and the quotes are the same in both.
  fileprivate static func closeness(
    ofMismatch expected: String, _ found: String
  ) -> Double {
    expected.withBytes { expected in
      found.withBytes { found in
        let (expected, found) = (value(in: expected), value(in: found))
        return closeness(expected, found, sharedStart: expected.prefixCount(sharedWith: found))
      }
    }
  }

  /// What is left of `path "/users"` without the word and the quotes.
  private static func value(in text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let blank = text.firstIndex(of: UInt8(ascii: " "))
    let value = text[(blank.map { $0 + 1 } ?? 0)...]
    let quote = UInt8(ascii: "\"")
    let isQuoted = value.count >= 2 && value.first == quote && value.last == quote
    return UnsafeRawBufferPointer(rebasing: isQuoted ? value.dropFirst().dropLast() : value)
  }
}

extension MatchResult {
  /// 1 for a match, and at most half of that for anything else.
  fileprivate var closeness: Double {
    switch self {
    case .matched: 1
    case .mismatched(let expected, let found):
      StubComparison.closeness(ofMismatch: expected, found) / 2
    }
  }
}
