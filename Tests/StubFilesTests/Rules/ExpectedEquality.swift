import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

/// An operator of rule files on texts, with what it means in the plainest words.
struct TextOperator: Sendable, CustomTestStringConvertible {
  let name: String
  let operand: @Sendable (String) -> JSONValue
  let condition: @Sendable (String) throws -> ValueMatcher
  let fits: @Sendable (_ expected: String, _ found: String) -> Bool

  var testDescription: String { name }

  static let all: [TextOperator] = [
    TextOperator(
      name: "equals", operand: { ["equals": .string($0)] }, condition: { .equals($0) },
      fits: isSame),
    TextOperator(
      name: "contains", operand: { ["contains": .string($0)] }, condition: { .contains($0) },
      fits: isIn),
    TextOperator(
      name: "prefix", operand: { ["prefix": .string($0)] }, condition: { .hasPrefix($0) },
      fits: { Array(Array($1.utf8).prefix($0.utf8.count)) == Array($0.utf8) }),
    TextOperator(
      name: "suffix", operand: { ["suffix": .string($0)] }, condition: { .hasSuffix($0) },
      fits: { Array(Array($1.utf8).suffix($0.utf8.count)) == Array($0.utf8) }),
    TextOperator(
      name: "exactly", operand: { ["exactly": [.string($0)]] }, condition: { .exactly([$0]) },
      fits: isSame),
    TextOperator(
      name: "includes", operand: { ["includes": [.string($0)]] },
      condition: { .includes([.equals($0)]) }, fits: isSame),
    TextOperator(
      name: "every", operand: { ["every": .string($0)] }, condition: { .every(.equals($0)) },
      fits: isSame),
    TextOperator(
      name: "any", operand: { ["any": [.string($0)]] }, condition: { .any(of: .equals($0)) },
      fits: isSame),
    TextOperator(
      name: "all", operand: { ["all": [.string($0)]] }, condition: { .all(of: .equals($0)) },
      fits: isSame),
    TextOperator(
      name: "not", operand: { ["not": .string($0)] }, condition: { .not(.equals($0)) },
      fits: { !isSame($0, $1) }),
    TextOperator(
      name: "regex", operand: { ["regex": .string("^\\Q\($0)\\E$")] },
      condition: { try .matches("^\\Q\($0)\\E$") }, fits: isSame),
    TextOperator(
      name: "regex in any case",
      operand: { text in
        ["regex": ["pattern": .string("^\\Q\(text)\\E$"), "options": "caseInsensitive"]]
      }, condition: { try .matches("^\\Q\($0)\\E$", options: .caseInsensitive) },
      fits: { isSame(fold($0), fold($1)) }),
    TextOperator(
      name: "glob", operand: { ["glob": .string($0)] }, condition: { try .glob($0) }, fits: isSame),
    TextOperator(
      name: "equalsIgnoringCase", operand: { ["equalsIgnoringCase": .string($0)] },
      condition: { .equalsIgnoringCase($0) }, fits: { isSame(fold($0), fold($1)) }),
    TextOperator(
      name: "containsIgnoringCase", operand: { ["containsIgnoringCase": .string($0)] },
      condition: { .containsIgnoringCase($0) }, fits: { isIn(fold($0), fold($1)) }),
  ]

  private static func isSame(_ one: String, _ other: String) -> Bool {
    Array(one.utf8) == Array(other.utf8)
  }

  private static func isIn(_ part: String, _ text: String) -> Bool {
    let (part, text) = (Array(part.utf8), Array(text.utf8))
    guard part.count <= text.count else { return false }
    return (0...text.count - part.count).contains { Array(text[$0..<$0 + part.count]) == part }
  }

  /// The letters of ``EqualityTests/texts`` that have a case, by hand.
  private static func fold(_ text: String) -> String {
    let letters: [Unicode.Scalar: Unicode.Scalar] = [
      "A": "a", "\u{c9}": "\u{e9}", "E": "e", "K": "k", "\u{212A}": "k", "\u{1E9E}": "\u{df}",
      "\u{3c2}": "\u{3c3}", "\u{3a3}": "\u{3c3}", "\u{17f}": "s",
    ]
    return String(String.UnicodeScalarView(text.unicodeScalars.map { letters[$0] ?? $0 }))
  }
}

/// A comparison of numbers.
struct NumberOperator: Sendable, CustomTestStringConvertible {
  let name: String
  let fits: @Sendable (_ found: Int, _ expected: Int) -> Bool

  var testDescription: String { name }

  static let all = [
    NumberOperator(name: "greaterThan") { $0 > $1 }, NumberOperator(name: "atLeast") { $0 >= $1 },
    NumberOperator(name: "lessThan") { $0 < $1 }, NumberOperator(name: "atMost") { $0 <= $1 },
  ]
}

/// A text with its place among the numbers; `nil` for none.
struct ExpectedNumber: Sendable {
  let text: String
  let rank: Int?

  /// The number, if it is one in JSON.
  var json: JSONValue? { rank == nil ? nil : JSONNumber(parsing: text).map { .number($0) } }

  static let all: [ExpectedNumber] = [
    .init(text: "-1e400", rank: -3), .init(text: "-9007199254740993", rank: -2),
    .init(text: "-1", rank: -1), .init(text: "0", rank: 0), .init(text: "+00", rank: 0),
    .init(text: "0.1", rank: 1), .init(text: "1e2", rank: 2), .init(text: "100", rank: 2),
    .init(text: "+100.00", rank: 2), .init(text: "0100.", rank: 2),
    .init(text: "9007199254740992", rank: 3), .init(text: "9007199254740993", rank: 4),
    .init(text: "1e400", rank: 5), .init(text: "10e399", rank: 5), .init(text: "1e401", rank: 6),
    .init(text: "1e999999999", rank: 7), .init(text: "x", rank: nil),
    .init(text: "0x10", rank: nil), .init(text: "inf", rank: nil), .init(text: "1e", rank: nil),
    .init(text: "1.2.3", rank: nil), .init(text: "--1", rank: nil),
  ]
}
