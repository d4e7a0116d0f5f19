import StubServer

/// The options of `serve` that have to do with HTTPS.
enum TLSOptions {
  static let port = CommandOption(
    name: "https-port", value: "NUMBER", summary: "Serve over TLS too, on this port; 0 for any")
  static let certificate = CommandOption(
    name: "cert", value: "FILE",
    summary: "The certificate chain in PEM; minted by a local CA unless given")
  static let key = CommandOption(
    name: "key", value: "FILE",
    summary: "Its private key in PEM; in the --cert file unless given")
  static let clientAuthorities = CommandOption(
    name: "client-ca", value: "FILE",
    summary: "Ask for client certificates, from the authorities in this file")
  static let requirement = CommandOption(
    name: "require-client-certificate", summary: "Refuse clients without a certificate")
  static let minimum = CommandOption(
    name: "tls-min", value: "VERSION", summary: "The lowest version of TLS, 1.2 unless given")
  static let maximum = CommandOption(
    name: "tls-max", value: "VERSION", summary: "The highest version of TLS, 1.3 unless given")
  static let authority = CommandOption(
    name: "ca-directory", value: "FOLDER",
    summary: "Where the local CA is; see: stubber ca --help")

  static let all = [
    port, certificate, key, clientAuthorities, requirement, minimum, maximum, authority,
  ]

  /// The address to serve over TLS; `nil` when that is not asked for.
  ///
  /// - Throws: `UsageError` for options that make no sense, alone or together.
  static func address(_ arguments: Arguments, host: String) throws(UsageError) -> ListenAddress? {
    guard let number = try arguments.number(of: port, in: 0...65_535) else {
      if let option = all.first(where: { arguments.has($0) }) {
        throw UsageError("expected --https-port beside --\(option.name), found none")
      }
      return nil
    }
    var configuration = TLSConfiguration()
    configuration.authorityDirectory = arguments.value(of: authority)
    if let file = arguments.value(of: certificate) {
      configuration.certificate = .files(
        certificate: file, key: arguments.value(of: key) ?? file)
    } else if arguments.has(key) {
      throw UsageError("expected --cert beside --key, found none")
    }
    if let file = arguments.value(of: clientAuthorities) {
      configuration.clientCertificates =
        arguments.has(requirement) ? .required(authorities: file) : .requested(authorities: file)
    } else if arguments.has(requirement) {
      throw UsageError("expected --client-ca beside --require-client-certificate, found none")
    }
    configuration.minimumVersion = try version(arguments, minimum) ?? configuration.minimumVersion
    configuration.maximumVersion = try version(arguments, maximum) ?? configuration.maximumVersion
    guard configuration.minimumVersion <= configuration.maximumVersion else {
      throw UsageError("expected a --tls-min that is not above --tls-max, found one that is")
    }
    return .tls(host: host, port: number, configuration: configuration)
  }

  private static func version(
    _ arguments: Arguments, _ option: CommandOption
  ) throws(UsageError) -> TLSVersion? {
    guard let text = arguments.value(of: option) else { return nil }
    guard let version = TLSVersion(rawValue: text) else {
      let known = TLSVersion.allCases.map(\.rawValue).joined(separator: " or ")
      throw UsageError("expected \(known) after --\(option.name), found \"\(text)\"")
    }
    return version
  }
}
