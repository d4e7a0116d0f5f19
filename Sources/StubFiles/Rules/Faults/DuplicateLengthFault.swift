import StubCore

extension NamedFault {
  static let duplicateLength = NamedFault(
    "duplicateLength", "Sends a second, different Content-Length."
  ) { _ in .duplicateLength }
}
