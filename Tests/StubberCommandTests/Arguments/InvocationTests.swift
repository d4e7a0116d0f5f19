import Testing

@testable import stubber

@Suite("Choosing a command")
struct InvocationTests {
  private static let all = Commands.all.map { $0.name }.joined(separator: ", ")

  @Test(
    "A wrong command line says what was meant or what there is",
    arguments: [
      ([], "expected a command, found nothing; there are \(all)"),
      (["sreve"], "unknown command \"sreve\"; did you mean serve?"),
      (["juggle"], "unknown command \"juggle\"; there are \(all)"),
      (["--json"], "unknown command \"--json\"; there are \(all)"),
    ])
  func unknown(words: [String], message: String) {
    #expect(throws: UsageError(message)) { try Invocation(words) }
  }

  @Test("An error in a command's words points to that command's help")
  func commandError() {
    #expect(throws: UsageError("expected PATH…, found nothing", command: "check")) {
      try Invocation(["check"])
    }
    #expect(
      UsageError("expected PATH…, found nothing", command: "check").text
        == "error: expected PATH…, found nothing\ntry: stubber check --help")
  }

  @Test("Every command has help", arguments: Commands.all.map { $0.name })
  func help(name: String) throws {
    for words in [[name, "--help"], ["help", name], ["--help", name]] {
      guard case .help(let command) = try Invocation(words) else {
        Issue.record("expected help for \(words)")
        continue
      }
      #expect(command?.name == name)
    }
  }

  @Test("Help lists every command and every option in lines a terminal can show")
  func helpTexts() {
    let program = HelpText.program
    for command in Commands.all {
      #expect(program.contains("  \(command.name)"))
      let text = HelpText.text(for: command)
      #expect(text.contains("Usage: stubber \(command.name) "))
      for option in command.syntax.allOptions { #expect(text.contains(option.spelling)) }
      for line in text.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
    }
  }
}
