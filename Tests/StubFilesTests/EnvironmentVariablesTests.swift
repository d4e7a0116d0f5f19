import Testing

@testable import StubFiles

@Suite struct EnvironmentVariablesTests {
  private static let variables = EnvironmentVariables(["HOST": "api.test", "EMPTY": "", "A_1": "x"])

  @Test(
    "Variables are filled in, defaults stand in for missing and empty ones, $${ is ${",
    arguments: [
      ("https://${HOST}/a", "https://api.test/a"), ("${HOST}${A_1}", "api.testx"),
      ("${NONE:-http://localhost:8080}/x", "http://localhost:8080/x"), ("${NONE:-}", ""),
      ("${EMPTY}", ""), ("${EMPTY:-d}", "d"), ("${HOST:-d}", "api.test"), ("$${HOST}", "${HOST}"),
      ("$$${HOST}", "$${HOST}"), ("$HOST $ {owner} $", "$HOST $ {owner} $"), ("", ""),
    ])
  func substitution(text: String, result: String) throws {
    #expect(try Self.variables.substituted(in: text) == result)
  }

  @Test(
    "What cannot be filled in is reported where the text stands",
    arguments: [
      (
        "${NONE}",
        "the environment variable NONE, which is not set; expected a value for it; try setting it, or ${NONE:-default}"
      ),
      (
        "a${HOST",
        "\"${\" without \"}\"; expected ${NAME} or ${NAME:-default}; try $${ if no variable is meant"
      ),
      (
        "${a b}",
        "\"a b\" as the name of a variable; expected letters, digits and \"_\"; try $${ if no variable is meant"
      ),
      (
        "${}",
        "\"\" as the name of a variable; expected letters, digits and \"_\"; try $${ if no variable is meant"
      ),
      (
        "${1A}",
        "\"1A\" as the name of a variable; expected letters, digits and \"_\"; try $${ if no variable is meant"
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
