import StubCore
import StubServer

/// `stubber ca`: shows the local certificate authority, and makes programs trust it.
struct AuthorityCommand: Command {
  enum Action: String, CaseIterable {
    case export
    case install
    case remove
  }

  static let name = "ca"
  static let summary = "Show, export or install the local certificate authority (CA)"
  static let syntax = CommandSyntax<Self>(
    operands: [
      Operand(
        "ACTION",
        help: [
          ["export FILE", "Write the CA certificate to FILE; - writes to standard output"],
          ["install FILE", "Add the CA certificate to a PEM bundle, in place of an earlier one"],
          ["remove FILE", "Remove it from the bundle"],
        ], isOptional: true
      ) { command, word in
        guard let action = Action(rawValue: word) else {
          throw UsageError("unknown action \"\(word)\"; use export, install or remove")
        }
        command.action = action
      },
      Operand("FILE", isOptional: true) { $0.file = $1 },
    ],
    OptionGroup([
      .value(
        "ca-directory", "FOLDER",
        "Folder of the CA (default: $STUBBER_CA_DIRECTORY, or your data folder)"
      ) { $0.directory = try $1.filled }
    ]))
  static let notes = """
    Without an action, ca shows the files, the fingerprint and the expiry date of the CA, which signs
    the certificates of serve --https-port. The CA is created when it is first needed, in stubber/ca in
    $XDG_DATA_HOME or ~/.local/share; on macOS in ~/Library/Application Support.

    Keep its private key secret: with it, anyone can impersonate any server to programs that trust this
    CA.
    """
  static let examples = [
    "export ca.pem && curl --cacert ca.pem https://localhost:8443/books", "install bundle.pem",
  ]

  var action: Action?
  var file: String?
  var directory: String?

  func run(_ console: Console) throws -> ExitCode {
    guard let action else {
      console.emit(AuthorityEvent(authority: try LocalAuthority(directory: directory)))
      return .success
    }
    guard let file else { throw UsageError("missing FILE after \(action.rawValue)") }
    switch action {
    case .export where file == "-":
      // The console adds the line end.
      console.print(String(try LocalAuthority(directory: directory).pem().dropLast()))
    case .export:
      try LocalAuthority(directory: directory).export(to: file)
      console.emit(.notice("exported", "Wrote the CA certificate to \(file)."))
    case .install:
      let isChanged = try TrustFile(file).install(LocalAuthority(directory: directory))
      console.emit(
        isChanged
          ? .notice("installed", "Added the CA to \(file).")
          : .notice("unchanged", "\(file) already contains the CA."))
    case .remove:
      let isChanged = try TrustFile(file).remove()
      console.emit(
        isChanged
          ? .notice("removed", "Removed the CA from \(file).")
          : .notice("unchanged", "\(file) does not contain the CA."))
    }
    return .success
  }
}

private struct AuthorityEvent: Event {
  let authority: LocalAuthority

  func text(_ console: Console) -> String? {
    let rows = [
      ["certificate", authority.certificatePath], ["key", authority.keyPath],
      ["subject", authority.subject], ["SHA-256", authority.fingerprint],
      ["expires", authority.expiryText],
    ]
    let created = authority.isNew ? ["Created a new CA."] : []
    return (created + Table(rows: rows).lines).joined(separator: "\n")
  }

  var jsonLines: [String] {
    [
      Self.json(
        "ca",
        [
          "certificate": .string(authority.certificatePath), "key": .string(authority.keyPath),
          "subject": .string(authority.subject), "sha256": .string(authority.fingerprint),
          "expires": .string(authority.expiryText), "created": .bool(authority.isNew),
        ])
    ]
  }
}
