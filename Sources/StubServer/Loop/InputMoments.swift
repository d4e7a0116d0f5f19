import CLibevent
import StubCore
import Synchronization

/// The moments of one loop: one begins whenever the loop looks for events, or when it is told.
struct InputMoments {
  /// More than a loop has moments in years.
  private static let perLoop: UInt64 = 1 << 44
  private static let loops = Atomic<UInt64>(0)

  private var number = Self.loops.add(1, ordering: .relaxed).newValue * Self.perLoop
  /// When events were last looked for, to the microsecond, which takes longer.
  private var turn = timeval()

  /// Begins a moment: all that has been received had been sent by then.
  mutating func begin() { number += 1 }

  /// The moment that began last.
  var last: InputMoment { InputMoment(number: number) }

  /// The moment that began when events were last looked for, or a later one.
  mutating func ofTurn(on base: OpaquePointer) -> InputMoment {
    var time = timeval()
    event_base_gettimeofday_cached(base, &time)
    if time.tv_usec != turn.tv_usec || time.tv_sec != turn.tv_sec {
      turn = time
      begin()
    }
    return last
  }
}
