import Testing

@testable import stubber

@Suite("Mistakes in command lines")
struct UsageMistakes {
  @Test(
    "An option with a wrong value is named, with its valid values",
    arguments: [
      ("explain a -- GET / --header x", "--header must have the form 'NAME: VALUE', not \"x\""),
      ("explain a -- GET / -H :x", "--header must have the form 'NAME: VALUE', not \":x\""),
      (
        "explain a -- GET / --body @/no/such",
        "cannot read the body file \"/no/such\"; to send text, leave out @"
      ),
      ("serve --max-body x", "--max-body must be a whole number, 0 or more, not \"x\""),
      ("serve --threads 0", "--threads must be a whole number, from 1 to 1024, not \"0\""),
      (
        "serve --allow-webhook http://a",
        "--allow-webhook: \"http://a\" is not a host; use HOST, HOST:PORT, an address, or * for all"
      ),
      ("serve --upstream h", "\"h\" is not a server URL; use http://HOST or https://HOST"),
      ("serve --tls-min 1.3 --https-port 0 --tls-max 1.2", "--tls-min is higher than --tls-max"),
      ("record ftp://h -o a", "\"ftp://h\" is not a server URL; use http://HOST or https://HOST"),
      ("record http://h", "missing --output FILE"),
      (
        "record http://h -o a --mode never",
        "unknown mode \"never\"; use once, newEpisodes, all or none"
      ),
      (
        "record http://h -o a --hide path:/a",
        "unknown value \"path:/a\" to hide; use header:NAME, cookie:NAME, query:NAME, form:NAME, "
          + "json:NAME or xml:NAME"
      ),
      (
        "record http://h -o a --only /users",
        "--only must have the form path:/PATH, not \"/users\""
      ),
      (
        "record http://h -o a --record-again-after soon",
        "--record-again-after must be a duration such as 24h, not \"soon\""
      ),
      ("record http://h -o a.har --format vrc", "unknown format \"vrc\"; did you mean vcr?"),
      (
        "record http://h -o a.json",
        "several formats use .json; add --format dvr, --format vinyl, --format wiremock or "
          + "--format yahttpvcr"
      ),
      ("convert a.yaml b.har --to vrc", "unknown format \"vrc\"; did you mean vcr?"),
      (
        "convert a.yaml b.har --to tape",
        "unknown format \"tape\"; available: stubber, bekindrewind, dvr, har, vcr, vcrpy, "
          + "vinyl, wiremock, yahttpvcr, yahttpvcr-plist"
      ),
      (
        "convert a.yaml b.json",
        "several formats use .json; add --to dvr, --to vinyl, --to wiremock or --to yahttpvcr"
      ),
      (
        "convert a.yaml b",
        "no format uses the extension of b; add --to stubber, --to bekindrewind, --to dvr, --to har, "
          + "--to vcr, --to vcrpy, --to vinyl, --to wiremock, --to yahttpvcr or --to yahttpvcr-plist"
      ),
      ("unmatched --limit 0", "--limit must be a whole number, 1 or more, not \"0\""),
      (
        "mcp a --url 9",
        "--url steers a running server with files of its own; leave out PATH and --port"
      ),
      (
        "mcp --port 1 --url 9",
        "--url steers a running server with files of its own; leave out PATH and --port"
      ),
      ("ca show", "unknown action \"show\"; use export, install or remove"),
      ("ca install", "missing FILE after install"),
    ])
  func mistakes(line: String, message: String) throws {
    let output = RecordedOutput()
    let words = line.split(separator: " ").map(String.init)
    #expect(Main.run(words, output.console()) == .wrongUsage)
    #expect(output.lines.isEmpty)
    let command = try #require(words.first)
    #expect(output.errors == ["error: \(message)\ntry: stubber \(command) --help"])
  }
}
