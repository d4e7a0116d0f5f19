import StubCore

extension NamedFault {
  static let reset = NamedFault(
    "reset", "Resets the connection: at once, within the head, or within the body.",
    [.insideHead, .after]
  ) { parameters in
    if let count = parameters.insideHead { return .reset(insideHead: count) }
    return parameters.after.map { .reset(after: $0) } ?? .reset
  }
}
