import StubCore

extension NamedFault {
  static let wrongLength = NamedFault(
    "wrongLength", "Announces a wrong length, sends the whole body, and closes.", [.by],
    required: ["by"]
  ) { $0.by.map { .wrongLength(by: $0) } }
}
