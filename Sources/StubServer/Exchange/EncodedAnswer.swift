import StubCore
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A whole HTTP/1.1 response but for the value of its `Date`.
final class EncodedAnswer: Sendable {
  /// All bytes, or those before the body, with some value for `Date`.
  let bytes: [UInt8]
  /// Where the value of `Date` is to be filled in; `nil` when it is part of the response.
  private let dateStart: Int?
  let keepsAlive: Bool
  /// Whether the plan's body follows as it is.
  let endsBeforeBody: Bool

  /// A response with the place of the `Date` that is to be filled in, if one is.
  init(bytes: [UInt8], date: Range<Int>?, keepsAlive: Bool, endsBeforeBody: Bool) {
    self.bytes = bytes
    dateStart = date?.lowerBound
    self.keepsAlive = keepsAlive
    self.endsBeforeBody = endsBeforeBody
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

/// The head of a whole HTTP/2 response but for the value of its `date`, and its body.
final class EncodedFields: Sendable {
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
  }
}

/// What a listener keeps of a response to many requests: its bytes for each kind of connection.
private final class EncodedAnswers: Sendable {
  let open = AtomicLazyReference<EncodedAnswer>()
  let closing = AtomicLazyReference<EncodedAnswer>()
  let http10Open = AtomicLazyReference<EncodedAnswer>()
  let http10Closing = AtomicLazyReference<EncodedAnswer>()
  let fields = AtomicLazyReference<EncodedFields>()
}

extension ResponsePlan {
  /// The answer on a connection of that kind; that of a plan for many requests is made once.
  func answer(
    isHTTP10: Bool, keepsAlive: Bool, make: () throws -> EncodedAnswer
  ) rethrows -> EncodedAnswer {
    guard let answers = hostCache({ EncodedAnswers() }) else { return try make() }
    switch (isHTTP10, keepsAlive) {
    case (false, true): return try answers.open.value(make)
    case (false, false): return try answers.closing.value(make)
    case (true, true): return try answers.http10Open.value(make)
    case (true, false): return try answers.http10Closing.value(make)
    }
  }

  /// The answer on an HTTP/2 stream; that of a plan for many requests is made once.
  func fields(make: () throws -> EncodedFields) rethrows -> EncodedFields {
    try hostCache { EncodedAnswers() }?.fields.value(make) ?? make()
  }
}

extension AtomicLazyReference {
  /// The kept object, else the one that `make` returns, unless another thread was faster.
  fileprivate func value(_ make: () throws -> Instance) rethrows -> Instance {
    try load() ?? storeIfNil(make())
  }
}
