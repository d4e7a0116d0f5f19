/// A condition on the values of one part of a request: a header, a parameter, a JSON node.
///
/// A part can occur several times or not at all, so the condition is on the list of its values.
/// The factories require at least one matching value; ``absent`` requires none.
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
    case exactly([String])
    /// A list, as in many header fields, has this element.
    case element(String)
    case other
  }

  /// What a form does not say of itself.
  private final class Particulars: Sendable {
    let description: String
    let problems: [String]
    let isSynchronous: Bool
    /// What the condition is made of; `nil` if it is not made of others.
    let combination: ValueCombination?
    let test: @Sendable ([String]) -> ValueVerdict

    init(
      _ description: String, _ problems: [String], isSynchronous: Bool,
      combination: ValueCombination? = nil, _ test: @escaping @Sendable ([String]) -> ValueVerdict
    ) {
      self.description = description
      self.problems = problems
      self.isSynchronous = isSynchronous
      self.combination = combination
      self.test = test
    }
  }

  package let form: Form
  /// `nil` where the form says everything, as it does for most of the conditions of many stubs.
  private let particulars: Particulars?

  /// A condition that one of the values fits.
  public init(_ description: String, _ test: @escaping @Sendable (String) -> Bool) {
    self.init(description: description) { ValueVerdict($0.contains(where: test)) }
  }

  /// A condition that one of the values fits, which runs no code of a caller.
  init(own description: String, _ test: @escaping @Sendable (String) -> Bool) {
    self.init(description: description, isSynchronous: true) {
      ValueVerdict($0.contains(where: test))
    }
  }

  package init(
    description: String, form: Form = .other, problems: [String] = [], isSynchronous: Bool = false,
    judge test: @escaping @Sendable ([String]) -> ValueVerdict
  ) {
    self.form = form
    particulars = Particulars(description, problems, isSynchronous: isSynchronous, test)
  }

  init(_ combination: ValueCombination) {
    form = .other
    particulars = Particulars(
      combination.description, combination.conditions.flatMap(\.problems),
      isSynchronous: combination.conditions.allSatisfy(\.isSynchronous),
      combination: combination, combination.judge)
  }

  private init(plain form: Form) {
    self.form = form
    particulars = nil
  }

  /// Completes the sentence "the value …".
  public var description: String { particulars?.description ?? form.description }

  /// What is wrong with the condition, such as a literal pattern that does not compile.
  package var problems: [String] { particulars?.problems ?? [] }

  /// Whether it runs no code of a caller.
  package var isSynchronous: Bool { particulars?.isSynchronous ?? true }

  /// A text that the condition accepts, if it names one or accepts any.
  package var sample: String? {
    switch form {
    case .equals(let text): text
    case .present: "1"
    case .element(let text): text
    case .contains, .hasPrefix, .hasSuffix, .glob, .regex, .absent, .exactly, .other: nil
    }
  }

  /// The only text this condition accepts, case-sensitively; `nil` for other conditions.
  package var exactValue: String? {
    if case .equals(let text) = form { text } else { nil }
  }

  /// What it is made of; `nil` if it is not made of others.
  var combination: ValueCombination? { particulars?.combination }

  /// Whether it is on all values of a part together and not on one of them.
  var isOnList: Bool {
    switch form {
    case .present, .absent, .exactly: true
    case .equals, .contains, .hasPrefix, .hasSuffix, .glob, .regex, .element: false
    case .other:
      switch particulars?.combination {
      case .includes?, .every?, .not?: true
      case .any(let conditions)?, .all(let conditions)?: conditions.contains(where: \.isOnList)
      case .one?, nil: false
      }
    }
  }

  /// The conditions that must all hold: itself, unless it is made of such.
  var conjuncts: [ValueMatcher] {
    if case .all(let conditions)? = particulars?.combination { conditions } else { [self] }
  }

  /// Whether the values of a part that occurs `values.count` times fit.
  package func accepts(_ values: [String]) -> Bool { judge(values).isAccepted }

  package func judge(_ values: [String]) -> ValueVerdict {
    if let particulars { return particulars.test(values) }
    return ValueVerdict(form.accepts(values))
  }
}

extension ValueMatcher.Form {
  /// What a plain condition asks for.
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
    case .glob, .regex, .other: ""  // These have particulars.
    }
  }

  /// Whether the values fit a plain condition.
  fileprivate func accepts(_ values: [String]) -> Bool {
    switch self {
    case .equals(let text): values.containsScalars(of: text)
    case .contains(let text): values.contains { $0.contains(bytesOf: text) }
    // By bytes, as `contains` does: a line feed behind a carriage return is one character with it.
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
  /// A literal stands for equality.
  public init(stringLiteral value: String) { self = .equals(value) }
}

extension ValueMatcher {
  /// Exactly this text, in this case; the same as a string literal.
  public static func equals(_ text: String) -> ValueMatcher {
    ValueMatcher(plain: .equals(text))
  }

  /// A text with this one in it, in this case.
  public static func contains(_ text: String) -> ValueMatcher {
    ValueMatcher(plain: .contains(text))
  }

  /// A text that begins with this one, in this case.
  public static func hasPrefix(_ text: String) -> ValueMatcher {
    ValueMatcher(plain: .hasPrefix(text))
  }

  /// A text that ends with this one, in this case.
  public static func hasSuffix(_ text: String) -> ValueMatcher {
    ValueMatcher(plain: .hasSuffix(text))
  }

  /// At least one value, whatever it is.
  public static let present = ValueMatcher(plain: .present)

  /// No value at all.
  public static let absent = ValueMatcher(plain: .absent)

  /// One element of a comma-separated list, as in `Accept-Encoding: gzip;q=1.0, br` (RFC 9110 §5.6.1).
  ///
  /// In a header field, an item may have parameters: those that are written here have to be there, and one with
  /// the weight `q=0` does not count (RFC 9110 §12.4.2). Case does not count in codings, media types and the like.
  public static func hasElement(_ text: String) -> ValueMatcher {
    ValueMatcher(plain: .element(text))
  }

  /// Exactly these values, in any order, each as often as it is written here.
  public static func exactly(_ texts: [String]) -> ValueMatcher {
    ValueMatcher(plain: .exactly(texts))
  }
}

/// What a condition says of the values of a part.
package enum ValueVerdict: Sendable, Hashable {
  /// They fit; the groups are those of the regular expressions that were searched for.
  case accepted(groups: [String: String])
  case rejected
  /// Undecided: the pattern is invalid, or its search was given up.
  case undecided(String)

  static let accepted = ValueVerdict.accepted(groups: [:])

  init(_ isAccepted: Bool) { self = isAccepted ? .accepted : .rejected }

  var isAccepted: Bool {
    if case .accepted = self { true } else { false }
  }
}

extension Sequence where Element == ValueVerdict {
  /// The first acceptance; without one, the first doubt.
  func anyAccepted() -> ValueVerdict {
    var result = ValueVerdict.rejected
    for verdict in self {
      switch verdict {
      case .accepted: return verdict
      case .undecided: if result == .rejected { result = verdict }
      case .rejected: continue
      }
    }
    return result
  }

  /// Acceptance by all, with the groups of all; the first rejection outweighs every doubt.
  func allAccepted() -> ValueVerdict {
    var groups: [String: String] = [:]
    var doubt: ValueVerdict?
    for verdict in self {
      switch verdict {
      case .accepted(let more): groups.merge(more) { $1 }
      case .undecided: doubt = doubt ?? verdict
      case .rejected: return .rejected
      }
    }
    return doubt ?? .accepted(groups: groups)
  }
}
