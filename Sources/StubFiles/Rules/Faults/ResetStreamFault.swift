import StubCore

extension NamedFault {
  static let resetStream = NamedFault(
    "resetStream", "Resets the HTTP/2 stream when that much of the body is out.", [.code, .after]
  ) { .resetStream(code: $0.code ?? 2, after: $0.after ?? .bytes(0)) }
}
