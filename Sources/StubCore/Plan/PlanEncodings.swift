import Synchronization

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// What hosts make of a response that answers many requests, for each kind of connection once.
struct PlanEncodings: ~Copyable, Sendable {
  private let open = Once<EncodedAnswer>()
  private let closing = Once<EncodedAnswer>()
  private let http10Open = Once<EncodedAnswer>()
  private let http10Closing = Once<EncodedAnswer>()
  private let http2 = Once<EncodedFields>()
  private let lastInProcess = Mutex<(any AnyObject & Sendable)?>(nil)

  /// What a host in the process has made of it last.
  var inProcess: (any AnyObject & Sendable)? {
    get { lastInProcess.withLock { $0 } }
    nonmutating set { lastInProcess.withLock { $0 = newValue } }
  }

  /// The answer on a connection of that kind.
  func answer(
    isHTTP10: Bool, keepsAlive: Bool, make: () throws -> EncodedAnswer
  ) rethrows -> EncodedAnswer {
    switch (isHTTP10, keepsAlive) {
    case (false, true): try open.value(make)
    case (false, false): try closing.value(make)
    case (true, true): try http10Open.value(make)
    case (true, false): try http10Closing.value(make)
    }
  }

  /// The answer on a stream.
  func fields(make: () throws -> EncodedFields) rethrows -> EncodedFields { try http2.value(make) }
}

/// A whole HTTP/1.1 response but for the value of its `Date`.
package struct EncodedAnswer: Sendable {
  /// All bytes, or those before the body, with some value for `Date`.
  package let bytes: [UInt8]
  /// Where the value of `Date` is to be filled in; `nil` when it is part of the response.
  private let dateStart: Int32?
  package let keepsAlive: Bool
  /// Whether the plan's body follows as it is.
  package let endsBeforeBody: Bool

  /// A response with the place of the `Date` that is to be filled in, if one is.
  package init(bytes: [UInt8], date: Range<Int>?, keepsAlive: Bool, endsBeforeBody: Bool) {
    self.bytes = bytes
    dateStart = date.map { Int32($0.lowerBound) }
    self.keepsAlive = keepsAlive
    self.endsBeforeBody = endsBeforeBody
  }

  /// Shows the bytes with that date, which is as long as any other (RFC 9110 §5.6.7).
  package func withBytes(date: [UInt8], _ body: (UnsafeRawBufferPointer) -> Void) {
    bytes.withUnsafeBytes { bytes in
      guard let dateStart else { return body(bytes) }
      withUnsafeTemporaryAllocation(byteCount: bytes.count, alignment: 1) { whole in
        whole.copyMemory(from: bytes)
        let place = Int(dateStart)..<Int(dateStart) + date.count
        date.withUnsafeBytes {
          UnsafeMutableRawBufferPointer(rebasing: whole[place]).copyMemory(from: $0)
        }
        body(UnsafeRawBufferPointer(whole))
      }
    }
  }
}

/// The head of a whole HTTP/2 response but for the value of its `date`, and its body.
package final class EncodedFields: Sendable {
  package struct Place: Sendable, Hashable {
    package var name: Range<Int>
    package var value: Range<Int>

    package init(name: Range<Int>, value: Range<Int>) {
      self.name = name
      self.value = value
    }
  }

  /// All names and values, one after the other.
  package let bytes: [UInt8]
  package let places: [Place]
  /// The place of the date that is filled in; `nil` when it is part of the response.
  package let date: Int?
  package let body: Data

  package init(bytes: [UInt8], places: [Place], date: Int?, body: Data) {
    self.bytes = bytes
    self.places = places
    self.date = date
    self.body = body
  }
}
