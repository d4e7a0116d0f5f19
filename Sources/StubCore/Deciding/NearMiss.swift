/// A stub that did not answer a request, matcher by matcher.
public struct NearMiss: Sendable, Hashable {
  /// What one matcher of the stub said.
  public struct Verdict: Sendable, Hashable {
    public let matcher: String
    /// `nil` when it accepted the request.
    public let mismatch: Mismatch?
  }

  public struct Mismatch: Sendable, Hashable {
    public let expected: String
    public let found: String

    /// Between 0 and 1: how much of the longer text the two share at their ends.
    ///
    /// The name of the part and the quotes are the same in both and say nothing.
    var closeness: Double {
      let (expected, found) = (Self.value(in: expected), Self.value(in: found))
      let length = max(expected.count, found.count)
      if length == 0 { return 1 }
      let prefix = zip(expected, found).prefix { $0 == $1 }.count
      let suffix = zip(expected.reversed(), found.reversed()).prefix { $0 == $1 }.count
      return Double(min(prefix + suffix, length)) / Double(length)
    }

    /// What is left of `path "/users"` without the word and the quotes.
    private static func value(in text: String) -> Substring.UTF8View {
      let text = text.utf8
      let blank = text.firstIndex(of: UInt8(ascii: " "))
      let value = text[(blank.map(text.index(after:)) ?? text.startIndex)...]
      let quote = UInt8(ascii: "\"")
      let isQuoted = value.count >= 2 && value.first == quote && value.last == quote
      return isQuoted ? value.dropFirst().dropLast() : value
    }
  }

  /// Name and place of the stub.
  public var stub: String { HTTPStub.title(name, origin) }
  private let name: String?
  public let origin: HTTPStub.Origin
  public let verdicts: [Verdict]
  /// Between 0 and 1: the share of the conditions that the request fulfilled, or nearly did.
  package let closeness: Double

  init(_ installed: InstalledStub, _ request: ReceivedRequest) {
    let stub = installed.stub
    var verdicts = stub.matchers.map { Verdict($0, request) }
    if let obstacle = Self.obstacle(installed, request) { verdicts.append(obstacle) }
    for problem in stub.problems {
      verdicts.append(
        Verdict(
          matcher: "the stub is sound", mismatch: Mismatch(expected: "no fault", found: problem)))
    }
    name = stub.name
    origin = stub.origin
    self.verdicts = verdicts
    let sum = verdicts.reduce(0) { $0 + ($1.mismatch.map { $0.closeness / 2 } ?? 1) }
    closeness = verdicts.isEmpty ? 0 : sum / Double(verdicts.count)
  }

  /// What keeps a stub from answering although its matchers may accept the request.
  private static func obstacle(_ installed: InstalledStub, _ request: ReceivedRequest) -> Verdict? {
    let stub = installed.stub
    if stub.script(for: request.method) == nil {
      let methods = stub.methods.map(\.rawValue).joined(separator: ", ")
      return Verdict(
        matcher: "has a response for \(request.method)",
        mismatch: Mismatch(
          expected: methods.isEmpty ? "a response for some method" : "method \(methods)",
          found: "method \(request.method)"))
    }
    return installed.obstacle(for: request.method).map { obstacle in
      Verdict(
        matcher: obstacle.condition,
        mismatch: Mismatch(expected: obstacle.expected, found: obstacle.found))
    }
  }
}

extension NearMiss.Verdict {
  init(_ matcher: any HTTPStubMatcher, _ request: ReceivedRequest) {
    self.matcher = matcher.description
    switch matcher.evaluate(request, for: .stubRequest) {
    case .matched: mismatch = nil
    case .mismatched(let expected, let found):
      mismatch = NearMiss.Mismatch(expected: expected, found: found)
    }
  }
}
