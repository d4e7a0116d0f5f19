import StubCore

extension NamedFault {
  static let malformedChunk = NamedFault(
    "malformedChunk", "Announces chunks, sends a line that is none, and closes."
  ) { _ in .malformedChunk }
}
