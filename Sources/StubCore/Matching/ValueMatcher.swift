/// A condition on the values of one part of a request, such as a header or a query parameter.
///
/// A part can occur several times or not at all, so the condition checks the list of its values.
/// Most conditions require at least one matching value; ``absent`` requires that there is no value.
///
/// ```swift
/// extension ValueMatcher {
///   static let digits = ValueMatcher("is made of digits") { $0.allSatisfy(\.isNumber) }
/// }
/// ```
public struct ValueMatcher: Sendable, CustomStringConvertible {
  /// The kind of a condition, with its text or pattern if it has one.
  ///
  /// Index keys, sample values and texts of reports are derived from the kind, and so are the
  /// variants of the condition for parts such as hosts, which ignore letter case.
  package enum Form: Sendable, Hashable {
    case equals(String)
    case contains(String)
    case hasPrefix(String)
    case hasSuffix(String)
    case glob(String)
    case regex(RegularExpression)
    case present
    case absent
    case exactly([String])
    /// The value is a list with this element, as in many header fields.
    case element(String)
    case other
  }

  /// The properties of a condition that its form does not determine.
  private final class CustomDefinition: Sendable {
    let description: String
    let problems: [String]
    let isSynchronous: Bool
    /// The conditions that this one combines; `nil` for a simple condition.
    let combination: ValueCombination?
    /// A property of the texts that the condition accepts; `nil` if none is known.
    let trait: TextTrait?
    /// The conditions that accept all values that this condition accepts.
    let implied: [ValueMatcher]
    let test: @Sendable ([String]) -> ValueVerdict

    init(
      _ description: String, _ problems: [String], isSynchronous: Bool,
      combination: ValueCombination? = nil, trait: TextTrait? = nil,
      implied: [ValueMatcher] = [], _ test: @escaping @Sendable ([String]) -> ValueVerdict
    ) {
      self.description = description
      self.problems = problems
      self.isSynchronous = isSynchronous
      self.combination = combination
      self.trait = trait
      self.implied = implied
      self.test = test
    }
  }

  package let form: Form
  /// The additional properties; `nil` if the form determines everything, as for most conditions.
  private let customDefinition: CustomDefinition?

  /// Creates a condition that at least one value must meet.
  public init(_ description: String, _ test: @escaping @Sendable (String) -> Bool) {
    self.init(description: description, implying: [.present]) {
      ValueVerdict($0.contains(where: test))
    }
  }

  /// Creates a condition that at least one value must meet, and that runs no caller code; each text
  /// that it accepts has the trait.
  package init(
    own description: String, trait: TextTrait? = nil, _ test: @escaping @Sendable (String) -> Bool
  ) {
    form = .other
    customDefinition = CustomDefinition(
      description, [], isSynchronous: true, trait: trait, implied: [.present]
    ) { ValueVerdict($0.contains(where: test)) }
  }

  /// Creates a condition on all values of a part.
  ///
  /// `implied` are conditions that accept all values that this condition accepts; stubs are indexed
  /// by them.
  package init(
    description: String, form: Form = .other, problems: [String] = [], isSynchronous: Bool = false,
    implying implied: [ValueMatcher] = [],
    judge test: @escaping @Sendable ([String]) -> ValueVerdict
  ) {
    self.form = form
    customDefinition = CustomDefinition(
      description, problems, isSynchronous: isSynchronous, implied: implied, test)
  }

  init(_ combination: ValueCombination) {
    form = .other
    customDefinition = CustomDefinition(
      combination.description, combination.conditions.flatMap(\.problems),
      isSynchronous: combination.conditions.allSatisfy(\.isSynchronous),
      combination: combination, combination.judge)
  }

  private init(plain form: Form) {
    self.form = form
    customDefinition = nil
  }

  /// A text that follows "the value …" in reports.
  public var description: String { customDefinition?.description ?? form.description }

  /// The mistakes in the condition, such as a literal pattern that does not compile.
  package var problems: [String] { customDefinition?.problems ?? [] }

  /// Whether the condition runs no caller code.
  package var isSynchronous: Bool { customDefinition?.isSynchronous ?? true }

  /// A text that the condition accepts; `nil` if none is known.
  package var sample: String? {
    switch form {
    case .equals(let text): text
    case .present: "1"
    case .element(let text): text
    case .other: wholeText
    case .contains, .hasPrefix, .hasSuffix, .glob, .regex, .absent, .exactly: nil
    }
  }

  /// The text that this condition accepts, in this or in any letter case; `nil` for other
  /// conditions.
  var wholeText: String? {
    if case .whole(let text)? = trait?.shape { text.text } else { exactValue }
  }

  /// The only text that this condition accepts, in exactly this letter case; `nil` for other
  /// conditions.
  package var exactValue: String? {
    if case .equals(let text) = form { text } else { nil }
  }

  /// The conditions that this one combines; `nil` for a simple condition.
  var combination: ValueCombination? { customDefinition?.combination }

