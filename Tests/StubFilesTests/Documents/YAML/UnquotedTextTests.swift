import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Texts in YAML that need quotes")
struct UnquotedTextTests {
  @Test(
    "What has to be quoted is printed as it has to be written",
    arguments: [
      ("- match: { path: /orders/{id} }", "{", #""/orders/{id}""#),
      ("- match: { path: /a/{b}/c, method: GET }", "{", #""/a/{b}/c""#),
      ("- match:\n    headers: { A: x{1} }", "{", #""x{1}""#),
      ("- respond: { text: a: b }", ":", #""a: b""#),
      ("- respond:\n    text: a: b", ":", #""a: b""#),
      ("- respond:\n    text: Note: \"x\"  # c", ":", #"'Note: "x"'"#),
      ("- a: [/x/{y}, /z]", "{", #""/x/{y}""#),
      ("- match: { path: { regex: [a-z]+ } }", "+", #""[a-z]+""#),
      ("- match:\n    path: [a-z]+/x", "+", #""[a-z]+/x""#),
      ("- match:\n    path: {id}/x", "/", #""{id}/x""#),
    ])
  func quotes(text: String, sign: String, quoted: String) throws {
    let finding = try #require(try Reading(text, as: "a.yaml").diagnostics.sorted.first)
    #expect(
      finding.message
        == "\"\(sign)\" in a text without quotes; put the text in quotes: \(quoted)")
  }

  @Test(
    "Other mistakes are named as what they are",
    arguments: [
      ("a: {x: 1\nb: 3", #"missing "," or "}" in the mapping that starts at 1:4"#),
      ("a: [1 }", #"missing "," or "]" in the list that starts at 1:4"#),
      ("a: 1\n\tb: 2", "tab in the indentation; use spaces"),
      ("a:\n  b: 1\n c: 2", #"got "c" where"#),
      ("stubs:\n  - name: a\n   match: b", #"got "match" where"#),
    ])
  func others(text: String, part: String) throws {
    let finding = try #require(try Reading(text, as: "a.yaml").diagnostics.sorted.first)
    #expect(finding.message.contains(part), "\(finding.message)")
  }
}
