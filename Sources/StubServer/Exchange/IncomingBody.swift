import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The body of a request that is coming in: as much of it as is needed, within the memory for all.
struct IncomingBody: Sendable {
  /// Whether more can come.
  enum Room: Sendable, Equatable {
    case free
    /// There is no memory now, but there will be.
    case later
    /// There will be no memory for it.
    case refused(RequestError)
  }

  /// A body up to this many bytes is kept without asking.
  static let freeSize = 64 * 1_024
  /// By how many bytes at least the memory grows for a body of unknown length.
  private static let step = 1_024 * 1_024

  private(set) var bytes = Data()
  /// All that have come, those included that were not kept.
  private(set) var count = 0
  /// How many are kept at most; `nil` before that is known.
  private var most: Int?
  private var reservation: BodyMemory.Reservation?
  /// Whether there are addresses for all of it.
  private var isSpacious = false

  /// The body as a request has it.
  var content: RequestBody {
    RequestBody(bytes, wholeCount: count > bytes.count ? count : nil, holding: reservation)
  }

  /// Notes how many bytes will come, as the client says.
  mutating func expect(_ length: Int) {
    bytes.reserveCapacity(min(length, Self.freeSize))
  }

  mutating func append(_ piece: Span<UInt8>) {
    count += piece.count
    let kept = min(piece.count, (most ?? .max) - bytes.count)
    guard kept > 0 else { return }
    piece.extracting(0..<kept).withUnsafeBufferPointer { bytes.append($0) }
  }

  /// Whether it has to be known how many bytes are needed, before the body grows to so many.
  func asksNeed(upTo total: Int) -> Bool { most == nil && total > Self.freeSize }

  /// Keeps no more bytes than are needed, and drops those that come after them.
  mutating func keep(_ needed: Int) { most = max(Self.freeSize, needed) }

  /// Whether the body can grow to so many bytes, and that they are known to be the last.
  ///
  /// Memory is taken when more than the free bytes have come, and not for what a client only announces.
  mutating func room(
    upTo total: Int, isWhole: Bool, in memory: BodyMemory, wake: @escaping @Sendable () -> Void
  ) -> Room {
    let kept = min(total, most ?? .max)
    guard kept > Self.freeSize else { return .free }
    guard kept <= memory.limit else { return .refused(memory.tooLarge) }
    guard count >= Self.freeSize else { return .free }
    let reservation = reservation ?? memory.reservation()
    self.reservation = reservation
    let wanted = isWhole ? kept : min(memory.limit, kept / Self.step * Self.step + Self.step)
    switch reservation.grow(to: wanted, wake: wake) {
    case .taken: break
    case .waiting: return .later
    case .refused: return .refused(memory.exhausted)
    }
    if isWhole, !isSpacious {
      // A client that lies about the length gets no more than addresses for it.
      bytes.reserveCapacity(kept)
      isSpacious = true
    }
    return .free
  }
}
