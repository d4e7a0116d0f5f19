package import StubCore
package import StubDocuments

extension Schema {
  package static var methodName: Schema { Schema(["type": "string", "pattern": "^[!-~]+$"]) }
}

extension Reader {
  /// Reads a method, which is a standard one or a token in upper case.
  ///
  /// `remedy` is for a word that means every method in other tools, such as `ANY`.
  package func method(_ value: Value, orForEvery remedy: Remedy) -> HTTPMethod? {
    guard let name = string(value) else { return nil }
    guard let method = HTTPMethod(ruleText: name) else {
      return mismatch(
        value, expected: "a method such as GET",
        remedy: HTTPMethod.remedy(for: name, orForEvery: remedy) ?? "use GET")
    }
    if let nearest = method.nearestStandard {
      report(
        value, .warning, found: "\(Quotation.of(name)) is not a standard method",
        remedy: .nearest(Quotation.of(nearest)))
    }
    return method
  }

  /// Reads a key of `respond`: a method, or `any`.
  func responseKey(_ value: Value, _ name: String) -> ResponseKey? {
    if name == "any" { return ResponseKey(method: nil) }
    guard let method = HTTPMethod(ruleText: name) else { return mismatchedKey(value, name) }
    if let nearest = method.nearestStandard {
      report(
        keyOf: value, .warning, found: "\(Quotation.of(name)) is not a standard method",
        remedy: .nearest(Quotation.of(nearest)))
    }
    return ResponseKey(method: method)
  }

  private func mismatchedKey(_ value: Value, _ name: String) -> ResponseKey? {
    let isResponseKey = Keys.response[name] != nil
    report(
      value, atKeyByte: 0,
      found: isResponseKey
        ? "\(Quotation.of(name)) is beside methods" : "unknown method \(Quotation.of(name))",
      remedy: isResponseKey
        ? "move it into one, or under \"any\""
        : HTTPMethod.remedy(for: name, orForEvery: "use \"any\"", isKey: true))
    return nil
  }
}

extension HTTPMethod {
  /// Creates a method from its form in rule files: a token (RFC 9110 §5.6.2) in upper case.
  package init?(ruleText name: String) {
    let method = HTTPMethod(rawValue: name)
    guard Self.standard.contains(method) || name.isOwnMethod else { return nil }
    self = method
  }

  /// Returns whether a key of `respond` is meant as a method, and not as a part of a response.
  static func isMeant(by key: String) -> Bool {
    key == "any" || HTTPMethod(ruleText: key) != nil || key.isForEveryMethod
      || standard.contains(HTTPMethod(rawValue: key.uppercasedASCII()))
      || !key.joinedMethods.isEmpty
  }

  /// The standard method with nearly the same name; `nil` if there is none, or if this method is a
  /// standard one.
  fileprivate var nearestStandard: String? {
    Self.standard.contains(self)
      ? nil : NearestName.to(rawValue, among: Self.standard.map(\.rawValue))
  }

  /// Returns the remedy for a text that is not a method, as a value or as a key of `respond`.
  fileprivate static func remedy(
    for name: String, orForEvery everyMethod: Remedy, isKey: Bool = false
  ) -> Remedy? {
    if name.isForEveryMethod { return everyMethod }
    let joined = name.joinedMethods
    if !joined.isEmpty {
      return isKey
        ? "use a key for each method" : "use [\(joined.joined(separator: ", "))]"
    }
    let upper = name.uppercasedASCII()
    return .nearest(to: upper, among: standard.map(\.rawValue))
      ?? (name.isToken && upper != name ? "use \(Quotation.of(upper))" : nil)
  }
}

extension String {
  /// Whether the text is a token in upper case, and does not stand for several methods.
  fileprivate var isOwnMethod: Bool {
    let (upper, lower) = (
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z")
    )
    return isToken && utf8.contains(where: upper.contains) && !utf8.contains(where: lower.contains)
      && !isForEveryMethod && joinedMethods.isEmpty
  }

  /// Whether other tools use this text to mean every method, as in `ANY`.
  fileprivate var isForEveryMethod: Bool {
    switch uppercasedASCII() {
    case "ANY", "ALL", "DEFAULT", "*": true
    default: false
    }
  }

  /// The standard methods that the text combines, as in `GET|POST`; empty if it is a single name.
  fileprivate var joinedMethods: [String] {
    // Most texts have only letters, as response keys do.
    guard utf8.contains(where: { ($0 | 0x20) &- UInt8(ascii: "a") >= 26 }) else { return [] }
    let names = uppercasedASCII().split { !$0.isLetter }.map(String.init)
    let areStandard = names.allSatisfy { HTTPMethod.standard.contains(HTTPMethod(rawValue: $0)) }
    return names.count > 1 && areStandard ? names : []
  }
}
