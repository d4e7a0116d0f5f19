@testable import stubber

extension CommandLineReader {
  /// The command that the words make, and whether it prints JSON.
  ///
  /// - Throws: `UsageError` for words that make none.
  static func reading(_ words: [String]) throws -> (command: Target, isJSON: Bool) {
    var reader = CommandLineReader(words)
    guard case .run(let command as Target, let isJSON) = try reader.read() else {
      throw UsageError("no command was read")
    }
    return (command, isJSON)
  }
}
