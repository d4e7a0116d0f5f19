import StubCore

extension NamedFault {
  static let stall = NamedFault(
    "stall", "Stops for good within the head, or when that much of the body is out.",
    [.insideHead, .after]
  ) { parameters in
    if let count = parameters.insideHead { return .stall(insideHead: count) }
    return parameters.after.map { .stall(after: $0) } ?? .stall(after: .bytes(0))
  }
}
