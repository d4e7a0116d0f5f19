import COpenSSL
import StubCore

extension TLSSession {
  /// The callback for the first message of a client (ClientHello), called again after a delay of
  /// the handshake.
  static let onClientHello: SSL_client_hello_cb_fn = { handle, alert, _ in
    guard let handle, let session = session(of: handle) else { return SSL_CLIENT_HELLO_ERROR }
    switch session.greet(handle) {
    case .proceed: return SSL_CLIENT_HELLO_SUCCESS
    case .hold: return SSL_CLIENT_HELLO_RETRY
    case .refuse(let number):
      alert?.pointee = Int32(number)
      return SSL_CLIENT_HELLO_ERROR
    }
  }

  /// The callback for the application protocols that a client offers.
  static let onProtocols: SSL_CTX_alpn_select_cb_func = { _, chosen, count, offer, size, context in
    guard let chosen, let count, let offer, let context else { return SSL_TLSEXT_ERR_NOACK }
    let span = Span(_unsafeStart: offer, count: Int(size))
    let owner = Unmanaged<TLSContext>.fromOpaque(context).takeUnretainedValue()
    // The handshake then fails with a fatal alert: without a protocol in the reply, a client would
    // choose one itself.
    guard let range = owner.choose(from: span) else { return SSL_TLSEXT_ERR_ALERT_FATAL }
    chosen.pointee = offer + range.lowerBound
    count.pointee = UInt8(range.count)
    return SSL_TLSEXT_ERR_OK
  }

  private enum Answer {
    case proceed
    case hold
    /// Refuse with a fatal alert.
    case refuse(UInt8)
  }

  private static let internalError: UInt8 = 80

  private static func session(of handle: OpaquePointer) -> TLSSession? {
    SSL_get_ex_data(handle, 0).map {
      Unmanaged<TLSSession>.fromOpaque($0).takeUnretainedValue()
    }
  }

  private func greet(_ handle: OpaquePointer) -> Answer {
    if isHeld { return .hold }
    let hello = Self.hello(handle)
    if !hasGreeted {
      hasGreeted = true
      fault = context.fault(for: hello)
      if fault?.certificate != nil, !Self.forbidResumption(of: handle) {
        return .refuse(Self.internalError)
      }
      if let greeting = fault?.greeting { return begin(greeting, hello, handle) }
    }
    return showIdentity(hello, handle)
  }

  /// Prevents session resumption, so that the client gets the faulty certificate in a full
  /// handshake.
  ///
  /// A session can be resumed only within its session ID context, in every version of TLS. A random
  /// context, which no other connection has, also prevents a later resumption of this session.
  private static func forbidResumption(of handle: OpaquePointer) -> Bool {
    let name = (0..<SSL_MAX_SID_CTX_LENGTH).map { _ in UInt8.random(in: .min ... .max) }
    return SSL_set_session_id_context(handle, name, UInt32(name.count)) == 1
  }

  private func begin(
    _ greeting: TLSFault.Greeting, _ hello: ClientHello, _ handle: OpaquePointer
  ) -> Answer {
    switch greeting {
    case .alert(let number):
      state = .rejected
      return .refuse(number)
    case .reset:
      state = .reset
    case .close:
      state = .rejected
    case .bytes(let bytes):
      bytes.withUnsafeBytes { stream.write($0) }
      state = .rejected
    case .wait(let duration):
      hold(for: duration)
    case .silence:
      hold(for: nil)
    }
    return .hold
  }

  private func showIdentity(_ hello: ClientHello, _ handle: OpaquePointer) -> Answer {
    let name = hello.serverName ?? self.name ?? stream.localAddress ?? "localhost"
    do {
      let identity = try context.identity(for: name, flaw: fault?.certificate)
      return Self.use(identity, in: handle) ? .proceed : .refuse(Self.internalError)
    } catch {
      context.onProblem("cannot issue a certificate for \(name): \(error)")
      return .refuse(Self.internalError)
    }
  }

  private static func use(_ identity: TLSIdentity, in handle: OpaquePointer) -> Bool {
    guard let chain = X509_chain_new() else { return false }
    defer { X509_chain_free(chain) }
    for certificate in identity.intermediates {
      guard X509_chain_append(chain, certificate.handle) == 1 else { return false }
    }
    return SSL_use_cert_and_key(
      handle, identity.certificate.handle, identity.key.handle, chain, 1) == 1
  }

  private static func hello(_ handle: OpaquePointer) -> ClientHello {
    var start: UnsafePointer<UInt8>?
    var count = 0
    guard
      SSL_client_hello_get0_ext(handle, UInt32(TLSEXT_TYPE_server_name), &start, &count)
        == 1,
      let start
    else { return ClientHello() }
    return ClientHello(
      serverName: ClientHello.serverName(in: Span(_unsafeStart: start, count: count)))
  }
}

/// The facts from a client's first TLS message (ClientHello) that decide on the certificate and the
/// fault.
struct ClientHello: Sendable, Hashable {
  /// The server name that the client asks for, in lower case;
  /// `nil` if it sends none or an invalid host name.
  var serverName: String?

  /// Reads the content of a `server_name` extension (RFC 6066 §3).
  static func serverName(in bytes: Span<UInt8>) -> String? {
    // Length of the list, kind of the first name (0, a host name), its length, the name.
    guard bytes.count >= 5, bytes[2] == 0 else { return nil }
    let count = Int(bytes[3]) << 8 | Int(bytes[4])
    guard count > 0, count <= 253, bytes.count >= 5 + count else { return nil }
    var name: [UInt8] = []
    for index in 5..<5 + count {
      let byte = ByteClass.lowercased(bytes[index])
      guard ByteClass.isHostName(byte), isPlain(byte) else { return nil }
      name.append(byte)
    }
    if name.last == UInt8(ascii: ".") { name.removeLast() }
    return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
  }

  /// Returns whether the byte is a letter, a digit or one of `-._`, which need no escaping in
  /// certificates.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
