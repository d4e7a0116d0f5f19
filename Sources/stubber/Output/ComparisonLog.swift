import StubCore
import StubFiles

/// What `compare` prints: the changes of each entry, and a summary at the end.
struct ComparisonLog {
  let console: Console
  let isJSON: Bool
  /// How many requests were recorded of other servers.
  var otherServers = 0
  private(set) var changed = 0
  private var same = 0
  private var skipped = 0
  /// Fields that requests went out without.
  private var missingHeaders: [HTTPHeaderName] = []

  init(console: Console, isJSON: Bool) {
    self.console = console
    self.isJSON = isJSON
  }

  mutating func print(_ compared: ComparedTrack, _ changes: [RecordingChange]) {
    for name in compared.missingHeaders where !missingHeaders.contains(name) {
      missingHeaders.append(name)
    }
    if changes.isEmpty { same += 1 } else { changed += 1 }
    if isJSON {
      return console.print(
        event("compared", compared.track) {
          let list = changes.map { change -> JSONValue in
            [
              "part": .string(change.part), "recorded": .string(change.recorded),
              "found": .string(change.found),
            ]
          }
          return ("changes", .array(list))
        })
    }
    if changes.isEmpty { return }
    let lines = changes.map { "  \($0.part): \($0.recorded) → \($0.found)" }
    console.print(([title(compared.track)] + lines).joined(separator: "\n"))
  }

  mutating func skip(_ track: Cassette.Track, _ reason: String) {
    skipped += 1
    if isJSON { return console.print(event("skipped", track) { ("reason", .string(reason)) }) }
    console.print("\(title(track))\n  not sent: \(reason)")
  }

  func printSummary() {
    if isJSON {
      let counts = [
        ("changed", changed), ("same", same), ("skipped", skipped), ("otherServers", otherServers),
      ]
      return console.print(
        .object(
          JSONObject(
            [("event", "summary")] + counts.map { ($0, .number(JSONNumber($1))) } + [
              ("missingHeaders", .array(missingHeaders.map { .string($0.rawName) }))
            ])))
    }
    var parts = ["\(changed) changed", "\(same) as recorded"]
    if skipped > 0 { parts.append("\(skipped) not sent") }
    if otherServers > 0 { parts.append("\(otherServers) of other servers") }
    console.print("\(Count(changed + same, "request")) compared: \(parts.joined(separator: ", "))")
    if !missingHeaders.isEmpty {
      let names = missingHeaders.map(\.rawName).joined(separator: ", ")
      console.report(
        warning: "sent without \(names), recorded as placeholders; try --header", asJSON: false)
    }
  }

  private func title(_ track: Cassette.Track) -> String {
    "\(track.request.method) \(track.request.url)"
  }

  private func event(
    _ name: String, _ track: Cassette.Track, _ member: () -> (String, JSONValue)
  ) -> JSONValue {
    .object(
      JSONObject([
        ("event", .string(name)), ("method", .string(track.request.method.rawValue)),
        ("url", .string(track.request.url)), member(),
      ]))
  }
}
