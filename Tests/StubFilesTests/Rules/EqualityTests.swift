import CoreTestSupport
import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

/// Parts of a request under operators on texts, each expectation by the plain rule of ``ExpectedEquality``.
@Suite("Equality of texts and numbers in each part of a request")
struct EqualityTests {
  /// Composed and decomposed, upper and lower case, and signs that `String` takes for others.
  static let texts = [
    "a", "A", "\u{e9}", "e\u{301}", "\u{c9}", "E\u{301}", "k", "K", "\u{212A}", "\u{df}",
    "\u{1E9E}", "ss", "\u{3c3}", "\u{3c2}", "\u{3a3}", "s", "\u{17f}", "i", "\u{131}", "\u{130}",
    "a\u{323}\u{307}", "a\u{307}\u{323}", "\u{1FEF}", "`", "x\u{e9}y", "xe\u{301}y", "\u{301}",
  ]

  // 10 parts × 15 operators × 27 × 27 texts, twice: 218,700 answers.
  @Test(
    "Each operator on texts compares bytes in each part, from a file and in a process",
    arguments: ValuePart.all, TextOperator.all)
  fileprivate func texts(part: ValuePart, test: TextOperator) throws {
    let expected = Self.texts.map(part.text)
    let file = try Self.set(part, expected.map(test.operand))
    let process = StubSet()
    for (place, text) in expected.enumerated() {
      let stub = HTTPStubRequest().stub(.text("\(place)")).priority(place + 1)
      stub.match(path: .hasPrefix("/")).match(part.matcher(try test.condition(text)))
      process.add(stub: stub)
    }
    for found in expected {
      let accepted = expected.indices.filter { test.fits(expected[$0], found) }
      for set in [file, process] {
        Self.check(set, part.request(found), accepted, "\(part) \(test): \(found.escapingScalars)")
      }
    }
  }

  // 9 parts × 4 operators × 13 × 22 numbers: 10,296 answers.
  @Test(
    "Each comparison of numbers is exact in each part, also beyond 2^53 and 1e400",
    arguments: ValuePart.all.filter { $0.name != "path" }, NumberOperator.all)
  fileprivate func numbers(part: ValuePart, test: NumberOperator) throws {
    let expected = ExpectedNumber.all.filter { $0.json != nil }
    #expect(expected.count == 13)
    let set = try Self.set(part, expected.compactMap { $0.json.map { [test.name: $0] } })
    for found in ExpectedNumber.all {
      let accepted = expected.indices.filter { place in
        guard let one = found.rank, let other = expected[place].rank else { return false }
        return test.fits(one, other)
      }
      Self.check(set, part.request(found.text), accepted, "\(part) \(test): \(found.text)")
    }
  }

  // 6 kinds of names × 27 × 27 texts: 4,374 answers.
  @Test("Names are compared by their bytes in each part", arguments: NamedPart.all)
  fileprivate func names(part: NamedPart) throws {
    let set = try Self.set(Self.texts.map(part.rule))
    for (place, found) in Self.texts.enumerated() {
      Self.check(set, part.request(found), [place], "\(part.name): \(found.escapingScalars)")
    }
  }

  // 2 parts × 15 operators × 6 × 6 texts: 1,080 answers.
  @Test(
    "Each operator ignores the case of hosts and of names of header fields",
    arguments: FoldedPart.all, TextOperator.all)
  fileprivate func folded(part: FoldedPart, test: TextOperator) throws {
    let texts = part.texts
    let set = try Self.set(texts.map { [part.key: test.operand($0)] })
    for found in texts {
      let accepted = texts.indices.filter {
        test.fits(texts[$0].lowercased(), found.lowercased())
      }
      Self.check(set, part.request(found), accepted, "\(part.key) \(test): \(found)")
    }
  }

  /// Stubs of one path, which are found by the values of the part, in this order.
  private static func set(_ part: ValuePart, _ operands: [JSONValue]) throws -> StubSet {
    try set(operands.map(part.rule))
  }

  private static func set(_ matches: [JSONValue]) throws -> StubSet {
    let stubs = matches.enumerated().map { place, match -> JSONValue in
      let priority = JSONValue.number(JSONNumber(place + 1))
      return ["match": match, "priority": priority, "respond": ["text": .string("\(place)")]]
    }
    let rules = try RuleSet(text: (["stubs": .array(stubs)] as JSONValue).text(), as: "a.json")
    #expect(rules.diagnostics.errorCount == 0, "\(rules.diagnostics)")
    let set = StubSet()
    set.replaceAll(with: rules)
    #expect(set.stubs.count == matches.count)
    return set
  }

  /// Compares what the index finds, and what each stub says alone, with what is expected.
  private static func check(
    _ set: StubSet, _ request: ReceivedRequest, _ accepted: [Int], _ cell: String
  ) {
    let stubs = set.stubs.sorted { $0.priority < $1.priority }
    let scanned = stubs.indices.filter { place in
      stubs[place].matchers.allSatisfy { $0.evaluate(request, for: .stubRequest).isMatch }
    }
    #expect(scanned == accepted, "\(cell)")
    #expect(set.text(for: request) == accepted.first.map { "\($0)" }, "\(cell), by the index")
  }
}

/// A part of requests that conditions on values are on.
private struct ValuePart: Sendable, CustomTestStringConvertible {
  let name: String
  let rule: @Sendable (JSONValue) -> JSONValue
  let matcher: @Sendable (ValueMatcher) -> any HTTPStubMatcher
  let request: @Sendable (String) -> ReceivedRequest
  /// The text as the part has it.
  var text: @Sendable (String) -> String = { $0 }

