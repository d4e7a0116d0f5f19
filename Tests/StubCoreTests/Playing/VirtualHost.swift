import Foundation
import StubCore

/// Plays plans on a clock that jumps to what comes next, and writes down what a host would do.
struct VirtualHost: ~Copyable {
  var player: Player
  var now = Duration.zero
  private(set) var lines: [String] = []
  private(set) var bytes = 0

  init(_ player: consuming Player) { self.player = player }

  /// Plays to the end, or until there is something other than time to wait for.
  mutating func play(room: Int = .max) {
    while step(room: room) {}
  }

  /// Does the next thing; returns whether to go on.
  @discardableResult
  mutating func step(room: Int = .max) -> Bool {
    switch player.next(room: room, at: now) {
    case .whole: note("whole")
    case .head(_, let end, let isLast):
      note("head\(end.map { "<\($0)" } ?? "")\(isLast ? " last" : "")")
    case .body(let piece):
      bytes += piece.source.count
      note("\(piece.source.count)\(piece.isLast ? " last" : "")")
    case .raw(let data): note("raw \(data.count)")
    case .wait(.time, let until?): now = max(now, until)
    case .wait(let waiting, _):
      note("waits for \(Self.name(of: waiting))")
      return false
    case .end(let end):
      note("\(end.cause)")
      return false
    }
    return true
  }

  private mutating func note(_ text: String) {
    lines.append("\(Int((now / .milliseconds(1)).rounded())) \(text)")
  }

  private static func name(of waiting: Player.Waiting) -> String {
    switch waiting {
    case .time: "ever"
    case .room: "room"
    case .gate: "a gate"
    case .tail: "more"
    }
  }
}
