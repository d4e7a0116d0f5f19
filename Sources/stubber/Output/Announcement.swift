import StubCore
import StubFiles

/// What `serve` says when it is ready: the address, the stubs, and a command line to try.
struct Announcement {
  let url: String
  let rules: RuleSet
  /// Empty when files are not watched.
  let watchedPaths: [String]
  let seed: UInt64
  /// The line that all responses share, if any.
  let network: NetworkProfile?

  func print(to console: Console, asJSON isJSON: Bool) {
    if isJSON {
      for event in events { console.print(event) }
    } else {
      console.print(lines.joined(separator: "\n"))
    }
  }

  private var example: String? {
    let probe = StubSet()
    probe.replaceAll(with: rules)
    return ExampleRequest(
      for: rules.stubs, in: probe, authority: RequestURL(url).authority ?? ""
    )?.curlCommand(base: url)
  }

  private var lines: [String] {
    var lines = ["Serving \(rules.scope) on \(url)"]
    if !rules.stubs.isEmpty { lines += [""] + StubListing(rules.stubs).lines }
    if let example {
      lines += ["", "Try:", "  \(example)"]
    } else {
      lines += ["", "Try (the answer says which stubs are nearest):", "  curl '\(url)/'"]
    }
    lines.append("")
    if !watchedPaths.isEmpty {
      lines.append("Changes to \(watchedPaths.joined(separator: ", ")) take effect at once.")
    }
    if let network { lines.append("All responses share the network \(network.name).") }
    lines.append("Random values, delays and faults come again with --seed \(seed).")
    lines.append("Control-C stops. Requests:")
    return lines
  }

  private var events: [JSONValue] {
    let head: JSONValue = [
      "event": "serving", "url": .string(url),
      "stubs": .number(JSONNumber(rules.stubs.count)),
      "files": .number(JSONNumber(rules.files.count)),
      "seed": .number(JSONNumber(Int(clamping: seed))),
      "network": network.map { .string($0.name) } ?? .null,
      "curl": example.map { .string($0) } ?? .null,
    ]
    return [head] + StubListing(rules.stubs).rows.map(\.event)
  }
}

extension StubListing.Row {
  /// The row for programs.
  var event: JSONValue {
    [
      "event": "stub", "name": .string(name), "method": .string(method),
      "request": .string(request), "status": .string(status), "origin": .string(origin),
    ]
  }
}
