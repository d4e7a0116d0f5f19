import Foundation
import StubCore
import TestSupport
import Testing

@Suite("Running a program whose requests are answered from stubs", .serialized)
struct ExecTests {
  private static let rules = """
    stubs:
      - name: user
        match: { url: https://api.example.com/user }
        respond: { GET: { text: ada } }
      - name: plain user
        match: { url: http://plain.example.com/user }
        respond: { GET: { text: bob } }

    """

  /// Runs `exec` with `options` and a program, on the stubs above.
  private static func exec(
    _ options: [String] = [], _ words: [String], input: String = ""
  ) throws -> ChildProcess.Result {
    let folder = try TemporaryFolder()
    try folder.write(rules, to: "rules.yaml")
    return try Program.run(
      ["exec", "\(folder.path)/rules.yaml", "--ca-directory", "\(folder.path)/ca"] + options
        + ["--"] + words,
      input: input)
  }

  /// Programs that ask for the user; each is unmodified, and checks the certificate.
  enum Client: String, CaseIterable, CustomTestStringConvertible {
    case curl
    case wget
    case python
    case requests
    case git

    var testDescription: String { rawValue }

    func words(_ url: String) -> [String] {
      switch self {
      case .curl: ["curl", "-sS", url]
      case .wget: ["wget", "-qO-", url]
      case .python:
        [
          "python3", "-c",
          "import urllib.request as u; print(u.urlopen('\(url)').read().decode(), end='')",
        ]
      case .requests:
        ["python3", "-c", "import requests; print(requests.get('\(url)').text, end='')"]
      case .git: ["git", "ls-remote", url]
      }
    }

    /// Whether the program can run here; otherwise the reason is printed.
    func isThere() async throws -> Bool {
      switch self {
      case .curl: Tool(named: "curl") != nil
      case .wget: Tool(named: "wget") != nil
      case .git: Tool(named: "git") != nil
      case .python: Tool(named: "python3") != nil
      case .requests: try await Tool.python(that: "import requests", by: "requests") != nil
      }
    }
  }

  @Test(
    "An unmodified program gets the stubs, over HTTP and HTTPS",
    arguments: Client.allCases.filter { $0 != .git },
    [("https://api.example.com/user", "ada"), ("http://plain.example.com/user", "bob")])
  func programs(client: Client, request: (url: String, text: String)) async throws {
    guard try await client.isThere() else { return }
    let result = try Self.exec([], client.words(request.url))
    #expect(result.output == request.text, "\(result)")
    #expect(result.code == 0)
    #expect(result.errors.contains("1 request: 1 answered, 0 passed on, 0 unmatched."))
  }

  @Test("A program of any kind trusts the certificate and gets the report of an unmatched request")
  func unmatched() async throws {
    guard try await Client.git.isThere() else { return }
    let result = try Self.exec([], Client.git.words("https://api.example.com/user"))
    #expect(result.code == 128)
    #expect(result.errors.contains("✗ GET https://api.example.com/user/info/refs"))
    #expect(result.errors.contains("nearest: stub \"plain user\""))
  }

  @Test("The exit code is that of the program, and signals add 128")
  func codes() throws {
    #expect(try Self.exec([], ["sh", "-c", "exit 7"]).code == 7)
    #expect(try Self.exec([], ["sh", "-c", "kill -TERM $$"]).code == 143)
    let missing = try Self.exec([], ["no-such-program"])
    #expect(missing.code == 127)
    #expect(missing.errors.contains("cannot run no-such-program: No such file or directory"))
    let forbidden = try Self.exec([], ["/etc/passwd"])
    #expect(forbidden.code == 126)
  }

  @Test("Standard input and output, arguments and the folder are the program's")
  func streams() throws {
    let result = try Self.exec(
      [], ["sh", "-c", "cat; printf %s \"$1\"", "sh", "--strict"], input: "in ")
    #expect(result.output == "in --strict")
    #expect(result.code == 0)
    #expect(
      try Self.exec([], ["pwd"]).output.trimmingCharacters(in: .newlines)
        == FileManager.default.currentDirectoryPath)
  }

  @Test("With --strict, an unmatched request or an unused stub is a failure")
  func strict() throws {
    let unused = try Self.exec(["--strict"], ["true"])
    #expect(unused.code == 1)
    #expect(unused.errors.contains("2 stubs not used:\n  stub \"plain user\" ("))
    #expect(try Self.exec(["--strict"], ["sh", "-c", "exit 7"]).code == 7)
    #expect(try Self.exec([], ["true"]).code == 0)
    let used =
      "curl -sS https://api.example.com/user http://plain.example.com/user"
    #expect(try Self.exec(["--strict"], ["sh", "-c", used]).code == 0)
    #expect(
      try Self.exec(["--strict"], ["sh", "-c", "\(used) http://plain.example.com/x"]).code == 1)
  }

  @Test("Variables for the proxy are set in both cases, and no host is excluded")
  func variables() throws {
    let result = try Self.exec([], ["env"])
    for name in ["HTTP_PROXY", "https_proxy", "ALL_PROXY"] {
      #expect(result.output.contains("\(name)=http://127.0.0.1:"))
    }
    #expect(result.output.contains("\nNO_PROXY=\n"))
    #expect(result.output.contains("JAVA_TOOL_OPTIONS=-Dhttp.proxyHost=127.0.0.1"))
  }
}
