/// Paces one sender through any number of links, in one direction: a response body or an upload.
///
/// The sender reserves a slot of each link's time, waits until the slot is over, sends its bytes and
/// reserves the next. A copy would reserve twice.
package struct LinkPacer: ~Copyable {
  /// Bytes that may go out now; 0 to ask again at the time.
  package struct Slice: Sendable, Hashable {
    package var count: Int
    package var time: Duration

    package init(count: Int, time: Duration) {
      self.count = count
      self.time = time
    }
  }

  /// Of the slowest link's time, how many seconds a slot takes: few, so that all that share a link
  /// soon get theirs.
  package static let slotTime = 0.002

  /// How far a link may fall behind the others: it then makes up for what it waited for a link that
  /// several senders share, as the buffers between real links do.
  private static let slack = Duration.milliseconds(20)

  private let direction: NetworkLink.Direction
  /// The links, and when each of them is through with the slots so far.
  private var links: [(link: NetworkLink, ready: Duration)]
  private let largestSlot: Int
  /// Bytes that are reserved and have not gone out, and when they may.
  private var slot = Slice(count: 0, time: .zero)
  /// When the bytes that have gone out were through.
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

  /// Notes that the receiver does not keep up: the sender's time on the links is lost from now on.
  package mutating func block() { isBlocked = true }

  /// Asks to send up to `count` bytes, more than 0, that are ready at `due`.
  ///
  /// A slot counts from when its bytes could set out, not from `now`: a host that wakes up late is
  /// no slower for it.
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
