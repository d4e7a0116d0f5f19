import Foundation
import HTTPStubber
import TestSupport

/// The Swift compiler, for programs that use the modules beside the tests.
struct SwiftCompiler {
  /// The first error of a program.
  struct Mistake: Equatable, Sendable, CustomStringConvertible {
    /// Counted from 1.
    let line: Int
    let text: String

    var description: String { "line \(line): \(text)" }
  }

  private let compiler: Tool
  private let modules: String

  /// `nil`, which is told, when there is no compiler or the modules are not beside the tests.
  init?() {
    guard let compiler = Tool(named: "swiftc") else { return nil }
    self.compiler = compiler
    var folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    repeat {
      folder.deleteLastPathComponent()
      if folder.path == "/" {
        print("skipped: the modules are not beside the tests")
        return nil
      }
    } while !FileManager.default.fileExists(
      atPath: folder.appending(path: "Modules/HTTPStubber.swiftmodule").path)
    modules = folder.appending(path: "Modules").path
  }

  /// The first error of each program, by its name; programs without one are left out.
  func firstErrors(in programs: [(name: String, text: String)]) async throws -> [String: Mistake] {
    let folder = try TemporaryFolder()
    let files = try programs.map { try folder.write($0.text, to: "\($0.name).swift") }
    let libraries = try await Tool(named: "pkg-config")?.run(["--cflags", "libxml-2.0"]).output
    let headers = (libraries ?? "").split { $0.isWhitespace }.flatMap { ["-Xcc", String($0)] }
    let root = try fixturePath("../../..")
    let wrappers = ["CLibXML2", "CPCRE2", "CZlib"].flatMap {
      ["-I", "\(root)/Sources/\($0)"]
    }
    let result = try await compiler.run(
      ["-typecheck", "-wmo", "-swift-version", "6", "-diagnostic-style", "llvm", "-I", modules]
        + wrappers + headers + files)
    var mistakes: [String: Mistake] = [:]
    for line in (result.errors + result.output).split(separator: "\n") {
      guard let match = line.firstMatch(of: /^.*\/(\w+)\.swift:(\d+):\d+: error: (.*)$/) else {
        continue
      }
      let name = String(match.1)
      if mistakes[name] == nil {
        mistakes[name] = Mistake(line: Int(match.2) ?? 0, text: String(match.3))
      }
    }
    return mistakes
  }
}
