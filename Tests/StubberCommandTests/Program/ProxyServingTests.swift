import Foundation
import TestSupport
import Testing

@Suite("Serving as a proxy", .serialized, .timeLimit(.minutes(5)))
struct ProxyServingTests {
  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(
      "stubs:\n  - match: { url: http://api.example.com/user }\n    respond: { GET: { text: ada } }\n",
      to: "a.yaml")
    return folder
  }

  /// The output of curl for a stubbed URL, through a server with these options.
  private static func curl(_ options: [String], user: String = "") throws -> String {
    let folder = try folder()
    let (server, url, _) = try Program.serve([folder.path] + options)
    defer { server.send(SIGTERM) }
    let proxy = url.replacing("http://", with: "http://\(user)")
    return try ChildProcess.run(
      "/usr/bin/env",
      [
        "curl", "--silent", "--max-time", "300", "--proxy", proxy, "--write-out", " %{http_code}",
        "http://api.example.com/user",
      ]
    ).output
  }

  @Test(
    "A server that only this machine can reach is a proxy, unless it is told not to be one",
    .needs("curl"))
  func local() throws {
    #expect(try Self.curl([]) == "ada 200")
    let folder = try Self.folder()
    let (server, url, _) = try Program.serve([folder.path, "--no-proxy"])
    defer { server.send(SIGTERM) }
    let result = try ChildProcess.run(
      "/usr/bin/env",
      [
        "curl", "--silent", "--proxy", url, "--write-out", "%{http_connect}",
        "https://api.example.com/user",
      ])
    #expect(result.output == "405")
  }

  @Test("Other machines need the token as the password, unless the proxy is open", .needs("curl"))
  func others() throws {
    let options = ["--host", "0.0.0.0", "--proxy"]
    #expect(try Self.curl(options).hasSuffix(" 407"))
    #expect(try Self.curl(options + ["--admin-token", "abc"], user: "me:abc@") == "ada 200")
    #expect(try Self.curl(options + ["--admin-token", "abc"], user: "me:x@").hasSuffix(" 407"))
    #expect(try Self.curl(options + ["--open-proxy"]) == "ada 200")
    #expect(try Self.curl(options + ["--open-proxy", "--no-admin"]) == "ada 200")
  }

  @Test(
    "Options that would open the proxy by accident, or have no proxy to set, are wrong usage",
    arguments: [
      (
        ["--host", "0.0.0.0", "--proxy", "--no-admin"],
        "--proxy for other machines needs --admin-token or --open-proxy"
      ),
      (
        ["--host", "0.0.0.0", "--proxy", "--admin-port", "0"],
        "--proxy for other machines needs --admin-token or --open-proxy"
      ),
      (["--no-proxy", "--pass-through"], "--pass-through needs --proxy"),
      (["--host", "0.0.0.0", "--open-proxy"], "--open-proxy needs --proxy"),
      (["--no-proxy", "--proxy-ca", "a.pem"], "--proxy-ca needs --proxy"),
    ])
  func wrongUsage(options: [String], message: String) throws {
    let folder = try Self.folder()
    let result = try Program.run(["serve", folder.path, "--port", "0"] + options)
    #expect(result.code == 2)
    #expect(result.errors == "error: \(message)\ntry: stubber serve --help\n")
  }
}
