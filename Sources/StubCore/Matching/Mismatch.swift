import StubLanguages

/// The reason why a condition does not accept a request: the expected and the found value.
///
/// Its texts are created when they are read, because most mismatches are never shown.
public struct Mismatch: Sendable, Hashable {
  /// The part of a request that a condition checks.
  package struct Subject: Sendable {
    private let kind: String
    /// The name of the header field, cookie or the like; `nil` if the kind has only one part.
    private let item: String?
    /// Whether the part is a path or a URL, which counts most in the search for the closest stub.
    let isAddress: Bool

    /// Creates a subject from the kind of the part and the name of its item, such as `header` and
    /// `Accept`.
    package init(_ kind: String, _ item: String? = nil, isAddress: Bool = false) {
      (self.kind, self.item, self.isAddress) = (kind, item, isAddress)
    }

    /// The name of the part in reports, such as `header Accept`; empty if the texts already contain
    /// it.
    var name: String { item.map { String(kind, " ", $0) } ?? kind }

    package static let none = Subject("")
    static let path = Subject("path", isAddress: true)
    static let url = Subject("URL", isAddress: true)
    static let uri = Subject("URI", isAddress: true)
  }

  package enum Expectation: Sendable {
    case test(ValueMatcher)
    /// A text that follows the name of the part in reports.
    case text(String)
  }

  package enum Finding: Sendable {
    /// The first values of the part, and the number of all its values.
    case values([String], count: Int)
    /// The part is missing.
    case missing
    /// The part is missing, but the request has a part whose name looks the same and has different
    /// bytes.
    case lookalike(String)
    /// A text that follows the name of the part in reports.
    case text(String)
    /// A text that stands without the name of the part in reports.
    case sentence(String)
    /// A mistake in the stub, which does not depend on the request.
    case mistake(String)
    /// The reason why the condition was undecided, and the values.
    case doubt(String, on: [String])

    /// Returns the finding for the values of a part: the first five, with at most 4 KB of each.
    package static func values(_ values: [String], of count: Int? = nil) -> Finding {
      if values.isEmpty { return .missing }
      // Most values are shown as they are.
      let isShort = values.count <= shownValues && values.allSatisfy(\.isShort)
      let shown = isShort ? values : values.prefix(shownValues).map(\.beginning)
      return .values(shown, count: count ?? values.count)
    }

    fileprivate static let shownValues = 5
  }

  private final class Content: Sendable {
    let subject: Subject
    let expectation: Expectation
    let finding: Finding
    let isStated: Bool

    init(_ subject: Subject, _ expectation: Expectation, _ finding: Finding, isStated: Bool) {
      (self.subject, self.expectation, self.finding) = (subject, expectation, finding)
      self.isStated = isStated
    }
  }

  private let content: Content

  /// Creates a mismatch from its parts.
  ///
  /// `isStated` tells whether the matcher's description already contains the expected value.
  package init(
    _ subject: Subject, _ expectation: Expectation, _ finding: Finding, isStated: Bool = true
  ) { content = Content(subject, expectation, finding, isStated: isStated) }

  /// Creates a mismatch with texts for reports, such as `header X-Day "Sunday"` and `no header
  /// X-Day`.
  public init(expected: String, found: String) {
    self.init(.none, .text(expected), .sentence(found), isStated: false)
  }

  /// The expected value for reports, usually after the name of the request's part: `path "/users"`.
  public var expected: String { shown(expectedText) }

  /// The found value for reports, usually after the name of the request's part: `path "/user"`.
  public var found: String { shown(foundText) }

  /// Returns the text that follows the description of the matcher in reports, such as
  /// ` (got "/user")`.
  ///
  /// The expected value is left out if the description contains it, unless the found value looks
  /// the same.
  func remark(after description: String) -> String {
    switch content.finding {
    case .mistake(let text): ": \(text)"
    case .missing where content.isStated: " (missing)"
    case _ where content.isStated && !isDeceptive: String(" (got ", foundValue, ")")
    case _ where description.utf8.reversed().starts(with: expected.utf8.reversed()):
      " (got \(found))"
    default: " (expected \(expected), got \(found))"
    }
  }

