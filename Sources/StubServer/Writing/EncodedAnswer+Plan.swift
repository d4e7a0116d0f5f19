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

  /// Whether a response by that plan can go out in one piece.
  static func canHold(_ plan: ResponsePlan) -> Bool {
    plan.isInMemory && plan.bodyCount <= largestBody
  }

  /// The bytes of a plan of which all goes out at once, maybe after a wait.
  ///
  /// - Throws: `HeadFault` when the head cannot be sent.
  convenience init(
    _ plan: ResponsePlan, _ context: EncodedHead.Context
  ) throws(HeadFault) {
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
      bytes += Array("0\r\n\r\n".utf8)
    }
    self.init(
      bytes: bytes, date: encoded.date, keepsAlive: encoded.keepsAlive,
      endsBeforeBody: endsBeforeBody)
  }
}

extension ResponsePlan {
  /// The listener's response to bytes that are not a valid request.
  static func refusing(_ error: RequestError) -> ResponsePlan {
    let place = error.place.map { "at: line \($0.line), byte \($0.byte) of the request\n" } ?? ""
    return .text(
      """
      \(error.status) \(error.status.reasonPhrase)
      expected: \(error.expected)
      got: \(error.found)
      \(place)try: \(error.remedy)

      """, status: error.status)
  }

  /// The answer in place of a response that cannot be sent.
  static func unsendable(_ reason: some CustomStringConvertible) -> ResponsePlan {
    .text("the stub's response cannot be sent: \(reason)\n", status: .internalServerError)
  }
}
