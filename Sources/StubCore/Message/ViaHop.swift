/// A sender of requests, such as a listener that forwards, as `Via` names it (RFC 9110 §7.6.3).
///
/// A request that names it already has come back to it. Its address would not say so: other servers may be on
/// the way, and a server has many names.
package struct ViaHop: Sendable, Hashable {
  /// How many servers a request may pass.
  package static let most = 20
  private static let field: HTTPHeaderName = "Via"

  /// The name in the field, such as `stubber-5f3a9c01`.
  package let name: String

  /// A sender with that name.
  package init(name: String) { self.name = name }

  /// A sender that shares its name with no other.
  package init() {
    self.init(name: "stubber-" + String(UInt64.random(in: .min ... .max), radix: 16))
  }

  /// The sender of one stub's webhooks: they may ask the server that sends them, but not without end.
  func webhooks(of stub: HTTPStub.ID) -> ViaHop { ViaHop(name: "\(name)-\(stub.number)") }

  /// Why a request leads to no more requests, as the end of a sentence; `nil` when it may.
  package func refusal(of request: ReceivedRequest) -> String? {
    let passed = Self.names(in: request)
    if passed.contains(where: { $0 == name }) { return "it has come through \(name) before (Via)" }
    guard passed.count >= Self.most else { return nil }
    return "it has come through \(passed.count) servers (Via); the limit is \(Self.most)"
  }

  /// The fields of a request that a request leads to, with those of the servers on the way.
  package func fields(after request: ReceivedRequest) -> [HTTPHeaders.Field] {
    request.headers.fields.filter { $0.name == Self.field }
      + [HTTPHeaders.Field(name: Self.field, value: "\(request.httpVersion) \(name)")]
  }

  /// Whether a field is one that ``fields(after:)`` has.
  package static func has(_ name: HTTPHeaderName) -> Bool { name == field }

  /// The servers that a request has passed: each has a protocol, a name and maybe a comment.
  private static func names(in request: ReceivedRequest) -> [Substring] {
    request.headers.values(of: field).flatMap { value in
      value.split(separator: ",").map { entry in
        entry.split(whereSeparator: \.isWhitespace).dropFirst().first ?? ""
      }
    }
  }
}
