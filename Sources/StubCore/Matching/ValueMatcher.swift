/// A condition on the values of one part of a request: a header, a parameter, a JSON node.
///
/// A part can occur several times or not at all, so the condition is on the list of its values.
/// The factories ask that at least one value fits; ``absent`` asks that there is none.
///
/// ```swift
/// extension ValueMatcher {
///   static let digits = ValueMatcher("is made of digits") { $0.allSatisfy(\.isNumber) }
/// }
/// ```
public struct ValueMatcher: Sendable, CustomStringConvertible {
  /// Completes the sentence "the value …".
  public let description: String
  /// The only text this condition accepts, case-sensitively; `nil` for other conditions.
  package let exactValue: String?
  private let test: @Sendable ([String]) -> Bool

  /// A condition that one of the values fits.
  public init(_ description: String, _ test: @escaping @Sendable (String) -> Bool) {
    self.init(description: description) { $0.contains(where: test) }
  }

  package init(
    description: String, exactValue: String? = nil, all test: @escaping @Sendable ([String]) -> Bool
  ) {
    self.description = description
    self.exactValue = exactValue
    self.test = test
  }

  /// Whether the values of a part that occurs `values.count` times fit.
  public func accepts(_ values: [String]) -> Bool { test(values) }
}

extension ValueMatcher: ExpressibleByStringLiteral {
  /// A literal stands for equality.
  public init(stringLiteral value: String) { self = .equals(value) }
}

extension ValueMatcher {
  public static func equals(_ text: String) -> ValueMatcher {
    ValueMatcher(description: "is \"\(text)\"", exactValue: text) { $0.contains(text) }
  }

  /// Equality without regard to case.
  public static func equalsIgnoringCase(_ text: String) -> ValueMatcher {
    let lower = text.lowercased()
    return ValueMatcher("is \"\(text)\" in any case") { $0.lowercased() == lower }
  }

  public static func contains(_ text: String) -> ValueMatcher {
    ValueMatcher("contains \"\(text)\"") { text.isEmpty || $0.contains(text) }
  }

  public static func hasPrefix(_ text: String) -> ValueMatcher {
    ValueMatcher("starts with \"\(text)\"") { $0.hasPrefix(text) }
  }

  public static func hasSuffix(_ text: String) -> ValueMatcher {
    ValueMatcher("ends with \"\(text)\"") { $0.hasSuffix(text) }
  }

  /// At least one value, whatever it is.
  public static let present = ValueMatcher(description: "is present") { !$0.isEmpty }

  /// No value at all.
  public static let absent = ValueMatcher(description: "is absent") { $0.isEmpty }

  /// Exactly these values, in any order, each as often as it is written here.
  public static func exactly(_ texts: [String]) -> ValueMatcher {
    let sorted = texts.sorted()
    return ValueMatcher(description: "has exactly the values \(texts)") { $0.sorted() == sorted }
  }

  /// For each condition at least one value; other values may be there too.
  public static func includes(_ conditions: [ValueMatcher]) -> ValueMatcher {
    ValueMatcher(
      description: "includes a value for each of: "
        + conditions.map(\.description).joined(separator: ", ")
    ) { values in conditions.allSatisfy { $0.accepts(values) } }
  }

  public static func any(of conditions: [ValueMatcher]) -> ValueMatcher {
    ValueMatcher(description: conditions.map(\.description).joined(separator: " or ")) { values in
      conditions.contains { $0.accepts(values) }
    }
  }

  public static func all(of conditions: [ValueMatcher]) -> ValueMatcher {
    ValueMatcher(description: conditions.map(\.description).joined(separator: " and ")) { values in
      conditions.allSatisfy { $0.accepts(values) }
    }
  }

  public static func not(_ condition: ValueMatcher) -> ValueMatcher {
    ValueMatcher(description: "not (\(condition.description))") { !condition.accepts($0) }
  }
}
