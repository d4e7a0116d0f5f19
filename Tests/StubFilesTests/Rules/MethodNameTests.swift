import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Names of methods")
struct MethodNameTests {
  private func findings(_ text: String) throws -> [String] {
    try RuleSet(text: text).findings
  }

  @Test(
    "A word for every method is refused in match", arguments: ["ANY", "any", "Any", "*", "ALL"])
  func everyMethodInMatch(word: String) throws {
    #expect(
      try findings("match: { method: '\(word)' }\nrespond: {}") == [
        "error 1:18: \"method\" must be a method such as GET, not \"\(word)\"; "
          + "leave out \"method\" to match every method"
      ])
  }

  @Test(
    "A word for every method is refused in respond",
    arguments: ["ANY", "Any", "*", "DEFAULT", "default", "all"])
  func everyMethodInRespond(word: String) throws {
    for respond in ["{ '\(word)': {} }", "{ '\(word)': {}, GET: {} }"] {
      #expect(
        try findings("respond: \(respond)") == [
          "error 1:13: unknown method \"\(word)\"; use \"any\""
        ])
    }
  }

  @Test("A word for every method is refused in a webhook")
  func everyMethodInWebhook() throws {
    #expect(
      try findings("respond: {}\nthen: { url: 'http://127.0.0.1:9/', method: ANY }") == [
        "error 2:45: \"method\" must be a method such as GET, not \"ANY\"; use POST"
      ])
  }

  @Test("Several methods in one name are refused", arguments: ["GET|POST", "get,post", "GET POST"])
  func joined(name: String) throws {
    #expect(
      try findings("match: { method: '\(name)' }\nrespond: {}") == [
        "error 1:18: \"method\" must be a method such as GET, not \"\(name)\"; use [GET, POST]"
      ])
    #expect(
      try findings("respond: { '\(name)': {} }") == [
        "error 1:13: unknown method \"\(name)\"; use a key for each method"
      ])
  }

  @Test("A text without letters gets no name in upper case", arguments: ["7-7", "**"])
  func withoutLetters(name: String) throws {
    #expect(
      try findings("match: { method: '\(name)' }\nrespond: {}") == [
        "error 1:18: \"method\" must be a method such as GET, not \"\(name)\"; use GET"
      ])
  }

  @Test("An unknown method near a standard one gets a warning", arguments: ["GETT", "GTE"])
  func slips(name: String) throws {
    let finding = "\"\(name)\" is not a standard method; did you mean \"GET\"?"
    #expect(
      try findings("match: { method: \(name) }\nrespond: {}") == ["warning 1:18: \(finding)"])
    #expect(try findings("respond: { \(name): {} }") == ["warning 1:12: \(finding)"])
  }

  @Test(
    "Other methods are taken as they are",
    arguments: ["PURGE", "M-SEARCH", "VERSION-CONTROL", "UPDATE", "MKCOL", "SUBSCRIBE", "QUERY"])
  func ownMethods(name: String) throws {
    #expect(try findings("match: { method: \(name) }\nrespond: { \(name): {} }") == [])
  }
}
