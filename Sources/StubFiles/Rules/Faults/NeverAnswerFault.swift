import StubCore

extension NamedFault {
  static let neverAnswer = NamedFault(
    "neverAnswer", "Takes the request and never answers."
  ) { _ in .neverAnswer }
}
