import COpenSSL

/// Lets OpenSSL read from and write to the buffers of a connection.
enum WireBIO {
  /// Made once for the process and never changed, so any thread may use it.
  nonisolated(unsafe) private static let method: OpaquePointer? = {
    guard
      let method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "wire")
    else {
      return nil
    }
    _ = BIO_meth_set_create(method) { bio in
      BIO_set_init(bio, 1)
      return 1
    }
    _ = BIO_meth_set_read(method) { bio, bytes, count in
      guard let bio, let bytes, count > 0, let stream = stream(of: bio) else { return -1 }
      BIO_clear_retry(bio)
      let taken = stream.read(into: UnsafeMutableRawBufferPointer(start: bytes, count: Int(count)))
      if taken > 0 { return Int32(taken) }
      BIO_retry_read(bio)
      return -1
    }
    _ = BIO_meth_set_write(method) { bio, bytes, count in
      guard let bio, let bytes, count > 0, let stream = stream(of: bio) else { return -1 }
      BIO_clear_retry(bio)
      stream.write(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
      return count
    }
    _ = BIO_meth_set_ctrl(method) { _, command, _, _ in command == BIO_CTRL_FLUSH ? 1 : 0 }
    return method
  }()

  /// Makes one for a stream that must outlive it.
  static func make(_ stream: WireStream) -> OpaquePointer? {
    guard let method, let bio = BIO_new(method) else { return nil }
    BIO_set_data(bio, Unmanaged.passUnretained(stream).toOpaque())
    return bio
  }

  private static func stream(of bio: OpaquePointer) -> WireStream? {
    BIO_get_data(bio).map { Unmanaged<WireStream>.fromOpaque($0).takeUnretainedValue() }
  }
}

/// What a client says before anything is agreed on, as far as it matters here.
struct ClientHello: Sendable, Hashable {
  /// The name of the server that the client wants, in lower case; `nil` when it names none or what
  /// it names is no host name.
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

  /// Letters, digits and `-._`: what may stand in a certificate without any escaping.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

/// A handshake that came to nothing, in words for the person who runs the server.
struct HandshakeFailure: Sendable, Hashable, CustomStringConvertible {
  let description: String

  init(_ problem: OpenSSLProblem) {
    if problem.isPlainHTTP {
      description = "a client sent plain HTTP to the HTTPS port"
    } else if let alert = problem.alert {
      description =
        Self.reason(alert).map { "a client \($0)" }
        ?? "a client ended the TLS handshake with alert \(alert)"
    } else {
      description = "a TLS handshake failed: \(problem)"
    }
  }

  /// The alerts of clients that reject the server's certificate (RFC 8446 §6.2).
  private static func reason(_ alert: Int) -> String? {
    switch alert {
    case 42: "rejected the certificate; check that it is for the right host"
    case 45: "rejected the certificate: it has expired"
    case 46: "rejected the certificate"
    case 48: "does not trust the CA; for the local CA, see: stubber ca"
    default: nil
    }
  }
}
