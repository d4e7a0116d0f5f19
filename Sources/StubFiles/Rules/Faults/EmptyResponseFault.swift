import StubCore

extension NamedFault {
  static let emptyResponse = NamedFault(
    "emptyResponse", "Closes the connection without a byte."
  ) { _ in .emptyResponse }
}
