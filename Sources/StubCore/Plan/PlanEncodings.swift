import Synchronization

/// The bytes of a response that answers many requests, for each kind of connection made once.
package final class PlanEncodings: Sendable {
  private let open = AtomicLazyReference<EncodedAnswer>()
  private let closing = AtomicLazyReference<EncodedAnswer>()
  private let http10Open = AtomicLazyReference<EncodedAnswer>()
  private let http10Closing = AtomicLazyReference<EncodedAnswer>()
  private let http2 = AtomicLazyReference<EncodedFields>()

  init() {}

  /// The answer on a connection of that kind; `nil` when it cannot be made.
  package func answer(
    isHTTP10: Bool, keepsAlive: Bool, make: () -> EncodedAnswer?
  ) -> EncodedAnswer? {
    switch (isHTTP10, keepsAlive) {
    case (false, true): Self.value(of: open, make)
    case (false, false): Self.value(of: closing, make)
    case (true, true): Self.value(of: http10Open, make)
    case (true, false): Self.value(of: http10Closing, make)
    }
  }

  /// The answer on a stream; `nil` when it cannot be made.
  package func fields(make: () -> EncodedFields?) -> EncodedFields? {
    if let fields = http2.load() { return fields }
    return make().map { http2.storeIfNil($0) }
  }

  private static func value(
    of place: borrowing AtomicLazyReference<EncodedAnswer>, _ make: () -> EncodedAnswer?
  ) -> EncodedAnswer? {
    if let answer = place.load() { return answer }
    return make().map { place.storeIfNil($0) }
  }
}

/// A whole HTTP/1.1 response but for the value of its `Date`.
package final class EncodedAnswer: Sendable {
  package let beforeDate: [UInt8]
  /// `nil` when the date is part of the response.
  package let afterDate: [UInt8]?
  package let keepsAlive: Bool

  package init(beforeDate: [UInt8], afterDate: [UInt8]?, keepsAlive: Bool) {
    self.beforeDate = beforeDate
    self.afterDate = afterDate
    self.keepsAlive = keepsAlive
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
  package let body: [UInt8]

  package init(bytes: [UInt8], places: [Place], date: Int?, body: [UInt8]) {
    self.bytes = bytes
    self.places = places
    self.date = date
    self.body = body
  }
}
