import StubCore

extension NamedFault {
  static let halfClose = NamedFault(
    "halfClose", "Sends that much of the body and no more, but stays open to the client.", [.after]
  ) { .halfClose(after: $0.after ?? .bytes(0)) }
}
