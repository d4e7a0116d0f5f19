import Testing

@testable import stubber

@Suite("Empty values of options")
struct EmptyValueTests {
  /// Options whose empty value says something: a body of no bytes.
  private static let meaningful = ["explain --body"]
  private static let empty = ["", " ", "\t \u{A0}"]

  /// What refuses each of the empty values of each option; `nil` for one that is taken.
  private static func refusals<Target: Command>(of _: Target.Type) -> [(String, UsageError?)] {
    Target.syntax.options.filter { $0.placeholder != nil }.flatMap { option in
      empty.map { text in
        var command = Target()
        do {
          try option.take(&command, OptionValue(option: "--\(option.name)", text: text))
          return ("\(Target.name) --\(option.name)", nil)
        } catch {
          return ("\(Target.name) --\(option.name)", error as? UsageError ?? UsageError("\(error)"))
        }
      }
    }
  }

  @Test("No option of any command takes an empty value or blanks for one that says something")
  func all() {
    var count = 0
    for command in Commands.all {
      for (option, refusal) in Self.refusals(of: command) {
        count += 1
        if Self.meaningful.contains(option) { continue }
        #expect(refusal != nil, "\(option) takes an empty value")
      }
    }
    #expect(count > 150)
  }

  @Test(
    "An empty token is refused in words, however it is written",
    arguments: ["", " "],
    [
      (["serve"], "admin-token"), (["stubs"], "token"), (["mcp", "--url", "8080"], "token"),
      (["serve"], "host"), (["serve"], "admin-host"), (["serve", "--cert", "a"], "key"),
      (["serve"], "client-ca"), (["serve"], "ca-directory"), (["stubs"], "session"),
    ] as [([String], String)])
  func words(value: String, option: ([String], String)) {
    for words in [["--\(option.1)=\(value)"], ["--\(option.1)", value]] {
      let error = #expect(throws: UsageError.self) {
        try Invocation(option.0 + words)
      }
      #expect(error?.message == "--\(option.1) is empty")
    }
  }

  @Test(
    "The options of WireMock that say something take no empty value",
    arguments: [
      "root-dir", "bind-address", "proxy-all", "allow-proxy-targets", "deny-proxy-targets",
      "admin-api-basic-auth", "jetty-header-request-size", "max-request-journal-entries",
    ], empty)
  func wireMock(option: String, value: String) {
    #expect(throws: UsageError.self) { try Invocation(["serve", "--\(option)", value]) }
  }

  @Test(
    "The basic authentication of WireMock needs a user and a password",
    arguments: [":", "a:", ":b", "a"])
  func basic(text: String) {
    let message = "--admin-api-basic-auth must have the form USER:PASSWORD, not \"\(text)\""
    let error = #expect(throws: UsageError.self) {
      try Invocation(["serve", "--admin-api-basic-auth", text])
    }
    #expect(error?.message == message)
  }
}
