import StubCore
import StubPlatform

/// The greeting of a SOCKS5 client, up to its request for a tunnel (RFC 1928, RFC 1929).
struct SOCKSGreeting {
  /// The first byte of a greeting.
  static let version: UInt8 = 5

  private enum Stage {
    case methods
    case credentials
    case request
  }

  enum Step {
    /// The next message is not complete.
    case needsInput
    case reply([UInt8])
    case open(Tunnel)
    /// Send the bytes and end the connection, for this reason.
    case refuse([UInt8], String)
  }

  private enum Method: UInt8 {
    case none = 0
    case password = 2
    case noneAcceptable = 0xFF
  }

  private let proxy: Proxy
  private var stage = Stage.methods
  private var user: String?

  init(_ proxy: Proxy) { self.proxy = proxy }

  /// The most bytes of a message: those of user name and password.
  static let longest = 3 + 2 * 255

  /// Reads a message from the start of the bytes.
  ///
  /// - Returns: the next step, and the number of bytes in the message, which is 0 if it is not
  ///   complete.
  mutating func next(in bytes: [UInt8]) -> (step: Step, count: Int) {
    var message = Message(bytes)
    let step =
      switch stage {
      case .methods: readMethods(&message)
      case .credentials: readCredentials(&message)
      case .request: readRequest(&message)
      }
    return step.map { ($0, message.position) } ?? (.needsInput, 0)
  }

  private mutating func readMethods(_ message: inout Message) -> Step? {
    guard message.byte() != nil, let offers = message.counted() else { return nil }
    func isOffered(_ method: Method) -> Bool { offers.contains(method.rawValue) }
    if isOffered(.password) {
      stage = .credentials
      return .reply([Self.version, Method.password.rawValue])
    }
    guard isOffered(.none), proxy.accepts(password: nil) else {
      return .refuse(
        [Self.version, Method.noneAcceptable.rawValue],
        "a SOCKS client sends no password, but the proxy needs one")
    }
    stage = .request
    return .reply([Self.version, Method.none.rawValue])
  }

  /// Reads user name and password (RFC 1929 §2).
  private mutating func readCredentials(_ message: inout Message) -> Step? {
    let version: UInt8 = 1
    guard message.byte() != nil, let name = message.counted(), let password = message.counted()
    else { return nil }
    guard proxy.accepts(password: String(decoding: password, as: UTF8.self)) else {
      return .refuse([version, 1], "a SOCKS client sends the wrong password")
    }
    user = String(decoding: name, as: UTF8.self)
    stage = .request
    return .reply([version, 0])
  }

  private func readRequest(_ message: inout Message) -> Step? {
    guard let version = message.byte(), let command = message.byte(), message.byte() != nil,
      let kind = message.byte()
    else { return nil }
    guard version == Self.version else {
      return .refuse(Self.reply(.failure), "a SOCKS client sends a request of version \(version)")
    }
    guard command == 1 else {
      return .refuse(
        Self.reply(.unknownCommand),
        "a SOCKS client sends command \(command); only CONNECT (1) is supported")
    }
    guard let kind = AddressKind(rawValue: kind) else {
      return .refuse(
        Self.reply(.unknownAddress), "a SOCKS client sends an address of unknown kind \(kind)")
    }
    guard let host = kind.host(&message), let port = message.number() else { return nil }
    let tunnel = Tunnel(
      authority: "\(host):\(port)", user: user, acceptance: Self.reply(.success))
    return tunnel.map(Step.open)
      ?? .refuse(Self.reply(.failure), "a SOCKS client asks for the invalid host \(host.quoted)")
  }

  private enum Reply: UInt8 {
    case success = 0
    case failure = 1
    case unknownCommand = 7
    case unknownAddress = 8
  }

  /// Returns a reply to the request; the address in it means nothing to clients.
  private static func reply(_ code: Reply) -> [UInt8] {
    [version, code.rawValue, 0, AddressKind.ipv4.rawValue, 0, 0, 0, 0, 0, 0]
  }
}

/// The kinds of addresses in a request for a tunnel (RFC 1928 §5).
private enum AddressKind: UInt8 {
  case ipv4 = 1
  case name = 3
  case ipv6 = 4

  /// Reads the host, as it is written before a port; `nil` if it is not complete.
  func host(_ message: inout Message) -> String? {
    switch self {
    case .name: message.counted().map { String(decoding: $0, as: UTF8.self) }
    case .ipv4: message.bytes(4).map { $0.map(String.init).joined(separator: ".") }
    case .ipv6:
      message.bytes(16).map { bytes in
        let groups = stride(from: 0, to: 16, by: 2).map { index in
          String(UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1]), radix: 16)
        }
        return "[\(groups.joined(separator: ":"))]"
      }
    }
  }
}

/// A message that is read from its start; the functions return `nil` if it is not complete.
private struct Message {
  private let bytes: [UInt8]
  private(set) var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func bytes(_ count: Int) -> [UInt8]? {
    guard bytes.count - position >= count else { return nil }
    defer { position += count }
    return Array(bytes[position..<position + count])
  }

  mutating func byte() -> UInt8? { bytes(1)?[0] }

  /// Reads a number of two bytes.
  mutating func number() -> Int? { bytes(2).map { Int($0[0]) << 8 | Int($0[1]) } }

  /// Reads a length of one byte, and then this number of bytes.
  mutating func counted() -> [UInt8]? { byte().flatMap { bytes(Int($0)) } }
}
