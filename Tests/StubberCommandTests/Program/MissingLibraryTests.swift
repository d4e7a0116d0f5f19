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
    for name in ["libxml2.so.2", "libxml2.so.16"] { try folder.write("", to: name) }
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
}
#endif
