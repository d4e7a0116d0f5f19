/// How a stub that does not answer fares with a request.
///
/// Many are compared, but only the nearest are put into words, by ``NearMiss``.
struct StubComparison {
  let installed: InstalledStub
  /// What keeps it from answering although its matchers may accept the request.
  let obstacle: NearMiss.Verdict?
  /// Between 0 and 1: the share of the conditions that the request fulfilled, or nearly did.
  let closeness: Double

  init(_ installed: InstalledStub, _ request: ReceivedRequest) {
    self.installed = installed
    let stub = installed.stub
    obstacle = Self.obstacle(installed, request)
    var sum = Self.closeness(of: stub, request)
    if let mismatch = obstacle?.mismatch {
      sum += Self.closeness(ofMismatch: mismatch.expected, mismatch.found) / 2
    }
    sum += stub.problems.reduce(0) { $0 + Self.closeness(ofMismatch: "no fault", $1) / 2 }
    let count = stub.matchers.count + (obstacle == nil ? 0 : 1) + stub.problems.count
    closeness = count == 0 ? 0 : sum / Double(count)
  }

  /// How near each of the stub's conditions is to being fulfilled, all together.
  private static func closeness(of stub: HTTPStub, _ request: ReceivedRequest) -> Double {
    guard let path = stub.exactPath else {
      return stub.matchers.reduce(0) { $0 + $1.evaluate(request, for: .stubRequest).closeness }
    }
    let found = request.target.readablePath
    return path == found ? 1 : closeness(path, found) / 2
  }

  private static func obstacle(
    _ installed: InstalledStub, _ request: ReceivedRequest
  ) -> NearMiss.Verdict? {
    let stub = installed.stub
    if !installed.answers(request.method) {
      let methods = stub.methods.map(\.rawValue).joined(separator: ", ")
      return NearMiss.Verdict(
        matcher: "has a response for \(request.method)",
        mismatch: NearMiss.Mismatch(
          expected: methods.isEmpty ? "a response for some method" : "method \(methods)",
          found: "method \(request.method)"))
    }
    return installed.obstacle(for: request.method).map { obstacle in
      NearMiss.Verdict(
        matcher: obstacle.condition,
        mismatch: NearMiss.Mismatch(expected: obstacle.expected, found: obstacle.found))
    }
  }

  /// Between 0 and 1: how much of the longer text the two share at their ends.
  private static func closeness(_ expected: String, _ found: String) -> Double {
    withBytes(of: expected, found) { closeness($0[...], $1[...]) }
  }

  /// The same for what a mismatch says: the name of the part and the quotes are the same in both.
  fileprivate static func closeness(
    ofMismatch expected: String, _ found: String
  ) -> Double {
    withBytes(of: expected, found) { closeness(value(in: $0), value(in: $1)) }
  }

  private static func withBytes(
    of first: String, _ second: String,
    _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Double
  ) -> Double {
    var (first, second) = (first, second)
    return first.withUTF8 { first in second.withUTF8 { body(first, $0) } }
  }

  private static func closeness(
    _ expected: Slice<UnsafeBufferPointer<UInt8>>, _ found: Slice<UnsafeBufferPointer<UInt8>>
  ) -> Double {
    let length = max(expected.count, found.count)
    if length == 0 { return 1 }
    let shorter = min(expected.count, found.count)
    var prefix = 0
    while prefix < shorter,
      expected[expected.startIndex + prefix] == found[found.startIndex + prefix]
    {
      prefix += 1
    }
    var suffix = 0
    while suffix < shorter,
      expected[expected.endIndex - 1 - suffix] == found[found.endIndex - 1 - suffix]
    {
      suffix += 1
    }
    return Double(min(prefix + suffix, length)) / Double(length)
  }

  /// What is left of `path "/users"` without the word and the quotes.
  private static func value(
    in text: UnsafeBufferPointer<UInt8>
  ) -> Slice<UnsafeBufferPointer<UInt8>> {
    let blank = text.firstIndex(of: UInt8(ascii: " "))
    let value = text[(blank.map { $0 + 1 } ?? 0)...]
    let quote = UInt8(ascii: "\"")
    let isQuoted = value.count >= 2 && value.first == quote && value.last == quote
    return isQuoted ? value.dropFirst().dropLast() : value
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
