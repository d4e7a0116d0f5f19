import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension EncodedAnswer {
  /// The most bytes of a body that goes out in one piece with the head.
  static let largestBody = 32 * 1_024
  /// The most bytes of a body that are kept a second time, behind the head.
  private static let largestCopy = 1_024

  /// The bytes of a plan of which all goes out at once, if after a wait; `nil` for another, or a
  /// faulty one.
  init?(_ plan: ResponsePlan, _ context: EncodedHead.Context) {
    guard let (head, body) = plan.whole(upTo: Self.largestBody, evenAfterWait: true) else {
      return nil
    }
    var context = context
    context.bodyCount = body.count
    guard let encoded = try? EncodedHead(head, context) else { return nil }
    var bytes = encoded.bytes
    let endsBeforeBody = encoded.framing == .plain && body.count > Self.largestCopy
    switch encoded.framing {
    case .none: break
    case .plain: if !endsBeforeBody { body.withUnsafeBytes { bytes.append(contentsOf: $0) } }
    case .chunked:
      if !body.isEmpty {
        bytes += Array("\(String(body.count, radix: 16))\r\n".utf8) + body + Array("\r\n".utf8)
      }
      bytes += Array("0\r\n\r\n".utf8)
    }
    self.init(
      bytes: bytes, date: encoded.date, keepsAlive: encoded.keepsAlive,
      endsBeforeBody: endsBeforeBody)
  }
}
