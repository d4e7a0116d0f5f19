import Foundation

/// The folder of public conformance suites; not part of the package, so it may be missing.
enum JSONSuites {
  static let folder: URL? = {
    var package = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { package.deleteLastPathComponent() }
    let suites = package.appendingPathComponent("../shared/fixtures/suites").standardizedFileURL
    return FileManager.default.fileExists(atPath: suites.path) ? suites : nil
  }()

  static let isMissing = "the folder ../shared/fixtures/suites beside the package is missing"

  static let jsonFiles: [URL] = {
    guard let folder = folder?.appendingPathComponent("JSONTestSuite/test_parsing") else {
      return []
    }
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return (files ?? []).filter { $0.pathExtension == "json" }
  }()

  static let pathCases: URL? = folder?.appendingPathComponent("jsonpath-cts/cts.json")
}
