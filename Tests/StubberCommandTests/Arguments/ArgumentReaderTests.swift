import Testing

@testable import stubber

@Suite("Reading a command line")
struct ArgumentReaderTests {
  private static let port = CommandOption(
    name: "port", letter: "p", value: "NUMBER", summary: "The port")
  private static let header = CommandOption(
    name: "header", letter: "H", value: "FIELD", isRepeatable: true, summary: "A field")
  private static let plain = CommandSyntax(
    operands: CommandSyntax.Operands(placeholder: "PATH…"), options: [port, header, .json])
  private static let withRequest = CommandSyntax(
    operands: CommandSyntax.Operands(placeholder: "PATH…", atLeast: 1),
    request: CommandSyntax.Operands(placeholder: "METHOD URL", atLeast: 2, atMost: 2),
    options: [header, .json])

  @Test(
    "An option takes the next word or what follows the equals sign or its letter",
    arguments: [["--port", "1"], ["--port=1"], ["-p", "1"], ["-p1"]])
  func values(words: [String]) throws {
    let arguments = try Arguments(words + ["a"], Self.plain)
    #expect(arguments.value(of: Self.port) == "1")
    #expect(arguments.operands == ["a"])
  }

  @Test("Options and operands may come in any order")
  func order() throws {
    let arguments = try Arguments(["a", "--json", "b", "-H", "x", "c", "-H", "y"], Self.plain)
    #expect(arguments.operands == ["a", "b", "c"])
    #expect(arguments.has(.json))
    #expect(arguments.values(of: Self.header) == ["x", "y"])
  }

  @Test("A value may be empty or hold equals signs and dashes")
  func oddValues() throws {
    let arguments = try Arguments(
      ["--header=", "--header", "a=b", "--header", "-1", "--header=--json"], Self.plain)
    #expect(arguments.values(of: Self.header) == ["", "a=b", "-1", "--json"])
    #expect(!arguments.has(.json))
  }

  @Test("After two dashes everything is an operand")
  func separator() throws {
    let arguments = try Arguments(["a", "--", "--json", "-", "--"], Self.plain)
    #expect(arguments.operands == ["a", "--json", "-", "--"])
    #expect(!arguments.has(.json))
  }

  @Test("Where two dashes start a request, options may follow it")
  func request() throws {
    let arguments = try Arguments(
      ["a", "b", "--", "GET", "/x", "--header", "k: v", "--json"], Self.withRequest)
    #expect(arguments.operands == ["a", "b"])
    #expect(arguments.request == ["GET", "/x"])
    #expect(arguments.values(of: Self.header) == ["k: v"])
    #expect(arguments.has(.json))
  }

  @Test("Help wins over missing operands")
  func help() throws {
    #expect(try Arguments(["--help"], Self.withRequest).has(.help))
    #expect(try Arguments(["-h"], Self.withRequest).has(.help))
  }

  @Test(
    "What cannot be understood is named, with what was expected",
    arguments: [
      (["--prot", "1"], "unknown option --prot; did you mean --port?"),
      (
        ["--color"],
        "unknown option --color; expected one of --port, --header, --json, --help"
      ),
      (["-x"], "unknown option -x; expected one of --port, --header, --json, --help"),
      (["--port"], "expected NUMBER after --port, found nothing"),
      (
        ["--port", "--json"],
        "expected NUMBER after --port, found --json;"
          + " to give that as the value write --port=--json"
      ),
      (["--json=yes"], "expected --json without a value, found \"yes\""),
      (["--port", "1", "-p2"], "expected --port once, found it twice"),
    ])
  func errors(words: [String], message: String) {
    #expect(throws: UsageError(message)) { try Arguments(words, Self.plain) }
  }

  @Test(
    "Too few or too many words are named",
    arguments: [
      ([], "expected PATH…, found nothing"),
      (["a"], "expected METHOD URL after --, found nothing"),
      (["a", "--", "GET"], "expected METHOD URL after --, found GET"),
      (["a", "--", "GET", "/x", "/y"], "expected METHOD URL after --, found \"/y\" as well"),
    ])
  func counts(words: [String], message: String) {
    #expect(throws: UsageError(message)) { try Arguments(words, Self.withRequest) }
  }

  @Test(
    "A number outside its range, or none, is refused",
    arguments: ["", "x", "-1", "65536", "99999999999999999999", "1.5", " 1"])
  func numbers(text: String) throws {
    let arguments = try Arguments(["--port=\(text)"], Self.plain)
    #expect(
      throws: UsageError(
        "expected a whole number from 0 to 65535 after --port, found \"\(text)\"")
    ) { try arguments.number(of: Self.port, in: 0...65_535) }
  }

  @Test("A number in its range is taken, and an option that was not given has none")
  func numberInRange() throws {
    #expect(
      try Arguments(["--port", "65535"], Self.plain).number(of: Self.port, in: 0...65_535) == 65_535
    )
    #expect(try Arguments([], Self.plain).number(of: Self.port, in: 0...65_535) == nil)
  }
}