  public static func == (left: Mismatch, right: Mismatch) -> Bool {
    left.expected.hasSameScalars(as: right.expected) && left.found.hasSameScalars(as: right.found)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(expected)
    hasher.combine(found)
  }
}

extension Mismatch {
  private var name: String { content.subject.name }

  private var expectedText: String {
    switch content.expectation {
    case .test(let test): test.expectation(of: name)
    case .text(let text): behindName(text)
    }
  }

  private var foundText: String {
    switch content.finding {
    case .values, .text: behindName(foundValue)
    case .missing, .lookalike, .sentence, .mistake, .doubt: foundValue
    }
  }

  /// The found value in words, without the name of the part.
  private var foundValue: String {
    switch content.finding {
    case .values(let values, let count):
      if count == 1, let value = values.first { return value.quoted }
      let shown = values.map(\.quoted).joined(separator: ", ")
      return count > values.count ? "\(shown) and \(count - values.count) more" : shown
    case .missing: return "no \(name)"
    case .lookalike(let lookalike): return "no \(name), but one named \(lookalike.quoted)"
    case .text(let text), .sentence(let text), .mistake(let text): return text
    case .doubt(let reason, let values):
      let shown =
        values.isEmpty ? "no \(name)" : behindName(values.map(\.quoted).joined(separator: ", "))
      return "\(reason), on \(shown)"
    }
  }

  private func behindName(_ text: String) -> String { name.isEmpty ? text : "\(name) \(text)" }

  /// Returns a text for reports.
  ///
  /// If the expected and the found value look the same, its characters outside ASCII are escaped.
  private func shown(_ text: String) -> String { isDeceptive ? text.escapingScalars : text }

  private var isDeceptive: Bool {
    switch (content.expectation, content.finding) {
    case (_, .lookalike): true
    case (.test(let test), .values(let values, _)): test.seemsToFit(values)
    default: expectedText.looksLike(foundText)
    }
  }
}

extension Mismatch {
  /// Whether the expected and the found value are paths or URLs.
  var isOfAddress: Bool { content.subject.isAddress }

  /// The expected and the found value without names and quotation marks, for measuring similarity.
  var values: (expected: String, found: String) {
    let expected =
      switch content.expectation {
      case .test(let test): test.exactValue ?? test.description
      case .text(let text): text
      }
    return switch content.finding {
    case .values(let values, _): (expected, values.count == 1 ? values[0] : foundValue)
    case .missing, .lookalike, .doubt: (expected, "")
    case .text(let text), .sentence(let text), .mistake(let text): (expected, text)
    }
  }
}

extension ValueMatcher {
  /// Returns the condition on the part `name` in words, such as `header Accept contains "json"`.
  func sentence(about name: String) -> String {
    if case .equals(let text) = form { return String(name, " is \"", text, "\"") }
    return String(name, " ", description)
  }

  /// Returns the expected value of the part `name` in words, such as `header Accept "text/html"`.
  fileprivate func expectation(of name: String) -> String {
    switch form {
    case .equals(let text): text.quoted(behind: name)
    case .present: name
    case .absent: "no \(name)"
    default: "\(name) that \(description)"
    }
  }
}

extension String {
  /// The beginning of the text, enough for the 160 characters that reports show.
  ///
  /// The journal keeps mismatches in memory, so they must not keep the whole body of a request.
  fileprivate var beginning: String {
    isShort ? self : String(decoding: utf8.prefix(Self.beginningSize), as: UTF8.self)
  }

  fileprivate var isShort: Bool { utf8.count <= Self.beginningSize }

  /// 161 characters in UTF-8, so that a report marks a text as shortened.
  private static let beginningSize = 161 * 4
}
