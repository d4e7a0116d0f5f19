#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// What goes out before the body: status line and header fields.
public struct ResponseHead: Sendable, Hashable {
  public var status: HTTPStatusCode
  /// The reason phrase; `nil` for the status code's own (RFC 9110 §15).
  public var reason: String?
  public var headers: HTTPHeaders
  /// Lines, each with its own end, that go before the empty line as they are: for faults.
  package var rawLines = Data()

  public init(
    status: HTTPStatusCode = .ok, reason: String? = nil, headers: HTTPHeaders = HTTPHeaders()
  ) {
    self.status = status
    self.reason = reason
    self.headers = headers
  }

  public var reasonPhrase: String { reason ?? status.reasonPhrase }

  /// The bytes of an HTTP/1.1 head with just these fields; a host may add some of its own.
  var encodedCount: Int {
    let fields = headers.fields.reduce(0) {
      $0 + $1.name.rawName.utf8.count + 2 + $1.value.utf8.count + 2
    }
    return "HTTP/1.1 000 ".utf8.count + reasonPhrase.utf8.count + 2 + fields + rawLines.count + 2
  }
}
