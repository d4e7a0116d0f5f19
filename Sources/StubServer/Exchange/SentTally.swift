import StubCore

/// Counts what of a response has left the server, by how far the connection's output has come.
///
/// Places are counts of bytes of the connection's output since it began.
struct SentTally {
  /// A place in the output, and the bytes of the body before it.
  private struct Mark {
    var place = 0
    var total = 0
  }

  /// Marks before the last one, of responses whose body does not go out in one stretch.
  private final class Marks {
    /// Of more than these, every other one is forgotten.
    private static let most = 64

    var all = [Mark()]

    /// Adds a mark; those that have left count no more, but for the last of them.
    func append(_ mark: Mark, sent: Int) {
      let gone = all.prefix { $0.place <= sent }.count
      if gone > 1 { all.removeFirst(gone - 1) }
      if all.count >= Self.most {
        all = all.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
      }
      all.append(mark)
    }

    /// The last mark that has left, and the first that has not.
    func around(_ sent: Int, _ last: Mark) -> (Mark, Mark) {
      let next = all.firstIndex { $0.place > sent } ?? all.endIndex
      let before = next > 0 ? all[next - 1] : Mark()
      return (before, next < all.endIndex ? all[next] : last)
    }
  }

  /// Where the response begins; `.max` before its first byte.
  private var start = Int.max
  private var headEnd = Int.max
  private var last = Mark()
  private var earlier: Marks?

  /// Notes that a part of the head, or bytes that are not a response, are written.
  mutating func begin(at place: Int) {
    if start == .max { start = place }
  }

  /// Notes where the head ends that has been written.
  mutating func endHead(at place: Int) { headEnd = place }

  /// Notes a whole response that has been written: so many bytes, with the body at their end, up to a place.
  mutating func addWhole(_ count: Int, body bodyCount: Int, to place: Int) {
    (start, headEnd) = (place - count, place - bodyCount)
    last = Mark(place: place, total: bodyCount)
  }

  /// Notes a piece of the body that has been written up to a place.
  ///
  /// `sent` is how much of the output has left.
  mutating func add(_ count: Int, to place: Int, sent: Int) {
    guard count > 0 else { return }
    if last.total > 0, place - last.place > count {
      let marks = earlier ?? Marks()
      marks.append(last, sent: sent)
      earlier = marks
    }
    last = Mark(place: place, total: last.total + count)
  }

  /// The bytes of the body that have been written.
  var written: Int { last.total }

  func hasBegun(sent: Int) -> Bool { sent > start }

  func hasHead(sent: Int) -> Bool { headEnd < .max && sent >= headEnd }

  /// The bytes of the body that have left when so much of the output has.
  func bodyCount(sent: Int) -> Int {
    if sent >= last.place { return last.total }
    let (before, next) = earlier?.around(sent, last) ?? (Mark(), last)
    // A piece follows its framing.
    let left = max(0, next.total - before.total - (next.place - sent))
    return before.total + left
  }
}
