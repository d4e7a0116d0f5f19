/// The schedule by which one sender, such as that of a response body or of an upload, sends its
/// bytes over several network links in one direction.
///
/// The sender reserves a slot (a piece of each link's time), waits until the slot has passed, sends
/// its bytes and reserves the next slot. A pacer cannot be copied, because a copy would reserve
/// twice.
package struct LinkPacer: ~Copyable {
  /// A part of the bytes to send.
  ///
  /// If `count` is 0, no bytes may be sent before `time`, and the sender must ask again then.
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
  /// It is short, so that all senders on a link soon get a slot.
  package static let slotTime = 0.002

  /// The largest delay behind the other links that a link can make up for.
  ///
  /// A link that has waited for a shared link makes up for this time, as the buffers between real
  /// links do.
  private static let slack = Duration.milliseconds(20)

  private let direction: NetworkLink.Direction
  /// The links, each with the end of the last slot reserved on it.
  private var links: [(link: NetworkLink, ready: Duration)]
  private let largestSlot: Int
  /// The reserved bytes that have not been sent, and the time when they may be sent.
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

  /// Notes that the receiver is too slow, so that the time until the next bytes is lost.
  package mutating func block() { isBlocked = true }

  /// Reserves time for up to `count` bytes, more than 0, which were ready at `due`.
  ///
  /// A slot counts from the time when its bytes were ready, and not from `now`. So a host that
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
