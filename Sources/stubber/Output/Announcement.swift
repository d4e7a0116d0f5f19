import StubCore

/// What `serve` says when it is ready: the address, the stubs, and a command line to try.
struct Announcement {
  let url: String
  let loaded: LoadedStubs
  let stubs: StubSet
  /// Empty when files are not watched.
  let watchedPaths: [String]

  func print(to console: Console, asJSON isJSON: Bool) {
    if isJSON {
      for event in events { console.print(event) }
    } else {
      console.print(lines.joined(separator: "\n"))
    }
  }

  private var curl: String? {
    let authority = RequestURL(url).authority ?? ""
    return ExampleRequest(for: loaded.stubs, in: stubs, authority: authority)?
      .curlCommand(base: url)
  }

  private var lines: [String] {
    var lines = ["Serving \(loaded.scope) on \(url)"]
    if !loaded.stubs.isEmpty { lines += [""] + StubListing(loaded.stubs).lines }
    if let curl { lines += ["", "Try:", "  \(curl)"] }
    lines.append("")
    if !watchedPaths.isEmpty {
      lines.append("Changes to \(watchedPaths.joined(separator: ", ")) take effect at once.")
    }
    lines.append("Control-C stops. Requests:")
    return lines
  }

  private var events: [JSONValue] {
    let head: JSONValue = [
      "event": "serving", "url": .string(url),
      "stubs": .number(JSONNumber(loaded.stubs.count)),
      "files": .number(JSONNumber(loaded.fileCount)),
      "curl": curl.map { .string($0) } ?? .null,
    ]
    return [head] + StubListing(loaded.stubs).rows.map(\.event)
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
