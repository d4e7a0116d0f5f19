import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The cassettes of Go's go-vcr, of all its versions: the older ones leave out keys.
struct GoVCRFormat: RecordingFormat {
  static let title = "go-vcr"
  static let listPath = ["interactions"]

  static func recognizes(_ document: DocumentNode) -> Bool {
    guard let interactions = document["interactions"], let version = document["version"] else {
      return false
    }
    // VCR.py's have a version too, which is always 1, and "uri" instead of "url".
    let request = interactions.elements?.first?["request"]
    return request?["uri"] == nil && (request?["url"] != nil || version.scalar?.text != "1")
  }

  mutating func read(_ element: inout ValueReader, into cassette: inout Cassette) {
    guard let request = element.needed("request", read: { $0.goRequest() }) else { return }
    var timing: RecordedTiming?
    let response = element.needed("response") { response in
      timing = response.recorded("duration") { $0.goTiming() }
      return response.goResponse(to: request)
    }
    guard let response else { return }
    cassette.tracks.append(
      Cassette.Track(request, .response(response), timing: timing, origin: element.trackOrigin))
  }

  mutating func finish(_ document: inout ValueReader, into cassette: inout Cassette) {
    document.reportUnlessList("interactions")
    _ = document.recorded("version") { version -> Bool? in
      if ["1", "2", "3"].contains(version.node.scalar?.text) { return true }
      return version.mismatch(
        expected: "version 1, 2 or 3 of go-vcr's cassettes", remedy: "try recording it again")
    }
  }
}

extension ValueReader {
  fileprivate mutating func goRequest() -> RecordedRequest? {
    let method = needed("method") { $0.text() }
    var url = needed("url") { $0.recordedURL() }
    let host = recorded("host") { $0.recordedText() }
    let headers = recorded("headers") { $0.recordedHeaders() }
    let body = recorded("body") { $0.recordedBytes() }
    let version = recorded("proto") { $0.recordedVersion() }
    warnOfTrailer()
    guard let method, let address = url else { return nil }
    if let host, address.hasPrefix("/") { url = "http://\(host)\(address)" }
    // Go's clients take no method to mean GET.
    return RecordedRequest(
      reading: method.isEmpty ? .get : HTTPMethod(named: method), url ?? address,
      httpVersion: version, headers: headers, body: body)
  }

  fileprivate mutating func goResponse(to request: RecordedRequest) -> RecordedResponse? {
    let line =
      node["status"]?.scalar?.text.isEmpty ?? true
      ? nil : recorded("status") { $0.recordedStatusLine() }
    let code =
      line == nil
      ? needed("code") { $0.recordedStatus() }
      : recorded("code") { $0.recordedStatus() }
    let headers = recorded("headers") { $0.recordedHeaders() }
    let body = recorded("body") { $0.recordedBytes() }
    let version = recorded("proto") { $0.recordedVersion() }
    warnOfTrailer()
    guard var status = line ?? code.map({ RecordedStatus(code: $0) }) else { return nil }
    status.code = code ?? status.code
    status.version = version
    return RecordedResponse(reading: status, headers: headers, body: body, of: request)
  }

  /// A duration as Go writes it, such as `1m2.5s`; a number is nanoseconds; empty is none.
  fileprivate mutating func goTiming() -> RecordedTiming? {
    guard let text = recordedText() else { return nil }
    guard let duration = Duration(goText: text), duration <= .longestDelay else {
      return mismatch(expected: "a duration of at most a year", remedy: "try 460.6ms or 1m2.5s")
    }
    return RecordedTiming(wait: duration)
  }

  private mutating func warnOfTrailer() {
    _ = recorded("trailer") { trailer -> Bool? in
      if trailer.node.members?.isEmpty ?? true { return true }
      trailer.report(
        .warning, found: "fields after the body", expected: "no trailer",
        remedy: "they are not played")
      return nil
    }
  }
}

extension Duration {
  /// A duration in the form of Go's `time.Duration`; not negative.
  init?(goText text: String) {
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
        total += .init(attoseconds: quantity.amount(stepsPerUnit: 1_000_000_000))
      } else {
        guard let duration = Duration(ruleText: piece) else { return nil }
        total += duration
      }
      // One piece fits a duration many times, but not any number of pieces.
      guard total <= .longestDelay * 2 else { break }
    }
    self = total
  }
}
