package import StubPlatform

/// The content codings of bodies (RFC 9110 §8.4), such as gzip.
///
/// A recorded body may already be decoded, although its fields still name a coding.
package enum ContentCoding {
  /// Returns the codings in a field, in lower case and in the order in which they were applied.
  package static func list(in field: String) -> [String] {
    field.split(separator: ",").map { String($0).trimmingWhitespace().lowercasedASCII() }
      .filter { !$0.isEmpty && $0 != "identity" }
  }

  /// Returns the value of the field for the codings that the body still has; `nil` if it has none.
  package static func remaining(of codings: [String], in body: Data) -> String? {
    guard !body.isEmpty, let last = codings.lastIndex(where: { has($0, body) }) else { return nil }
    return codings[...last].joined(separator: ", ")
  }

  /// Returns the body after decoding gzip and deflate, as far as that is possible.
  ///
  /// The result also has the codings that are left, and the failure if one stopped decoding.
  static func decoded(
    _ body: Data, of codings: [String], limit: Int = decodedLimit
  ) -> (body: Data, codings: [String], failure: Inflation.Failure?) {
    var (body, codings) = (body, codings)
    while let last = codings.last, decodable.contains(last), Inflation.beginsCompressed(body) {
      do throws(Inflation.Failure) {
        body = Data(try Inflation.inflated(Array(body), limit: limit))
      } catch {
        return (body, codings, error)
      }
      codings.removeLast()
    }
    return (body, codings, nil)
  }

  /// Returns the decoded body of a request.
  ///
  /// It is `nil` if the body needs no decoding, or cannot be decoded; the obstacle then says why.
  static func readable(
    _ body: Data, of field: String, limit: Int
  ) -> (body: Data?, obstacle: UnreadableContent?) {
    let codings = list(in: field)
    guard body.count <= limit, !codings.isEmpty else { return (nil, nil) }
    let (decoded, rest, failure) = decoded(body, of: codings, limit: limit)
    guard let coding = remaining(of: rest, in: decoded) else {
      return (rest.count < codings.count ? decoded : nil, nil)
    }
    guard case .longerThan? = failure else {
      let words = "a body in the coding \(coding) that cannot be decoded"
      return (nil, UnreadableContent(description: words))
    }
    let words =
      "a body in the coding \(coding), larger than the \(ByteCount(limit)) that are parsed"
    return (nil, UnreadableContent(description: words, isTooLarge: true))
  }

  /// Returns the value of `Accept-Encoding` with only the codings that this process can decode.
  package static func decodable(in field: String) -> String {
    let kept = field.split(separator: ",").map { $0.trimmingWhitespace() }.filter { item in
      let name = item.prefix { $0 != ";" }.trimmingWhitespace().lowercasedASCII()
      return name == "identity" || decodable.contains(name)
    }
    return kept.isEmpty ? "identity" : kept.joined(separator: ", ")
  }

  /// Returns whether this process can decode the last coding that the fields name.
  package static func isDecodable(_ headers: HTTPHeaders) -> Bool {
    let codings = list(in: headers[.contentEncoding] ?? "")
    return codings.last.map { decodable.contains($0) } ?? false
  }

  private static let decodable: Set = ["gzip", "x-gzip", "deflate"]
  /// The largest size of a decoded body, in bytes.
  private static let decodedLimit = 256 * 1_024 * 1_024

  /// Returns whether the body begins with the magic number of its last coding; `nil` if the coding
  /// has none.
  package static func isMarked(_ body: Data, as codings: [String]) -> Bool? {
    codings.last.flatMap { mark(of: $0) }.map { body.starts(with: $0) }
  }

  private static func mark(of coding: String) -> [UInt8]? {
    switch coding {
    case "gzip", "x-gzip": [0x1F, 0x8B]
    case "zstd": [0x28, 0xB5, 0x2F, 0xFD]
    case "compress", "x-compress": [0x1F, 0x9D]
    default: nil
    }
  }

  /// Returns whether the body is in the coding `coding`.
  ///
  /// Brotli, deflate without zlib's header, and unknown codings have no magic number. With these, a
  /// body that is text counts as decoded, and any other body as encoded.
  private static func has(_ coding: String, _ body: Data) -> Bool {
    mark(of: coding).map { body.starts(with: $0) } ?? !isText(body)
  }

  private static func isText(_ body: Data) -> Bool {
    let isControlled = body.contains { $0 < 0x20 && ![0x09, 0x0A, 0x0C, 0x0D].contains($0) }
    return !isControlled && String(checkingUTF8: body) != nil
  }
}

extension HTTPHeaders {
  /// Returns the body without compression, and removes the decoded codings from the fields.
  package mutating func decode(_ body: Data) -> Data {
    guard let field = self[.contentEncoding] else { return body }
    let codings = ContentCoding.list(in: field)
    let (decoded, rest, _) = ContentCoding.decoded(body, of: codings)
    guard rest.count < codings.count else { return body }
    self[.contentEncoding] = rest.isEmpty ? nil : rest.joined(separator: ", ")
    if contains(.contentLength) { self[.contentLength] = String(decoded.count) }
    return decoded
  }
}

extension ReceivedRequest {
  /// The body as conditions and templates read it, decompressed and in UTF-8.
  ///
  /// If this fails, the obstacle says why.
  var readable: (body: RequestBody, obstacle: UnreadableContent?) {
    guard let coding = BodyCoding(headers) else { return (content, nil) }
    return content.decoded(of: coding)
  }

  /// The reason why the body is still compressed, or in an unknown charset; `nil` if it can be
  /// read.
  var codingObstacle: UnreadableContent? { readable.obstacle }

  /// Whether the body may have to be decompressed before it is read, which takes time.
  var isCoded: Bool { loadedBodySize > 0 && headers.contains(.contentEncoding) }
}

/// The most recently decoded bodies, within a limit of memory because a small body may decode to a
/// large one.
struct RecentBodies {
  private static let (most, mostBytes) = (64, 64 * 1_024 * 1_024)
  private var bodies: [(body: RequestBody, size: Int)] = []
  private var size = 0

  mutating func add(_ body: RequestBody, of count: Int) {
    bodies.append((body, count))
    size += count
    while bodies.count > 1, bodies.count > Self.most || size > Self.mostBytes {
      size -= bodies.removeFirst().size
    }
  }
}
