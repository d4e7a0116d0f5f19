/// Why a body cannot be read as what a matcher expects.
struct UnreadableBody: Error, Sendable, CustomStringConvertible {
  /// Completes "found …".
  let description: String

  static let missing = UnreadableBody(description: "no body")
}

extension ReceivedRequest {
  /// The body as JSON, or what to tell people who expected some.
  var readableJSON: Result<JSONValue, UnreadableBody> {
    guard let body, !body.isEmpty else { return .failure(.missing) }
    return json.mapError { UnreadableBody(description: "a body that is not JSON (\($0))") }
  }
}
