import StubCore

extension NamedFault {
  static let garbage = NamedFault(
    "garbage", "Sends bytes that are no HTTP in place of a response, and closes.", [.base64]
  ) { $0.base64.map { .garbage($0) } ?? .garbage }
}
