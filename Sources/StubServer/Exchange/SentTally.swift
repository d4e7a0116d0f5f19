import StubCore

/// Computes how much of a response has left the server from the
/// number of bytes that the connection has sent.
///
/// A place is a number of bytes since the start of the connection's output.
struct SentTally {
  /// A place in the output, and the number of body bytes before it.
  private struct Mark {
    var place = 0
    var total = 0
  }

  /// The marks before the last one, which a response has if its body is written in several pieces.
  private final class Marks {
    /// The largest number of marks; if there are more, every other mark is removed.
    private static let most = 64

    var all = [Mark()]

    /// Adds a mark, and removes all marks that have left the server except the latest.
    func append(_ mark: Mark, sent: Int) {
      let gone = all.prefix { $0.place <= sent }.count
      if gone > 1 { all.removeFirst(gone - 1) }
      if all.count >= Self.most {
        all = all.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
      }
      all.append(mark)
    }

    /// Returns the latest mark that has left the server, and the earliest that has not.
    func around(_ sent: Int, _ last: Mark) -> (Mark, Mark) {
      let next = all.firstIndex { $0.place > sent } ?? all.endIndex
      let before = next > 0 ? all[next - 1] : Mark()
      return (before, next < all.endIndex ? all[next] : last)
    }
  }

  /// The place where the response begins; `.max` before its first byte.
  private var start = Int.max
  private var headEnd = Int.max
  private var last = Mark()
  private var earlier: Marks?

  /// Notes that the first bytes of the response are about to be written.
  ///
  /// They are a part of its head, or bytes that are not HTTP.
  mutating func begin(at place: Int) {
    if start == .max { start = place }
  }

  /// Notes the end of the head after the head has been written.
  mutating func endHead(at place: Int) { headEnd = place }

  /// Notes that a complete response of `count` bytes, which end at `place`, has been written.
  ///
  /// The last `bodyCount` of these bytes are the body.
  mutating func addWhole(_ count: Int, body bodyCount: Int, to place: Int) {
    (start, headEnd) = (place - count, place - bodyCount)
    last = Mark(place: place, total: bodyCount)
  }

  /// Notes that `count` bytes of the body, which end at `place`, have been written.
  ///
  /// `sent` is the number of output bytes that have left the server.
  mutating func add(_ count: Int, to place: Int, sent: Int) {
    guard count > 0 else { return }
    if last.total > 0, place - last.place > count {
      let marks = earlier ?? Marks()
      marks.append(last, sent: sent)
      earlier = marks
    }
    last = Mark(place: place, total: last.total + count)
  }

  /// The number of body bytes that have been written.
  var written: Int { last.total }

  func hasBegun(sent: Int) -> Bool { sent > start }

  func hasHead(sent: Int) -> Bool { headEnd < .max && sent >= headEnd }

  /// Returns how many bytes of the body are within the first `sent` bytes of the output.
  func bodyCount(sent: Int) -> Int {
    if sent >= last.place { return last.total }
    let (before, next) = earlier?.around(sent, last) ?? (Mark(), last)
    // Each piece ends with bytes of the body; the framing comes before them.
    let left = max(0, next.total - before.total - (next.place - sent))
    return before.total + left
  }
}
