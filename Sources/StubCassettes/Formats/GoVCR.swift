import StubCore
import StubDocuments
import StubPlatform

extension RecordingFormat {
  /// Cassettes of all versions of Go's go-vcr; older versions omit keys.
  static let goVCR = RecordingFormat(
    "go-vcr", list: "interactions",
    recognizes: { document in
      guard let interactions = document["interactions"], let version = document["version"] else {
        return false
      }
      // Cassettes of VCR.py also have a version, which is always 1, but "uri" instead of "url".
      let request = interactions.sample?["request"]
      return request?["uri"] == nil && (request?["url"] != nil || version.scalar?.text != "1")
    },
    read: .interaction { GoVCRReader(reader: $0).interaction },
    ignoring: [
      "id", "proto_major", "proto_minor", "transfer_encoding", "content_length", "uncompressed",
      "remote_addr", "request_uri", "form", "trailer",
    ],
    readRest: { reader, document, _ in
      guard let version = document[given: "version"],
        !["1", "2", "3"].contains(version.scalar?.text)
      else { return }
      reader.values.report(
        version, found: version.summary, expected: "1, 2 or 3",
        remedy: "use 2 if the layout is the same")
    })
}

private struct GoVCRReader {
  let reader: RecordingReader

  func interaction(_ element: Value) -> Interaction? {
    var timing: RecordedTiming?
    var interaction = reader.vcrFamily.interaction(element, request: request) { value, request in
      timing = reader.optional(value, "duration", self.timing)
      warnOfTrailer(value)
      return reader.vcrFamily.response(value, to: request)
    }
    interaction?.timing = timing
    return interaction
  }

  private func request(_ value: Value) -> RecordedRequest? {
    var request = reader.vcrFamily.request(value, url: "url", method: method)
    request?.httpVersion = reader.optional(value, "proto", reader.version)
    let host = reader.optional(value, "host", reader.nonEmptyText)
    warnOfTrailer(value)
    if let host, let path = request?.url, path.hasPrefix("/") {
      request?.url = "http://\(host)\(path)"
    }
    return request
  }

  /// Reads a method; an empty method means GET, as in Go.
  private func method(_ value: Value) -> HTTPMethod? {
    value.scalar?.text.isEmpty == true ? .get : reader.method(value)
  }

  /// Reads a duration in Go's form, such as `1m2.5s`.
  ///
  /// A bare number means nanoseconds, and an empty text means no duration.
  private func timing(_ value: Value) -> RecordedTiming? {
    guard let text = reader.nonEmptyText(value) else { return nil }
    guard let duration = Duration(goText: text), duration <= .longestDelay else {
      return reader.values.mismatch(
        value, expected: "a duration of at most a year", remedy: "use 460.6ms or 1m2.5s")
    }
    return RecordedTiming(wait: duration)
  }

  private func warnOfTrailer(_ value: Value) {
    guard let trailer = value[given: "trailer"], trailer.members?.isEmpty == false else { return }
    reader.values.warn(trailer, found: "trailer fields are not played")
  }
}

extension Duration {
  /// Parses a duration of 0 or more in the form of Go's `time.Duration`.
  package init?(goText text: String) {
    if let nanoseconds = Int64(text) {
      guard nanoseconds >= 0 else { return nil }
      self = .nanoseconds(nanoseconds)
      return
    }
    var rest = text[...]
    var total = Duration.zero
    guard !rest.isEmpty else { return nil }
    while !rest.isEmpty {
      let number = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      let unit = rest.dropFirst(number.count).prefix { !$0.isNumber }
      rest = rest.dropFirst(number.count + unit.count)
      let piece = String(number + unit)
      guard !unit.isEmpty, let quantity = Quantity(piece) else { return nil }
      if unit == "ns" {
        total += quantity.duration(ofUnit: .nanoseconds(1))
      } else {
        guard let duration = Duration(ruleText: piece) else { return nil }
        total += duration
      }
      // Each summand is far below the limit of `Duration`, but the sum of many may not be.
      guard total <= .longestDelay * 2 else { break }
    }
    self = total
  }
}
