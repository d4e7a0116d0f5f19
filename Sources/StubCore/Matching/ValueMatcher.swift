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
  /// The conditions that a matcher of one part may read in its own way.
  package enum Form: Sendable, Hashable {
    case equals(String)
    case contains(String)
    case hasPrefix(String)
    case hasSuffix(String)
    case glob(String)
    case regex(RegularExpression)
    case present
    case absent
    case other
  }

  /// Completes the sentence "the value …".
  public let description: String
  package let form: Form
  /// What is wrong with the condition, such as a literal pattern that does not compile.
  package let problems: [String]
  private let test: @Sendable ([String]) -> ValueVerdict

  /// A condition that one of the values fits.
  public init(_ description: String, _ test: @escaping @Sendable (String) -> Bool) {
    self.init(description, form: .other, test)
  }

  package init(
    description: String, form: Form = .other, problems: [String] = [],
    judge test: @escaping @Sendable ([String]) -> ValueVerdict
  ) {
    self.description = description
    self.form = form
    self.problems = problems
    self.test = test
  }

  private init(_ description: String, form: Form, _ test: @escaping @Sendable (String) -> Bool) {
    self.init(description: description, form: form) { ValueVerdict($0.contains(where: test)) }
  }

  /// The only text this condition accepts, case-sensitively; `nil` for other conditions.
  package var exactValue: String? {
    if case .equals(let text) = form { text } else { nil }
  }

  /// Whether the values of a part that occurs `values.count` times fit.
  public func accepts(_ values: [String]) -> Bool { judge(values).isAccepted }

  package func judge(_ values: [String]) -> ValueVerdict { test(values) }
}

extension ValueMatcher: ExpressibleByStringLiteral {
  /// A literal stands for equality.
  public init(stringLiteral value: String) { self = .equals(value) }
}

extension ValueMatcher {
  public static func equals(_ text: String) -> ValueMatcher {
    ValueMatcher("is \"\(text)\"", form: .equals(text)) { $0 == text }
  }

  public static func contains(_ text: String) -> ValueMatcher {
    ValueMatcher("contains \"\(text)\"", form: .contains(text)) {
      text.isEmpty || $0.contains(text)
    }
  }

  public static func hasPrefix(_ text: String) -> ValueMatcher {
    ValueMatcher("starts with \"\(text)\"", form: .hasPrefix(text)) { $0.hasPrefix(text) }
  }

  public static func hasSuffix(_ text: String) -> ValueMatcher {
    ValueMatcher("ends with \"\(text)\"", form: .hasSuffix(text)) { $0.hasSuffix(text) }
  }

  /// At least one value, whatever it is.
  public static let present = ValueMatcher(description: "is present", form: .present) {
    ValueVerdict(!$0.isEmpty)
  }

  /// No value at all.
  public static let absent = ValueMatcher(description: "is absent", form: .absent) {
    ValueVerdict($0.isEmpty)
  }

  /// Exactly these values, in any order, each as often as it is written here.
  public static func exactly(_ texts: [String]) -> ValueMatcher {
    let sorted = texts.sorted()
    return ValueMatcher(description: "has exactly the values \(texts)") {
      ValueVerdict($0.sorted() == sorted)
    }
  }

  /// The same condition on a text that was changed, where it is a plain condition on a text.
  package func mapText(_ change: (String) -> String) -> ValueMatcher {
    switch form {
    case .equals(let text): .equals(change(text))
    case .contains(let text): .contains(change(text))
    case .hasPrefix(let text): .hasPrefix(change(text))
    case .hasSuffix(let text): .hasSuffix(change(text))
    case .glob, .regex, .present, .absent, .other: self
    }
  }
}
