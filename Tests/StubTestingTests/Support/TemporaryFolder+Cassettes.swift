import Foundation
import TestSupport

@testable import StubTesting

extension TemporaryFolder {
  /// Writes a cassette that answers these paths of `http://recorded.test` with their own names.
  func write(_ name: String, paths: String...) throws {
    let interactions = paths.map { path in
      """
        - request: { method: GET, url: "http://recorded.test\(path)" }
          response: { status: 200, body: "recorded \(path)" }

      """
    }
    let text = "cassette: 1\ninteractions:\n" + interactions.joined()
    try Data(text.utf8).write(to: URL(filePath: file(name)))
  }

  /// The URLs that a cassette holds, in recorded order.
  func urls(in name: String) throws -> [String] {
    try RuleSet(contentsOf: [file(name)]).cassettes.flatMap(\.requests).map(\.url)
  }
}
