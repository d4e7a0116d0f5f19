/// The pacer of one sender, such as a response body or an upload, through several network links in
/// one direction.
///
/// The sender reserves a slot (a piece of each link's time), waits until the slot is over, sends
/// its bytes and reserves the next slot. A pacer cannot be copied, because a copy would reserve
/// twice.
package struct LinkPacer: ~Copyable {
  /// The number of bytes that may be sent now; if it is 0, the sender asks again at `time`.
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
  /// The slot is short, so that all senders on a link get their slots soon.
  package static let slotTime = 0.002

  /// The largest delay of a link behind the others that it can make up for.
  ///
  /// The link catches up on the time that it waited for a shared link, as the buffers
  /// between real links do.
  private static let slack = Duration.milliseconds(20)

  private let direction: NetworkLink.Direction
  /// The links, each with the end of the slots that were reserved on it.
  private var links: [(link: NetworkLink, ready: Duration)]
  private let largestSlot: Int
  /// The reserved bytes that were not sent yet, and the time at which they may be sent.
  private var slot = Slice(count: 0, time: .zero)
  /// The time at which the bytes sent so far had passed all links.
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

  /// Notes that the receiver is too slow, so that the time until the next bytes is not made up for.
  package mutating func block() { isBlocked = true }

  /// Asks to send up to `count` bytes, more than 0, which were ready at `due`.
  ///
  /// A slot counts from the time at which its bytes were ready, not from `now`, so that a host that
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
