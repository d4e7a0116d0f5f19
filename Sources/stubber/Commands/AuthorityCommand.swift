import StubCore
import StubServer

/// `stubber ca`: shows the local certificate authority, and makes programs trust it.
struct AuthorityCommand: Command {
  enum Action: Sendable, Hashable {
    case show
    /// To a file, or to the output.
    case export(String)
    case install(String)
    case remove(String)
  }

  static let name = "ca"
  static let summary = "Show the local certificate authority, export it, or make programs trust it"
  static let discussion = """
    `serve --https-port` mints its certificates with an authority of this user's own, which is
    created when it is first needed. Without more words, ca says where it is.

      stubber ca export FILE       write its certificate to a file; - for the output
      stubber ca install FILE      add it to the PEM bundle that a program trusts
      stubber ca remove FILE       take it out of that bundle again

    It is kept in the folder of --ca-directory, of the variable STUBBER_CA_DIRECTORY, or else in
    stubber/ca in $XDG_DATA_HOME or ~/.local/share (macOS: ~/Library/Application Support). Whoever
    has the key in that folder can pose as any server to programs that trust the certificate.
    """
  static let syntax = CommandSyntax(
    operands: CommandSyntax.Operands(placeholder: "export|install|remove FILE", atMost: 2),
    options: [TLSOptions.authority, .json])

  let action: Action
  let directory: String?
  let isJSON: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    action = try Self.action(arguments.operands)
    directory = arguments.value(of: TLSOptions.authority)
    isJSON = arguments.has(.json)
  }

  private static func action(_ words: [String]) throws(UsageError) -> Action {
    guard let verb = words.first else { return .show }
    guard ["export", "install", "remove"].contains(verb) else {
      throw UsageError("expected export, install or remove, found \"\(verb)\"")
    }
    guard words.count == 2 else { throw UsageError("expected a file after \(verb), found nothing") }
    return switch verb {
    case "export": .export(words[1])
    case "install": .install(words[1])
    default: .remove(words[1])
    }
  }

  func run(_ console: Console) -> ExitCode {
    do {
      try act(console)
      return .success
    } catch {
      console.report(error: "\(error)", asJSON: isJSON)
      return .cannotStart
    }
  }

  private func act(_ console: Console) throws(TLSConfigurationError) {
    switch action {
    case .show:
      show(try LocalAuthority(directory: directory), console)
    case .export("-"):
      // The line end is the console's.
      console.print(String(try LocalAuthority(directory: directory).pem().dropLast()))
    case .export(let file):
      try LocalAuthority(directory: directory).export(to: file)
      console.report(event: "exported", "The certificate is in \(file).", isJSON)
    case .install(let file):
      let isChanged = try TrustFile(file).install(LocalAuthority(directory: directory))
      let text = isChanged ? "\(file) trusts it now." : "\(file) trusts it already."
      console.report(event: isChanged ? "installed" : "unchanged", text, isJSON)
    case .remove(let file):
      let isChanged = try TrustFile(file).remove()
      let text = isChanged ? "\(file) trusts it no longer." : "\(file) did not trust it."
      console.report(event: isChanged ? "removed" : "unchanged", text, isJSON)
    }
  }

  private func show(_ authority: LocalAuthority, _ console: Console) {
    if isJSON {
      console.print([
        "event": "ca", "certificate": .string(authority.certificatePath),
        "key": .string(authority.keyPath), "subject": .string(authority.subject),
        "sha256": .string(authority.fingerprint), "expires": .string(authority.expiryText),
        "created": .bool(authority.isNew),
      ])
      return
    }
    let rows = [
      ["certificate", authority.certificatePath], ["key", authority.keyPath],
      ["subject", authority.subject], ["SHA-256", authority.fingerprint],
      ["expires", authority.expiryText],
    ]
    if authority.isNew { console.print("A new certificate authority was created.") }
    for line in Table(rows: rows).lines { console.print(line) }
  }
}
