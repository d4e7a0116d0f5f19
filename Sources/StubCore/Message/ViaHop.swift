/// A program that sends requests, such as a forwarding listener, as named in `Via` (RFC 9110
/// §7.6.3).
///
/// If a request already names this program, it has come back in a loop. The address of its sender
/// would not show this, because there may be other servers between, and a server has many names.
package struct ViaHop: Sendable, Hashable {
  /// The largest number of servers that a request may pass.
  package static let most = 20
  private static let field: HTTPHeaderName = "Via"

  /// The name in the field, such as `stubber-5f3a9c01`.
  package let name: String

  /// Creates a sender named `name`.
  package init(name: String) { self.name = name }

  /// Creates a sender with a unique name.
  package init() {
    self.init(name: "stubber-" + String(UInt64.random(in: .min ... .max), radix: 16))
  }

  /// Returns the sender of one stub's webhooks, which may call the server itself, but not in a
  /// loop.
  func webhooks(of stub: HTTPStub.ID) -> ViaHop { ViaHop(name: "\(name)-\(stub.number)") }

  /// Returns the reason why a request must not cause further requests; `nil` if it may.
  ///
  /// The reason is the end of a sentence.
  package func refusal(of request: ReceivedRequest) -> String? {
    let passed = Self.names(in: request)
    if passed.contains(where: { $0 == name }) { return "it has come through \(name) before (Via)" }
    guard passed.count >= Self.most else { return nil }
    return "it has come through \(passed.count) servers (Via); the limit is \(Self.most)"
  }

  /// Returns the `Via` fields for a request that `request` causes: the servers passed so far, and
  /// this one.
  package func fields(after request: ReceivedRequest) -> [HTTPHeaders.Field] {
    request.headers.fields.filter { $0.name == Self.field }
      + [HTTPHeaders.Field(name: Self.field, value: "\(request.httpVersion) \(name)")]
  }

  /// Returns whether ``fields(after:)`` returns fields named `name`.
  package static func has(_ name: HTTPHeaderName) -> Bool { name == field }

  /// Returns the servers that a request has passed, by their names in `Via`.
  private static func names(in request: ReceivedRequest) -> [Substring] {
    request.headers.values(of: field).flatMap { value in
      value.split(separator: ",").map { entry in
        entry.split(whereSeparator: \.isWhitespace).dropFirst().first ?? ""
      }
    }
  }
}