  /// A property of each text that the condition accepts, if its form does not tell; `nil` if none
  /// is known.
  var trait: TextTrait? { customDefinition?.trait }

  /// The conditions that accept all values that this condition accepts.
  var implied: [ValueMatcher] { customDefinition?.implied ?? [] }

  /// Whether the condition checks the list of all values, instead of each value alone.
  var isOnList: Bool {
    switch form {
    case .present, .absent, .exactly: true
    case .equals, .contains, .hasPrefix, .hasSuffix, .glob, .regex, .element: false
    case .other:
      switch customDefinition?.combination {
      case .includes?, .every?, .not?: true
      case .any(let conditions)?, .all(let conditions)?: conditions.contains(where: \.isOnList)
      case .one?, nil: false
      }
    }
  }

  /// The conditions that `all(of:)` combines; for any other condition, only this condition.
  var conjuncts: [ValueMatcher] {
    if case .all(let conditions)? = customDefinition?.combination { conditions } else { [self] }
  }

  /// Returns whether the values of a part match; a part may have several values or none.
  package func accepts(_ values: [String]) -> Bool { judge(values).isAccepted }

  package func judge(_ values: [String]) -> ValueVerdict {
    if let customDefinition { return customDefinition.test(values) }
    return ValueVerdict(form.accepts(values))
  }
}

extension ValueMatcher.Form {
  /// The requirement of a simple condition, in words.
  fileprivate var description: String {
    switch self {
    case .equals(let text): String("is \"", text, "\"")
    case .contains(let text): "contains \"\(text)\""
    case .hasPrefix(let text): "starts with \"\(text)\""
    case .hasSuffix(let text): "ends with \"\(text)\""
    case .present: "is present"
    case .absent: "is absent"
    case .exactly(let texts): "has exactly the values \(texts)"
    case .element(let text): "has the list element \"\(text)\""
    case .glob, .regex, .other: ""  // These have customDefinition.
    }
  }

  /// Returns whether the values meet a simple condition.
  fileprivate func accepts(_ values: [String]) -> Bool {
    switch self {
    case .equals(let text): values.containsScalars(of: text)
    case .contains(let text): values.contains { $0.contains(bytesOf: text) }
    // Bytes are compared, as in `contains`: "\r\n" is one character, so "\r" would not be its
    // prefix.
    case .hasPrefix(let text): values.contains { $0.utf8.starts(with: text.utf8) }
    case .hasSuffix(let text):
      values.contains { $0.utf8.suffix(text.utf8.count).elementsEqual(text.utf8) }
    case .present: !values.isEmpty
    case .absent: values.isEmpty
    case .exactly(let texts):
      values.count == texts.count
        && values.map(ScalarText.init).sorted() == texts.map(ScalarText.init).sorted()
    case .element(let text):
      values.contains { value in
        value.utf8.split(separator: UInt8(ascii: ",")).contains {
          Substring($0).trimmingWhitespace().hasSameScalars(as: text)
        }
      }
    case .glob, .regex, .other: false
    }
  }
}

extension ValueMatcher: ExpressibleByStringLiteral {
  /// Creates a condition for equality with the literal.
  public init(stringLiteral value: String) { self = .equals(value) }
}

extension ValueMatcher {
  /// Accepts exactly this text, case-sensitively; a string literal means the same.
  public static func equals(_ text: String) -> ValueMatcher {
    ValueMatcher(plain: .equals(text))
  }

  /// Accepts texts that contain this one, case-sensitively.
  public static func contains(_ text: String) -> ValueMatcher {
    ValueMatcher(plain: .contains(text))
  }

  /// Accepts texts that begin with this one, case-sensitively.
  public static func hasPrefix(_ text: String) -> ValueMatcher {
    ValueMatcher(plain: .hasPrefix(text))
  }

  /// Accepts texts that end with this one, case-sensitively.
  public static func hasSuffix(_ text: String) -> ValueMatcher {
    ValueMatcher(plain: .hasSuffix(text))
  }

  /// Accepts any value; there must be at least one.
  public static let present = ValueMatcher(plain: .present)

  /// Requires that there are no values.
  public static let absent = ValueMatcher(plain: .absent)

  /// Accepts comma-separated lists with this element, as in `Accept-Encoding: gzip;q=1.0, br` (RFC
  /// 9110 §5.6.1).
  ///
  /// An element of a header field may have parameters; the parameters in `text` are required. An
  /// element with the weight `q=0` is ignored (RFC 9110 §12.4.2). Letter case is ignored in
  /// codings, media types and similar tokens.
  public static func hasElement(_ text: String) -> ValueMatcher {
    ValueMatcher(plain: .element(text))
  }

  /// Accepts exactly these values in any order, including repetitions.
  public static func exactly(_ texts: [String]) -> ValueMatcher {
    ValueMatcher(plain: .exactly(texts))
  }
}
