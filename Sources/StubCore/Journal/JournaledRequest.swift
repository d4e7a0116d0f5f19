/// A request as the journal keeps it.
///
/// One that came off the wire without a body is written into one piece of memory. So the parts of
/// the request itself are given back while they are still in the processor's cache, where the next
/// request is made of them.
struct JournaledRequest: Sendable {
  private enum Form: Sendable {
    case packed(PackedRequest)
    case whole(ReceivedRequest)
  }

  private let form: Form

  init(_ request: ReceivedRequest) {
    form = PackedRequest(request).map { .packed($0) } ?? .whole(request)
  }

  var request: ReceivedRequest {
    switch form {
    case .packed(let packed): packed.request
    case .whole(let request): request
    }
  }

  /// Where its one piece is in memory; 0 for none.
  var address: UInt {
    guard case .packed(let packed) = form else { return 0 }
    return packed.address
  }

  /// Whether it is kept in one piece.
  var isPacked: Bool {
    if case .packed = form { true } else { false }
  }
}

/// The parts of a request one after the other, each behind its length.
private struct PackedRequest: Sendable {
  private let bytes: [UInt8]

  /// The length of a text that is missing.
  fileprivate static var missing: UInt32 { .max }

  var address: UInt { bytes.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) } }

  /// Fails for a request that has more than method, URL and fields: it must not lose anything.
  init?(_ request: ReceivedRequest) {
    guard request.isBare, request.target.fragment == nil, request.target.userInfo == nil,
      let port = UInt32(exactly: request.target.port ?? Int(Self.missing)),
      let fields = request.headers.wireFields
    else { return nil }
    // Six texts, the port, the number of fields and whether a listener had it.
    let size =
      9 * MemoryLayout<UInt32>.size + request.method.rawValue.utf8.count
      + request.httpVersion.utf8.count + (request.target.scheme?.utf8.count ?? 0)
      + (request.target.host?.utf8.count ?? 0) + request.target.path.utf8.count
      + (request.target.query?.utf8.count ?? 0) + fields.bytes.count
    bytes = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: size) { buffer in
      var writer = PieceWriter(UnsafeMutableRawBufferPointer(buffer))
      writer.add(request.method.rawValue)
      writer.add(request.httpVersion)
      writer.add(request.target.scheme)
      writer.add(request.target.host)
      writer.add(request.target.path)
      writer.add(request.target.query)
      writer.add(port)
      writer.add(UInt32(fields.count))
      writer.add(request.isFromListener ? 1 : 0)
      fields.bytes.withUnsafeBytes { writer.add($0) }
      return Array(buffer)
    }
  }

  var request: ReceivedRequest {
    var place = 0
    func number() -> UInt32 {
      defer { place += MemoryLayout<UInt32>.size }
      return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: UInt32.self) }
    }
    func text() -> String? {
      let count = number()
      guard count != Self.missing else { return nil }
      defer { place += Int(count) }
      return String(decoding: bytes[place..<place + Int(count)], as: UTF8.self)
    }
    let (method, version) = (text() ?? "", text() ?? "")
    let (scheme, host, path, query) = (text(), text(), text() ?? "", text())
    let (port, count) = (number(), Int(number()))
    let isFromListener = number() != 0
    let target = RequestURL(
      canonicalScheme: scheme, canonicalHost: host,
      port: port == Self.missing ? nil : Int(port), path: path, query: query)
    return ReceivedRequest(
      method: HTTPMethod(rawValue: method), target: target,
      headers: HTTPHeaders(WireFields(bytes: Array(bytes[place...]), count: count)),
      body: .none, httpVersion: version, clientCertificateSubject: nil,
      isFromListener: isFromListener)
  }
}

/// Fills memory from its start; ends the process rather than write beyond its end.
private struct PieceWriter {
  private let memory: UnsafeMutableRawBufferPointer
  private var end = 0

  init(_ memory: UnsafeMutableRawBufferPointer) { self.memory = memory }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    precondition(bytes.count <= memory.count - end)
    guard let source = bytes.baseAddress, let start = memory.baseAddress else { return }
    (start + end).copyMemory(from: source, byteCount: bytes.count)
    end += bytes.count
  }

  mutating func add(_ number: UInt32) {
    precondition(MemoryLayout<UInt32>.size <= memory.count - end)
    memory.storeBytes(of: number, toByteOffset: end, as: UInt32.self)
    end += MemoryLayout<UInt32>.size
  }

  mutating func add(_ text: String?) {
    guard let text else { return add(PackedRequest.missing) }
    text.withBytes { bytes in
      add(UInt32(bytes.count))
      add(bytes)
    }
  }
}
