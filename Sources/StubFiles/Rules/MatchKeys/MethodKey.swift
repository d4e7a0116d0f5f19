import StubCore

extension RuleKey where Target == MatchDraft {
  static var method: Self {
    Self(
      "method", "One or several request methods, as they are sent.", .oneOrMore(.methodName),
      example: ["GET", "HEAD"]
    ) { value, match in
      guard let methods = value.oneOrMore({ $0.method() }), !methods.isEmpty else { return }
      match.add(HTTPStubMethodMatcher(methods), from: &value)
    }
  }
}

extension Schema {
  static var methodName: Schema { Schema(["type": "string", "pattern": "^[!-~]+$"]) }
}

extension ValueReader {
  /// A method: one of the standard ones, or a token in upper case.
  mutating func method() -> HTTPMethod? {
    guard let name = string() else { return nil }
    if let method = HTTPMethod(ruleText: name) { return method }
    return mismatch(
      expected: "a method such as GET", remedy: HTTPMethod.remedy(for: name) ?? "try GET")
  }
}

extension HTTPMethod {
  /// A method as rule files write it: a token (RFC 9110 §5.6.2) in upper case.
  init?(ruleText name: String) {
    let (upper, lower) = (
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z")
    )
    guard name.isToken, name.utf8.contains(where: upper.contains),
      !name.utf8.contains(where: lower.contains)
    else { return nil }
    self.init(rawValue: name)
  }

  /// What was meant by a name that is no method.
  static func remedy(for name: String) -> String? {
    NearestName.to(name.uppercased(), among: standard.map(\.rawValue))
      .map { "did you mean \(Quotation.of($0))?" }
      ?? (name.isToken ? "try \(Quotation.of(name.uppercased()))" : nil)
  }
}

extension String {
  /// Whether it is a token: a method or a field name (RFC 9110 §5.6.2).
  var isToken: Bool { !isEmpty && utf8.allSatisfy(Self.isTokenByte) }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "^")...UInt8(ascii: "z"), UInt8(ascii: "#")...UInt8(ascii: "'"),
      UInt8(ascii: "!"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: "|"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
