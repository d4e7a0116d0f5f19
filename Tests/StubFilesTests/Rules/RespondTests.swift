import CoreTestSupport
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite struct RespondTests {
  private func texts(_ respond: String, _ methods: [HTTPMethod]) throws -> [String?] {
    let set = try StubSet.reading("respond: \(respond)")
    return methods.map { set.text(for: ReceivedRequest($0, "/")) }
  }

  @Test(
    "Responses are for a method, for any other, or for all",
    arguments: [
      ("{ text: a }", ["a", "a", "a"]),
      ("{ GET: { text: a }, any: { text: b } }", ["a", "b", "b"]),
      ("{ GET: { text: a } }", ["a", nil, nil]),
      ("{ PURGE: { text: a }, POST: { text: b } }", [nil, "b", "a"]),
    ] as [(String, [String?])])
  func methods(respond: String, expected: [String?]) throws {
    #expect(try texts(respond, [.get, .post, "PURGE"]) == expected)
  }

  @Test(
    "Responses in a list are played in order, then as the rule says",
    arguments: [
      ("[{ text: a }, { text: b }]", ["a", "b", "b", "b"]),
      ("{ GET: [{ text: a }, { text: b }] }", ["a", "b", "b", "b"]),
      ("{ sequence: [{ text: a }, { text: b }] }", ["a", "b", "b", "b"]),
      ("{ sequence: [{ text: a }, { text: b }], then: repeat }", ["a", "b", "b", "b"]),
      ("{ GET: { sequence: [{ text: a }, { text: b }], then: cycle } }", ["a", "b", "a", "b"]),
      ("{ then: fallThrough, sequence: [{ text: a }, { text: b }] }", ["a", "b", nil, nil]),
    ] as [(String, [String?])])
  func sequences(respond: String, expected: [String?]) throws {
    #expect(try texts(respond, [.get, .get, .get, .get]) == expected)
  }

  @Test("Priority and times decide which stub answers; of equals the last one does")
  func order() throws {
    let set = try StubSet.reading(
      """
      - respond: { text: first }
      - respond: { text: last }
      - { times: 1, respond: { text: once } }
      - { priority: 1, times: 1, respond: { text: urgent } }
      - { priority: 9, respond: { text: never } }
      """)
    let request = ReceivedRequest(.get, "/")
    #expect((0..<4).map { _ in set.text(for: request) } == ["urgent", "once", "last", "last"])
  }
}
