import StubCore
import StubPlatform

/// The head of a response in HTTP/2, and whether a body can follow.
struct HTTP2Head: Sendable, Hashable {
  var fields = HTTP2Fields()
  /// The trailers; `nil` if there are none.
  private(set) var trailers: HTTP2Fields?
  /// Whether nothing follows the head, even if the plan has a body.
  var isBodiless: Bool
  /// The index of the added `date` field; `nil` if the plan has its own `Date`.
  private(set) var date: Int?

  /// Encodes the planned fields in their order, and after them the fields that are missing.
  ///
  /// Fields about an HTTP/1.1 connection are left out (RFC 9113 §8.2.2). A `Content-Length` of the
  /// plan stays, even if it is wrong, except in the response to CONNECT (RFC 9110 §9.3.6).
  ///
  /// - Throws: `HeadFault` if a part of the head cannot be sent.
  init(_ head: ResponseHead, _ context: EncodedHead.Context) throws(HeadFault) {
    try HeadFault.check(head)
    let status = head.status.rawValue
    guard status >= 200 else {
      throw HeadFault(
        description: "a status over HTTP/2 must be from 200 to 999, not \(status);"
          + " correct the stub, or use HTTP/1.1")
    }
    let isTunnel = context.method == .connect && status < 300
    isBodiless = head.status.forbidsContent || context.method == .head || isTunnel
    fields.append(":status", String(status))
    var (hasDate, hasLength) = (false, head.status.forbidsContent || isTunnel)
    for field in head.headers.fields {
      let name = field.name.canonicalName
      switch name {
      case "connection", "keep-alive", "proxy-connection", "upgrade": continue
      case "transfer-encoding":
        // A chunked plan has no known length.
        hasLength = true
        continue
      case "content-length" where isTunnel: continue
      case "content-length": hasLength = true
      case "date": hasDate = true
      default: break
      }
      fields.append(name, field.with(field.value.trimmingWhitespace()).valueBytes)
    }
    if !hasDate {
      date = fields.places.count
      fields.append("date", context.date)
    }
    if !hasLength, let count = context.bodyCount, context.method != .head || count > 0 {
      fields.append("content-length", String(count))
    }
    for field in head.rawFields { appendRaw(field.name, field.value) }
    if !isBodiless, head.hasTrailers {
      var trailers = HTTP2Fields()
      for field in head.trailers.fields {
        let value = field.with(field.value.trimmingWhitespace()).valueBytes
        trailers.append(field.name.canonicalName, value)
      }
      self.trailers = trailers
    }
  }

  /// Adds the line that a fault puts into the head: a repeated field, or an invalid line.
  ///
  /// An invalid line is sent as an unknown pseudo-header field, which makes the head malformed for
  /// all clients (RFC 9113 §8.3). A field with an invalid name would be ignored by some clients.
  private mutating func appendRaw(_ name: String, _ value: String?) {
    if let value {
      fields.append(name.lowercasedASCII(), value)
    } else {
      fields.append(":\(name)", "")
    }
  }
}

/// The fields of a head in the order they are sent, pseudo-header fields first (RFC 9113 §8.3).
struct HTTP2Fields: Sendable, Hashable {
  struct Place: Sendable, Hashable {
    var name: Range<Int>
    var value: Range<Int>
  }

  /// The names and values of all fields, one after the other.
  private(set) var bytes: [UInt8] = []
  private(set) var places: [Place] = []

  init() {
    bytes.reserveCapacity(256)
    places.reserveCapacity(8)
  }

  /// Adds a field; the name must be in lower case.
  mutating func append(_ name: String, _ value: String) { append(name, Array(value.utf8)) }

  mutating func append(_ name: String, _ value: [UInt8]) {
    let start = bytes.count
    bytes.append(contentsOf: name.utf8)
    let middle = bytes.count
    bytes.append(contentsOf: value)
    places.append(Place(name: start..<middle, value: middle..<bytes.count))
  }
}
