import StubCore

extension NamedFault {
  static let close = NamedFault(
    "close", "Closes the connection in order when that much of the body is out.", [.after]
  ) { .close(after: $0.after ?? .bytes(0)) }
}
