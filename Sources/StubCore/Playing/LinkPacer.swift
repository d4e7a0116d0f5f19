/// Paces one sender through several links in one direction: a response body or an upload.
///
/// The sender reserves a slot of each link's time, waits until the slot is over, sends its bytes
/// and reserves the next slot. It cannot be copied, because a copy would reserve twice.
package struct LinkPacer: ~Copyable {
  /// The number of bytes that may be sent now; if it is 0, ask again at the time.
  package struct Slice: Sendable, Hashable {
    package var count: Int
    package var time: Duration

    package init(count: Int, time: Duration) {
      self.count = count
      self.time = time
    }
  }

  /// The length of a slot on the slowest link, in seconds.
  ///
  /// It is short, so that all senders on a link soon get their slots.
  package static let slotTime = 0.002

  /// How far a link may fall behind the others.
  ///
  /// It then catches up on the time that it waited for a shared link, as the buffers between real
  /// links do.
  private static let slack = Duration.milliseconds(20)

  private let direction: NetworkLink.Direction
  /// The links, each with the time when its slots so far end.
  private var links: [(link: NetworkLink, ready: Duration)]
  private let largestSlot: Int
  /// Reserved bytes that are not sent yet, and the time when they may be sent.
  private var slot = Slice(count: 0, time: .zero)
  /// The time when the bytes sent so far had passed all links.
  private var ready = Duration.zero
  private var isBlocked = false

  package init(
    _ links: [NetworkLink], _ direction: NetworkLink.Direction, slotTime: Double = slotTime
  ) {
    let limiting = links.filter { $0.limits(direction) }
    self.direction = direction
    self.links = limiting.map { ($0, .zero) }
    largestSlot = limiting.slot(direction, seconds: slotTime) ?? .max
  }

  package var isUnlimited: Bool { links.isEmpty }

  /// Notes that the receiver is too slow: the time lost until the next bytes is not made up for.
  package mutating func block() { isBlocked = true }

  /// Asks to send up to `count` bytes, more than 0, which are ready at `due`.
  ///
  /// A slot counts from the time when its bytes were ready, not from `now`, so that a host that
  /// wakes up late is not slower.
  package mutating func reserve(_ count: Int, due: Duration, at now: Duration) -> Slice {
    if isUnlimited { return Slice(count: due > now ? 0 : count, time: due) }
    if slot.count == 0 {
      if isBlocked { skip(to: now) }
      let start = max(due, ready)
      if start > now { return Slice(count: 0, time: start) }
      takeSlot(min(count, largestSlot), due: due, from: start)
    }
    if slot.time > now { return Slice(count: 0, time: slot.time) }
    let part = min(slot.count, count)
    slot.count -= part
    ready = slot.time
    return Slice(count: part, time: slot.time)
  }

  private mutating func takeSlot(_ count: Int, due: Duration, from start: Duration) {
    slot = Slice(count: count, time: start)
    for place in links.indices {
      let begin = max(due, links[place].ready, start - Self.slack)
      links[place].ready = links[place].link.reserve(count, direction, from: begin)
      slot.time = max(slot.time, links[place].ready)
    }
  }

  private mutating func skip(to now: Duration) {
    isBlocked = false
    ready = max(ready, now)
    for place in links.indices { links[place].ready = max(links[place].ready, now) }
  }
}
