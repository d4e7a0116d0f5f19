import StubPlatform

extension RequestBody {
  /// The body after its compression and charset have been decoded, as the request names them.
  final class Decoding {
    let coding: BodyCoding
    /// Whether decoding has changed the body; if so, it is decoded again after it was released.
    let isChanged: Bool
    private(set) weak var body: RequestBody?
    let obstacle: UnreadableContent?

    init(_ coding: BodyCoding, _ body: RequestBody?, _ obstacle: UnreadableContent?) {
      (self.coding, isChanged, self.body, self.obstacle) = (coding, body != nil, body, obstacle)
    }
  }

  /// Returns the body decompressed and in UTF-8, or this body if it needs no change.
  ///
  /// If the body cannot be read, the obstacle says why.
  func decoded(of coding: BodyCoding) -> (body: RequestBody, obstacle: UnreadableContent?) {
    guard !isDerived, let data, !data.isEmpty else { return (self, nil) }
    let (known, limit) = state.withLock { state in
      (state.decoding(of: coding), state.limits.parsedBytes)
    }
    if let known { return (known.body ?? self, known.obstacle) }
    var (bytes, obstacle) =
      coding.contentEncoding.map { ContentCoding.readable(data, of: $0, limit: limit) }
      ?? (nil, nil)
    var coded: CodedText?
    if obstacle == nil, let charset = coding.charset(of: bytes ?? data) {
      let text = CodedText(bytes: bytes ?? data, charset: charset)
      let (utf8, unknown) = text.readable(limit: limit)
      if let utf8 { (bytes, coded) = (utf8, text) }
      obstacle = unknown
    }
    let body = bytes.map { RequestBody($0, of: self, coded: coded) }
    state.withLock { $0.decoding = Decoding(coding, body, obstacle) }
    if let body, let bytes {
      Self.recent.withLock { $0.add(body, of: bytes.count + (coded?.bytes.count ?? 0)) }
    }
    return (body ?? self, obstacle)
  }

  /// The most recently decoded bodies, kept because conditions and templates may read them again.
  private static let recent = Lock(RecentBodies())
}

extension RequestBody.State {
  /// Returns the known result for a coding; `nil` if the body must be decoded.
  fileprivate func decoding(
    of coding: BodyCoding
  ) -> (body: RequestBody?, obstacle: UnreadableContent?)? {
    guard let decoding, decoding.coding == coding else { return nil }
    let body = decoding.body
    return decoding.isChanged && body == nil ? nil : (body, decoding.obstacle)
  }
}
