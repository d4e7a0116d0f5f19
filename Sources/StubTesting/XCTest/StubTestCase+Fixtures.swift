import Foundation
import XCTest

extension StubTestCase {
  /// `Fixtures` beside a source file, for ``fixturesFolder``.
  public func fixturesFolder(nextTo file: String) -> String {
    URL(filePath: file).deletingLastPathComponent().appending(path: "Fixtures").path
  }

  /// The file of the test's cassette: the existing one, or the one to record.
  public var cassettePath: String {
    CassettePath(cassetteName, in: fixturesFolder, nextTo: fixturesFolder).path
  }

  /// The name of the test method, such as `testGreeting`, for ``cassetteName``.
  public var methodName: String {
    // "Class.testSomething" on Linux, "-[Class testSomething]" on Apple's platforms.
    name.split { ".[] -".contains($0) }.last.map(String.init) ?? name
  }

  /// The name of the test method without `test` and underscores, with a lower-case first letter.
  var shortName: String {
    var short = methodName.filter { $0 != "_" }
    if short.hasPrefix("test"), short.count > 4 { short.removeFirst(4) }
    return short.prefix(1).lowercased() + short.dropFirst()
  }

  var defaultFixturesFolder: String {
    let module = String(reflecting: Self.self).prefix { $0 != "." }
    let folder = URL(filePath: FileManager.default.currentDirectoryPath)
      .appending(path: "Tests/\(module)")
    if FileManager.default.fileExists(atPath: folder.path) {
      return folder.appending(path: "Fixtures").path
    }
    let bundle = Bundle(for: Self.self)
    return (bundle.resourceURL ?? bundle.bundleURL).appending(path: "Fixtures").path
  }
}
