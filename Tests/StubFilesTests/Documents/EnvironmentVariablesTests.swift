import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite struct EnvironmentVariablesTests {
  private static let variables = EnvironmentVariables(["HOST": "api.test", "EMPTY": "", "A_1": "x"])

  @Test(
    "Variables are filled in, defaults stand in for missing and empty ones, $${ is ${",
    arguments: [
      ("https://${HOST}/a", "https://api.test/a"), ("${HOST}${A_1}", "api.testx"),
      ("${NONE:-http://localhost:8080}/x", "http://localhost:8080/x"), ("${NONE:-}", ""),
      ("${EMPTY}", ""), ("${EMPTY:-d}", "d"), ("${HOST:-d}", "api.test"), ("$${HOST}", "${HOST}"),
      ("$$${HOST}", "$${HOST}"), ("$HOST $ {owner} $", "$HOST $ {owner} $"), ("", ""),
      ("$\u{FE0F} ${HOST}\u{FE0F}", "$\u{FE0F} api.test\u{FE0F}"),
      ("${NONE:-\u{301}}", "\u{301}"),
    ])
  func substitution(text: String, result: String) throws {
    #expect(try Self.variables.substituted(in: text) == result)
  }

  @Test(
    "A tag that cannot be filled in is reported at the text",
    arguments: [
      (
        "${NONE}",
        "environment variable NONE is not set; set it, or use ${NONE:-default}"
      ),
      (
        "a${HOST",
        #"missing "}" after "${"; use ${NAME} or ${NAME:-default}, or $${ for literal text"#
      ),
      (
        "${a b}",
        #"invalid name of an environment variable "a b"; use letters, digits and "_", or $${ "#
          + "for literal text"
      ),
      (
        "${}",
        #"invalid name of an environment variable ""; use letters, digits and "_", or $${ for "#
          + "literal text"
      ),
      (
        "${1A}",
        #"invalid name of an environment variable "1A"; use letters, digits and "_", or $${ "#
          + "for literal text"
      ),
    ])
  func problems(text: String, message: String) throws {
    let node = try Reading.node("url: '\(text)'\n")
    let reader = Reader()
    #expect(reader.string(try #require(node["url"]), from: Self.variables) == nil)
    let finding = try #require(reader.findings.list.sorted.first)
    #expect(finding.message == message)
    #expect(finding.line == 1)
    #expect(finding.column == 6)
  }
}