  var testDescription: String { name }

  static let all: [ValuePart] = [
    ValuePart(
      name: "path", rule: { ["path": $0] }, matcher: { PartMatcher(.path, $0) },
      request: { ReceivedRequest(.get, "/" + encoded(String($0.dropFirst()))) },
      text: { "/-\($0)" }),
    ValuePart(
      name: "query", rule: { ["query": ["v": $0]] }, matcher: { PartMatcher(.query("v"), $0) },
      request: { ReceivedRequest(.get, "/?v=\(encoded($0))") }),
    ValuePart(
      name: "header", rule: { ["headers": ["X-V": $0]] },
      matcher: { PartMatcher(.header("X-V"), $0) },
      request: { ReceivedRequest(.get, "/", headers: ["X-V": $0]) }),
    ValuePart(
      name: "cookie", rule: { ["cookies": ["v": $0]] }, matcher: { PartMatcher(.cookie("v"), $0) },
      request: { ReceivedRequest(.get, "/", headers: [.cookie: "a=b; v=\($0)"]) }),
    ValuePart(
      name: "form", rule: { ["form": ["v": $0]] }, matcher: { PartMatcher(.form("v"), $0) },
      request: { form("v=\(encoded($0))") }),
    ValuePart(
      name: "body", rule: { ["body": $0] }, matcher: { PartMatcher(.body, $0) },
      request: { ReceivedRequest(.post, "/", body: Data($0.utf8)) }),
    ValuePart(
      name: "JSON", rule: { ["jsonPath": ["$.v": $0]] },
      matcher: { PartMatcher(JSONSelection(literal: "$.v"), $0) },
      request: { json(["v": .string($0)]) }),
    ValuePart(
      name: "XML", rule: { ["xpath": ["/a/v": $0]] },
      matcher: { PartMatcher(.xml(XMLSelection(literal: "/a/v")), $0) },
      request: { ReceivedRequest(.post, "/", body: Data("<a><v>\($0)</v></a>".utf8)) }),
    ValuePart(
      name: "part's name", rule: { ["multipart": ["name": $0]] },
      matcher: { HTTPStubMultipartMatcher(name: $0) },
      request: { multipart(name: $0, file: "f") }),
    ValuePart(
      name: "file name", rule: { ["multipart": ["filename": $0]] },
      matcher: { HTTPStubMultipartMatcher(filename: $0) },
      request: { multipart(name: "v", file: $0) }),
  ]

  static func encoded(_ text: String) -> String {
    text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  static func form(_ text: String) -> ReceivedRequest {
    ReceivedRequest(
      .post, "/", headers: [.contentType: "application/x-www-form-urlencoded"],
      body: Data(text.utf8))
  }

  static func json(_ value: JSONValue) -> ReceivedRequest {
    ReceivedRequest(
      .post, "/", headers: [.contentType: "application/json"], body: value.data())
  }

  static func multipart(name: String, file: String) -> ReceivedRequest {
    let part =
      "--x\r\nContent-Disposition: form-data; name=\"\(name)\"; filename=\"\(file)\"\r\n\r\n1\r\n"
    return ReceivedRequest(
      .post, "/", headers: [.contentType: "multipart/form-data; boundary=x"],
      body: Data("\(part)--x--\r\n".utf8))
  }
}

/// A kind of names that are compared as they are.
private struct NamedPart: Sendable, CustomTestStringConvertible {
  let name: String
  let rule: @Sendable (String) -> JSONValue
  let request: @Sendable (String) -> ReceivedRequest

  var testDescription: String { name }

  private static func one(_ name: String, _ value: JSONValue) -> JSONValue {
    .object(JSONObject([(name, value)]))
  }

  static let all: [NamedPart] = [
    NamedPart(
      name: "query", rule: { ["query": one($0, "1")] },
      request: { ReceivedRequest(.get, "/?\(ValuePart.encoded($0))=1") }),
    NamedPart(
      name: "cookie", rule: { ["cookies": one($0, "1")] },
      request: { ReceivedRequest(.get, "/", headers: [.cookie: "\($0)=1"]) }),
    NamedPart(
      name: "form", rule: { ["form": one($0, "1")] },
      request: { ValuePart.form("\(ValuePart.encoded($0))=1") }),
    NamedPart(
      name: "JSON", rule: { ["json": one($0, 1)] }, request: { ValuePart.json(one($0, 1)) }),
    NamedPart(
      name: "JSONPath", rule: { ["jsonPath": one("$['\($0)']", "1")] },
      request: { ValuePart.json(one($0, 1)) }),
    NamedPart(
      name: "exact query", rule: { ["queryEquals": one($0, "1")] },
      request: { ReceivedRequest(.get, "/?\(ValuePart.encoded($0))=1") }),
  ]
}

/// A part that is ASCII and compared in any case.
private struct FoldedPart: Sendable, CustomTestStringConvertible {
  let key: String
  let texts: [String]
  let request: @Sendable (String) -> ReceivedRequest

  var testDescription: String { key }

  static let all: [FoldedPart] = [
    FoldedPart(
      key: "headerNames", texts: ["X-Camel", "x-camel", "X-C", "x-c", "CAMEL", "amel"],
      request: { ReceivedRequest(.get, "/", headers: HTTPHeaders([HTTPHeaderName($0): "1"])) }),
    FoldedPart(
      key: "host", texts: ["Api.Test", "api.test", "API", "api", "TEST", "test"],
      request: { ReceivedRequest(.get, "http://\($0)/") }),
  ]
}
