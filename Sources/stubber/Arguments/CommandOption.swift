/// An option of a command: `--port NUMBER`, or a flag such as `--json`.
struct CommandOption: Sendable, Hashable {
  /// Without the dashes.
  let name: String
  /// The letter that stands for it after one dash.
  var letter: Character?
  /// What stands for the value in help texts; `nil` for a flag, which has none.
  var value: String?
  var isRepeatable = false
  let summary: String

  /// How help texts write it: `-H, --header "NAME: VALUE"`.
  var spelling: String {
    let long = value.map { "--\(name) \($0)" } ?? "--\(name)"
    return letter.map { "-\($0), \(long)" } ?? long
  }

  static let help = CommandOption(name: "help", letter: "h", summary: "Show this text")
  static let json = CommandOption(
    name: "json", summary: "Print one JSON object per line, for programs")
}
