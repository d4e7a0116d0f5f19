import StubCore

extension NamedFault {
  static let goAway = NamedFault(
    "goAway", "Ends the HTTP/2 connection by GOAWAY.", [.code]
  ) { .goAway(code: $0.code ?? 0) }
}
