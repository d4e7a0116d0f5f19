import StubCore

extension NamedFault {
  static let slowHead = NamedFault(
    "slowHead", "Sends the head byte by byte, then the body as it is.", [.every],
    required: ["every"]
  ) { $0.every.map { .slowHead(every: $0) } }
}
