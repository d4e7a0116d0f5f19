import Testing

@testable import stubber

/// A command that keeps what it is given.
private struct ProbeCommand: Command {
  static let name = "probe"
  static let summary = "Keep words"
  static let syntax = CommandSyntax<Self>(
    operands: [Operand("PATH", "a file", isRepeatable: true) { $0.paths.append($1) }],
    request: [Operand("METHOD") { $0.method = $1 }, Operand("URL") { $0.url = $1 }],
    OptionGroup([
      .value("port", letter: "p", "NUMBER", "Port") { $0.port = try $1.number(in: 0...65_535) },
      .values("header", letter: "H", "FIELD", "Add a field") { $0.headers.append($1.text) },
      .flag("quiet", letter: "q", "Print nothing") { $0.isQuiet = true },
    ]),
    OptionGroup(
      "Secure", needs: "secure",
      [
        .flag("secure", "Use TLS") { _ in },
        .value("key", "FILE", "Private key", needs: "cert") { _, _ in },
        .value("cert", "FILE", "Certificate") { _, _ in },
      ]))
  static let notes = ""
  static let examples: [String] = []

  var paths: [String] = []
  var method = ""
  var url = ""
  var port = 1
  var headers: [String] = []
  var isQuiet = false

  func run(_ console: Console) -> ExitCode { .success }
}

/// A command with one option that must be given.
private struct NeedyCommand: Command {
  static let name = "needy"
  static let summary = "Need a file"
  static let syntax = CommandSyntax<Self>(
    operands: [Operand("IN") { _, _ in }, Operand("OUT") { _, _ in }],
    OptionGroup([.value("output", letter: "o", "FILE", "A file", isRequired: true) { _, _ in }]))
  static let notes = ""
  static let examples: [String] = []

  func run(_ console: Console) -> ExitCode { .success }
}

@Suite("Reading a command line")
struct CommandLineReaderTests {
  private static let request = ["--", "GET", "/x"]

  private func read(_ words: [String]) throws -> (command: ProbeCommand, isJSON: Bool) {
    try CommandLineReader<ProbeCommand>.reading(words)
  }

  @Test(
    "An option takes the next word, or the text after the equals sign or its letter",
    arguments: [["--port", "2"], ["--port=2"], ["-p", "2"], ["-p2"]])
  func values(words: [String]) throws {
    let command = try read(words + ["a"] + Self.request).command
    #expect(command.port == 2)
    #expect(command.paths == ["a"])
  }

  @Test("Options and operands may come in any order")
  func order() throws {
    let (command, isJSON) = try read(
      ["a", "--json", "b", "-H", "x", "c", "-H", "y", "-q", "-q"] + Self.request)
    #expect(command.paths == ["a", "b", "c"])
    #expect(command.headers == ["x", "y"])
    #expect(command.isQuiet)
    #expect(isJSON)
  }

  @Test("A value may be empty or contain equals signs and dashes")
  func oddValues() throws {
    let (command, isJSON) = try read(
      ["a", "--header=", "--header", "a=b", "--header", "-1", "--header=--json"] + Self.request)
    #expect(command.headers == ["", "a=b", "-1", "--json"])
    #expect(!isJSON)
  }

  @Test("Options may follow the request, until the second pair of dashes")
  func optionsAfterRequest() throws {
    let (command, isJSON) = try read(["a", "--", "GET", "--header", "k: v", "--json", "--", "-x"])
    #expect(command.method == "GET")
    #expect(command.url == "-x")
    #expect(command.headers == ["k: v"])
    #expect(isJSON)
  }

  @Test("In a command without a request, all words after two dashes are operands")
  func separator() throws {
    var reader = CommandLineReader<NeedyCommand>(["-o", "f", "--", "--json", "-"])
    guard case .run(_, isJSON: false) = try reader.read() else {
      Issue.record("--json is an operand here")
      return
    }
  }

  @Test("An option that is not given keeps its default")
  func defaults() throws { #expect(try read(["a"] + Self.request).command.port == 1) }

  @Test("Help wins over missing words", arguments: ["-h", "--help"])
  func help(word: String) throws {
    var reader = CommandLineReader<ProbeCommand>([word])
    guard case .help(let text) = try reader.read() else {
      Issue.record("\(word) did not ask for help")
      return
    }
    #expect(text.hasPrefix("Keep words.\n\nUsage: stubber probe PATH… -- METHOD URL [OPTION…]\n"))
  }

  @Test(
    "A wrong word is named, with the remedy",
    arguments: [
      (["--prot", "1"], "unknown option --prot; did you mean --port?"),
      (["--color"], "unknown option --color"), (["-x"], "unknown option -x"),
      (["--port"], "--port needs a NUMBER"),
      (["--port", "--json"], "--port needs a NUMBER; to pass \"--json\": --port=--json"),
      (["--json=yes"], "--json takes no value"),
      (["--port", "1", "-p2"], "--port is given twice"), ([], "missing PATH"),
      (["a"], "missing METHOD URL after --"), (["a", "--", "GET"], "missing URL after METHOD"),
      (["a", "--", "GET", "/x", "/y"], "unexpected word \"/y\" after --"),
      (["a", "--cert", "f"] + request, "--cert needs --secure"),
      (["a", "--key", "f"] + request, "--key needs --secure"),
      (["a", "--secure", "--key", "f"] + request, "--key needs --cert"),
    ])
  func mistakes(words: [String], message: String) {
    #expect(throws: UsageError(message)) { try read(words) }
  }

  @Test(
    "A missing operand or option is named",
    arguments: [
      ([], "missing IN OUT"), (["a"], "missing OUT after IN"),
      (["a", "b"], "missing --output FILE"), (["a", "b", "c"], "unexpected word \"c\""),
    ])
  func missing(words: [String], message: String) {
    #expect(throws: UsageError(message)) {
      var reader = CommandLineReader<NeedyCommand>(words)
      _ = try reader.read()
    }
  }

  @Test(
    "A number outside its range, or none, is refused",
    arguments: ["", "x", "-1", "65536", "99999999999999999999", "1.5", " 1"])
  func numbers(text: String) throws {
    #expect(
      throws: UsageError("--port must be a whole number, from 0 to 65535, not \"\(text)\"")
    ) { try read(["--port=\(text)"]) }
    #expect(try read(["a", "--port=65535"] + Self.request).command.port == 65_535)
  }
}
