import StubCore
import StubPlatform

/// A complete HTTP/1.1 response, except the value of its `Date`.
final class EncodedResponse: Sendable {
  /// The complete response, or its part before the body.
  ///
  /// The value of `Date` is a placeholder.
  let bytes: [UInt8]
  /// The index of the value of `Date` in ``bytes``; `nil` if the plan has its own `Date`.
  private let dateStart: Int?
  let keepsAlive: Bool
  /// Whether the plan's body must be sent after these bytes, unchanged.
  let endsBeforeBody: Bool

  /// Creates a response from its bytes.
  ///
  /// `date` is the range of the value of `Date`; `nil` if the plan has its own `Date`.
  private init(bytes: [UInt8], date: Range<Int>?, keepsAlive: Bool, endsBeforeBody: Bool) {
    self.bytes = bytes
    dateStart = date?.lowerBound
    self.keepsAlive = keepsAlive
    self.endsBeforeBody = endsBeforeBody
  }

  /// Passes the bytes to `body` after setting `Date` to `date`; all dates have the same length (RFC
  /// 9110 §5.6.7).
  func withBytes(date: [UInt8], _ body: (UnsafeRawBufferPointer) -> Void) {
    bytes.withUnsafeBytes { bytes in
      guard let dateStart else { return body(bytes) }
      withUnsafeTemporaryAllocation(byteCount: bytes.count, alignment: 1) { whole in
        whole.copyMemory(from: bytes)
        let place = dateStart..<dateStart + date.count
        date.withUnsafeBytes {
          UnsafeMutableRawBufferPointer(rebasing: whole[place]).copyMemory(from: $0)
        }
        body(UnsafeRawBufferPointer(whole))
      }
    }
  }
}

extension EncodedResponse {
  /// The largest body, in bytes, that is sent in one piece with the head.
  static let largestBody = 32 * 1_024
  /// The size in bytes up to which a body is copied behind the head.
  ///
  /// A larger body is sent separately, unless it is chunked.
  private static let largestCopy = 1_024

  /// Whether the plan's response can be sent in one piece.
  static func canHold(_ plan: ResponsePlan) -> Bool {
    plan.isInMemory && plan.bodyCount <= largestBody && !plan.hasTrailers
  }

  /// Encodes a plan whose head and body are sent together, possibly after a delay.
  ///
  /// - Throws: `HeadFault` when the head cannot be sent.
  convenience init(_ plan: ResponsePlan, _ context: EncodedHead.Context) throws(HeadFault) {
    guard let head = plan.head, case .data(let body) = plan.body else {
      preconditionFailure("only a plan with a head and a body in memory goes out in one piece")
    }
    var context = context
    context.bodyCount = body.count
    let encoded = try EncodedHead(head, context)
    var bytes = encoded.bytes
    let endsBeforeBody = encoded.framing == .plain && body.count > Self.largestCopy
    switch encoded.framing {
    case .none: break
    case .plain: if !endsBeforeBody { body.withUnsafeBytes { bytes.append(contentsOf: $0) } }
    case .chunked:
      if !body.isEmpty {
        bytes += Array("\(String(body.count, radix: 16))\r\n".utf8) + body + Array("\r\n".utf8)
      }
      bytes += encoded.chunksEnd
    }
    self.init(
      bytes: bytes, date: encoded.date, keepsAlive: encoded.keepsAlive,
      endsBeforeBody: endsBeforeBody)
  }
}
