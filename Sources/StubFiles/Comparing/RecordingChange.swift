import StubCore

/// One thing in which a server's answer is no longer what was recorded.
package struct RecordingChange: Sendable, Hashable {
  /// Where, such as `status`, `header ETag` or `body at /users/0/name`.
  package var part: String
  /// What was recorded, in few words.
  package var recorded: String
  /// What came now, in few words.
  package var found: String

  package init(_ part: String, recorded: String, found: String) {
    self.part = part
    self.recorded = recorded
    self.found = found
  }

  /// At most so many differences of one body are told apart; one more stands for the rest.
  static let limit = 20
  static let nothing = "nothing"

  /// A text in few words, on one line.
  static func summary(_ text: String) -> String {
    let line = JSONValue.string(text).text()
    return line.count <= 80 ? line : line.prefix(79) + "…"
  }
}
