/// Words of a POSIX shell's command line.
enum ShellWord {
  /// The text as one word, whatever is in it.
  static func quoted(_ text: String) -> String {
    let parts = text.split(separator: "'", omittingEmptySubsequences: false)
    return "'\(parts.joined(separator: #"'\''"#))'"
  }
}
