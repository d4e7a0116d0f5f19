import StubCore
import StubPlatform

/// The connection preface, which an HTTP/2 client sends first (RFC 9113 §3.4).
///
/// It tells the version if TLS has not negotiated one.
enum HTTP2Preface {
  enum Finding: Sendable, Hashable {
    case http2
    case otherwise
    /// There are too few bytes to recognize the version.
    case undecided
  }

  static let bytes = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

  /// Finds the version from the protocol that TLS has negotiated, or from the first bytes of the
  /// input.
  ///
  /// The bytes stay in the input.
  static func finding(in transport: Transport) -> Finding {
    if transport.applicationProtocol == "h2" { return .http2 }
    let found = finding(in: transport.firstBytes(bytes.count))
    return found == .undecided && transport.hasEndOfInput ? .otherwise : found
  }

  /// Finds the version from the first bytes of a connection; bytes after the length of the preface
  /// are ignored.
  static func finding(in start: some Collection<UInt8>) -> Finding {
    guard start.elementsEqual(bytes.prefix(start.count)) else { return .otherwise }
    return start.count == bytes.count ? .http2 : .undecided
  }
}

/// An HTTP/1.1 request's offer to continue in HTTP/2 without TLS (RFC 7540 §3.2).
struct HTTP2Upgrade: Sendable, Hashable {
  /// The response that accepts an upgrade to HTTP/2.
  static let agreement =
    "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n"

  private static let settingsField: HTTPHeaderName = "HTTP2-Settings"

  /// The payload of the client's SETTINGS, which the upgrade request contains.
  var settings: [UInt8]

  /// Reads the offer of a request; `nil` if there is none, or if it is incomplete or invalid.
  ///
  /// HTTP/1.1 is then used.
  init?(_ request: ReceivedRequest) {
    guard request.httpVersion == "1.1", let upgrade = request.headers[.upgrade] else { return nil }
    let values = request.headers.values(of: Self.settingsField)
    let options = Self.elements(request.headers[.connection] ?? "")
    guard Self.elements(upgrade).contains("h2c"), options.contains("upgrade"),
      options.contains("http2-settings"), values.count == 1
    else { return nil }
    var text = values[0].replacing("-", with: "+").replacing("_", with: "/")
    text += String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    guard let data = Data(base64Encoded: text), data.count % 6 == 0 else { return nil }
    settings = Array(data)
  }

  private static func elements(_ list: String) -> [String] {
    list.lowercasedASCII().split(separator: ",").map { $0.trimmingWhitespace() }
  }
}
