import StubCore
import StubPlatform

/// The body of a request that is being received.
///
/// Only the needed bytes are kept, within the listener's memory limit.
struct IncomingBody: Sendable {
  /// The result of asking for room for more bytes.
  enum Room: Sendable, Equatable {
    case free
    /// There is not enough memory now; the caller must try again later.
    case later
    /// The body is refused with this error.
    case refused(RequestError)
  }

  /// The size in bytes up to which a body needs no reservation of memory.
  static let freeSize = 64 * 1_024
  /// The number of bytes by which the reservation grows if the length of the body is unknown.
  private static let step = 1_024 * 1_024

  private(set) var bytes = Data()
  /// The number of received bytes, including bytes that were not kept.
  private(set) var count = 0
  /// The largest number of bytes to keep; `nil` until the need is known.
  private var most: Int?
  private var reservation: BodyMemory.Reservation?
  /// Whether address space for the whole body is reserved.
  private var isSpacious = false

  /// The received body in the form in which a request contains it.
  var content: RequestBody {
    RequestBody(bytes, wholeCount: count > bytes.count ? count : nil, holding: reservation)
  }

  /// Prepares for a body of the announced length, but allocates at most `freeSize` bytes for it.
  mutating func expect(_ length: Int) {
    bytes.reserveCapacity(min(length, Self.freeSize))
  }

  mutating func append(_ piece: Span<UInt8>) {
    count += piece.count
    let kept = min(piece.count, (most ?? .max) - bytes.count)
    guard kept > 0 else { return }
    piece.extracting(0..<kept).withUnsafeBufferPointer { bytes.append($0) }
  }

  /// Returns whether the number of needed bytes must be known before the body grows to `total`
  /// bytes.
  func asksNeed(upTo total: Int) -> Bool { most == nil && total > Self.freeSize }

  /// Keeps only the first `needed` bytes, but at least `freeSize`, and discards later ones.
  mutating func keep(_ needed: Int) { most = max(Self.freeSize, needed) }

  /// Reserves memory so that the body can grow to `total` bytes.
  ///
  /// `isWhole` means that the body has no more than these bytes. Memory is reserved when `freeSize`
  /// bytes have arrived, not when a client announces them.
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
      // A client that announces a false length gets only address space for it.
      bytes.reserveCapacity(kept)
      isSpacious = true
    }
    return .free
  }
}
