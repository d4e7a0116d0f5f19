/// An expectation about the requests received that does not hold.
public struct VerificationFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was expected, what was found and which requests arrived.
  public let description: String

  init(expected: String, found: String, requests: [ReceivedRequest]) {
    var lines = ["expected \(expected), found \(found)"]
    if requests.isEmpty {
      lines.append("no requests were received")
    } else {
      lines.append("received:")
      lines += requests.suffix(20).map { "  \($0.summary)" }
      if requests.count > 20 { lines.append("  (the last 20 of \(requests.count))") }
    }
    description = lines.joined(separator: "\n")
  }
}
