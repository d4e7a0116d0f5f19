/// How a stub that does not answer fares with a request.
///
/// Many are compared, but only the nearest are put into words, by ``NearMiss``.
struct StubComparison {
  let installed: InstalledStub
  /// Between 0 and 1: the share of the conditions that the request fulfilled, or nearly did.
  let closeness: Double

  init(_ installed: InstalledStub, _ request: ReceivedRequest) {
    self.installed = installed
    let stub = installed.stub
    let obstacle = Self.obstacle(installed, request)
    var sum = Self.closeness(of: installed, request)
    if let mismatch = obstacle?.mismatch {
      sum += Self.closeness(ofMismatch: mismatch.expected, mismatch.found) / 2
    }
    sum += stub.problems.reduce(0) { $0 + Self.closeness(ofMismatch: "no fault", $1) / 2 }
    let count = stub.matchers.count + (obstacle == nil ? 0 : 1) + stub.problems.count
    closeness = count == 0 ? 0 : sum / Double(count)
  }

  /// How near each of the stub's conditions is to being fulfilled, all together.
  private static func closeness(
    of installed: InstalledStub, _ request: ReceivedRequest
  ) -> Double {
    guard let path = installed.exactPath else {
      return installed.stub.matchers.reduce(0) {
        $0 + $1.evaluate(request, for: .stubRequest).closeness
      }
    }
    let found = request.target.readablePath
    return path == found ? 1 : closeness(path, found) / 2
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
    let methods = installed.stub.methods.map(\.rawValue).joined(separator: ", ")
    return NearMiss.Verdict(
      matcher: "has a response for \(request.method)",
      mismatch: NearMiss.Mismatch(
        expected: methods.isEmpty ? "a response for some method" : "method \(methods)",
        found: "method \(request.method)"))
  }

  /// Between 0 and 1: how much of the longer text the two share at their ends.
  private static func closeness(_ expected: String, _ found: String) -> Double {
    withBytes(of: expected, found) { closeness($0, $1) }
  }

  /// The same for what a mismatch says: the name of the part and the quotes are the same in both.
  fileprivate static func closeness(
    ofMismatch expected: String, _ found: String
  ) -> Double {
    withBytes(of: expected, found) { closeness(value(in: $0), value(in: $1)) }
  }

  private static func withBytes(
    of first: String, _ second: String,
    _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Double
  ) -> Double {
    let result = first.utf8.withContiguousStorageIfAvailable { first in
      second.utf8.withContiguousStorageIfAvailable {
        body(UnsafeRawBufferPointer(first), UnsafeRawBufferPointer($0))
      }
    }
    return (result ?? nil)
      ?? Array(first.utf8).withUnsafeBytes { first in
        Array(second.utf8).withUnsafeBytes { body(first, $0) }
      }
  }

  private static func closeness(
    _ expected: UnsafeRawBufferPointer, _ found: UnsafeRawBufferPointer
  ) -> Double {
    let length = max(expected.count, found.count)
    if length == 0 { return 1 }
    let shared = expected.prefixCount(sharedWith: found) + expected.suffixCount(sharedWith: found)
    return Double(min(shared, length)) / Double(length)
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
