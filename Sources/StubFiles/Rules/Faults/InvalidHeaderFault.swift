import StubCore

extension NamedFault {
  static let invalidHeader = NamedFault(
    "invalidHeader", "Sends a line among the header fields that is no field."
  ) { _ in .invalidHeader }
}
