import StubCore

/// A flag of WireMock's command line, and what `serve` makes of it.
struct WireMockFlag: Sendable {
  enum Fate: Sendable {
    /// An option of `serve` has the same name and the same meaning.
    case own
    /// It does something, as the note says.
    case taken(String, CommandOption<ServeCommand>.Take)
    /// It is understood and changes nothing, for this reason.
    case needless(String)
    /// It is an error, as what it asks for is not there; the note says what to do.
    case refused(String)
  }

  let name: String
  /// What stands for its value; `nil` for a flag without one.
  let placeholder: String?
  let fate: Fate

  static func own(_ name: String, _ placeholder: String) -> Self {
    Self(name: name, placeholder: placeholder, fate: .own)
  }

  static func taken(
    _ name: String, value placeholder: String? = nil, _ note: String,
    _ take: @escaping CommandOption<ServeCommand>.Take
  ) -> Self {
    Self(name: name, placeholder: placeholder, fate: .taken(note, take))
  }

  static func needless(_ name: String, value placeholder: String? = nil, _ reason: String) -> Self {
    Self(name: name, placeholder: placeholder, fate: .needless(reason))
  }

  static func refused(_ name: String, value placeholder: String? = nil, _ remedy: String) -> Self {
    Self(name: name, placeholder: placeholder, fate: .refused(remedy))
  }

  /// The flag as an option of `serve`; `nil` if there is one already.
  private var option: CommandOption<ServeCommand>? {
    let take: CommandOption<ServeCommand>.Take
    switch fate {
    case .own: return nil
    case .taken(_, let body): take = body
    case .needless: take = { _, _ in }
    case .refused(let remedy):
      let name = name
      take = { _, _ in throw UsageError("--\(name) of WireMock is not supported; \(remedy)") }
    }
    return CommandOption(
      name: name, letter: nil, placeholder: placeholder, summary: "", isRepeatable: true, take: take
    )
  }

  /// The flags that are not options of `serve` anyway.
  static let options = all.compactMap(\.option)

  /// A row of the help text: the flag, and what becomes of it.
  var row: [String] {
    let note =
      switch fate {
      case .own: "the same"
      case .taken(let note, _): note
      case .needless(let reason): "changes nothing: \(reason)"
      case .refused(let remedy): "not supported: \(remedy)"
      }
    return [placeholder.map { "--\(name) \($0)" } ?? "--\(name)", note]
  }

  /// What `stubber serve --help wiremock` prints.
  static var help: String {
    """
    What serve makes of the flags of WireMock's command line.

    Usage: stubber serve --root-dir FOLDER [FLAG…]

    \(HelpText.rows(all.map(\.row)))

    The folder has mappings and __files below it. In a folder with mappings and without Stubs, serve
    needs no --root-dir. It listens on 127.0.0.1 unless --bind-address says otherwise, and writes a line
    for each request.
    """
  }
}
