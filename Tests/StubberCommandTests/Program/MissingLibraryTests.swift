#if os(Linux)
import Foundation
import TestSupport
import Testing

/// Serialized, so that few processes run at once.
@Suite("The program on a system without a library", .serialized, .timeLimit(.minutes(1)))
struct MissingLibraryTests {
  private let folder: TemporaryFolder

  /// Makes a folder with files that have the names of libraries, but are none.
  init() throws {
    folder = try TemporaryFolder()
    for name in ["libssl.so.3", "libxml2.so.2", "libxml2.so.16"] { try folder.write("", to: name) }
  }

  private func start(_ arguments: [String]) throws -> ChildProcess {
    try ChildProcess(
      "/usr/bin/env", ["LD_LIBRARY_PATH=\(folder.path)", Program.url().path] + arguments)
  }

  @Test(
    "Rules on XML are errors that say what to install",
    arguments: ["xml: <a/>", "xpath: { //a: x }"])
  func rules(key: String) throws {
    let file = try folder.write("match: { path: /, \(key) }\nrespond: { text: hi }\n", to: "a.yaml")
    let result = try start(["check", file]).finish()
    #expect(result.code == 1)
    let expected =
      #/a\.yaml:1:\d+: error: .*/libxml2\.so\.\d+: file too short; expected libxml2, which XML /#
    let remedy = #/is read with; install it, such as by `apt-get install libxml2(-16)?`/#
    #expect(result.output.contains(expected), "\(result)")
    #expect(result.output.contains(remedy), "\(result)")
  }

  @Test("Without OpenSSL there is no server with TLS, but one without")
  func serving() throws {
    let file = try folder.write("match: { path: / }\nrespond: { text: hi }\n", to: "a.yaml")
    let serve = ["serve", file, "--port", "0"]
    let refused = try start(serve + ["--https-port", "0"]).finish()
    #expect(refused.code == 3)
    #expect(
      refused.errors
        == "error: TLS: expected OpenSSL, which HTTPS is spoken with, found \(folder.path)/"
        + "libssl.so.3: file too short; install it, such as by `apt-get install libssl3`\n")
    let server = try start(serve)
    #expect(server.line()?.hasPrefix("Serving 1 stub from 1 file on http://127.0.0.1:") == true)
    server.send(SIGTERM)
    #expect(server.finish().code == 0)
  }
}
#endif
