import Foundation

/// The test data that lives beside the package, where it is there.
enum Fixtures {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "../shared/fixtures").standardized

  static let jsonTests = "suites/JSONTestSuite/test_parsing"

  static func folder(_ path: String) -> URL { root.appending(path: path) }

  static func has(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: folder(path).path)
  }

  /// The files of a folder by name.
  static func files(in path: String) throws -> [(name: String, bytes: [UInt8])] {
    try FileManager.default.contentsOfDirectory(atPath: folder(path).path).sorted().map {
      ($0, Array(try Data(contentsOf: folder(path).appending(path: $0))))
    }
  }
}
