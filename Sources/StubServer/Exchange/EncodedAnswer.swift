import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a listener keeps of a response to many requests, for one kind of connection.
class KeptAnswer: @unchecked Sendable {
  enum Kind: Sendable, Hashable {
    case http1(isHTTP10: Bool, keepsAlive: Bool)
    case http2
  }

  let kind: Kind
  /// The same response for other kinds; the kind that was asked for first comes first.
  private let next = LazyObject<KeptAnswer>()

  init(_ kind: Kind) { self.kind = kind }

  /// The answer for a kind, from here on; the one that `make` returns is for that kind.
  final func answer(for kind: Kind, make: () throws -> KeptAnswer) rethrows -> KeptAnswer {
    var answer = self
    while answer.kind != kind { answer = try answer.next.object(make) }
    return answer
  }
}

extension ResponsePlan {
  /// The answer on a connection of that kind; that of a plan for many requests is made once.
  func answer<Answer: KeptAnswer>(
    for kind: KeptAnswer.Kind, make: () throws -> Answer
  ) rethrows -> Answer {
    let kept = try (hostCache(make) as? KeptAnswer)?.answer(for: kind, make: make)
    return try kept as? Answer ?? make()
  }
}

/// A whole HTTP/1.1 response but for the value of its `Date`.
final class EncodedAnswer: KeptAnswer, @unchecked Sendable {
  /// All bytes, or those before the body, with some value for `Date`.
  let bytes: [UInt8]
  /// Where the value of `Date` is to be filled in; `nil` when it is part of the response.
  private let dateStart: Int?
  let keepsAlive: Bool
  /// Whether the plan's body follows as it is.
  let endsBeforeBody: Bool

  /// A response with the place of the `Date` that is to be filled in, if one is.
  init(
    for kind: Kind, bytes: [UInt8], date: Range<Int>?, keepsAlive: Bool, endsBeforeBody: Bool
  ) {
    self.bytes = bytes
    dateStart = date?.lowerBound
    self.keepsAlive = keepsAlive
    self.endsBeforeBody = endsBeforeBody
    super.init(kind)
  }

  /// Shows the bytes with that date, which is as long as any other (RFC 9110 §5.6.7).
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

extension EncodedAnswer {
  /// The most bytes of a body that goes out in one piece with the head.
  static let largestBody = 32 * 1_024
  /// The most bytes of a body that are kept a second time, behind the head.
  private static let largestCopy = 1_024

  /// Whether a response by that plan can go out in one piece.
  static func canHold(_ plan: ResponsePlan) -> Bool {
    plan.isInMemory && plan.bodyCount <= largestBody && plan.head?.hasTrailers != true
  }

  /// The bytes of a plan of which all goes out at once, maybe after a wait.
  ///
  /// - Throws: `HeadFault` when the head cannot be sent.
  convenience init(
    _ plan: ResponsePlan, for kind: Kind, _ context: EncodedHead.Context
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
      bytes += encoded.chunksEnd
    }
    self.init(
      for: kind, bytes: bytes, date: encoded.date, keepsAlive: encoded.keepsAlive,
      endsBeforeBody: endsBeforeBody)
  }
}

/// The head of a whole HTTP/2 response but for the value of its `date`, and its body.
final class EncodedFields: KeptAnswer, @unchecked Sendable {
  struct Place: Sendable, Hashable {
    var name: Range<Int>
    var value: Range<Int>
  }

  /// All names and values, one after the other.
  let bytes: [UInt8]
  let places: [Place]
  /// The place of the date that is filled in; `nil` when it is part of the response.
  let date: Int?
  let body: Data

  init(bytes: [UInt8], places: [Place], date: Int?, body: Data) {
    self.bytes = bytes
    self.places = places
    self.date = date
    self.body = body
    super.init(.http2)
  }
}
