import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The project's own format of recordings: YAML that is easily read, compared and edited.
struct OwnFormat: RecordingFormat, WritableFormat {
  static let title = "HTTPStubber"
  static let name = "stubber"
  static let fileExtensions = ["yaml", "yml"]
  static let listPath = ["tracks"]
  /// The version that is written, and the highest that is read.
  static let version = 1

  static func recognizes(_ document: DocumentNode) -> Bool {
    document["cassette"]?.scalar != nil && document["tracks"]?.elements != nil
  }

  mutating func read(_ element: inout ValueReader, into cassette: inout Cassette) {
    if let track = element.track() { cassette.tracks.append(track) }
  }

  mutating func finish(_ document: inout ValueReader, into cassette: inout Cassette) {
    _ = document.mapping { reader in
      _ = reader.required("cassette") { $0.integer(in: 1...Self.version) }
      cassette.name = reader.optional("name") { $0.text() }
      cassette.recorder = reader.optional("recorder") { $0.text() }
      _ = reader.optional("tracks") { _ in true }
      return true
    }
  }
}

extension ValueReader {
  /// One recorded request with its outcome.
  fileprivate mutating func track() -> Cassette.Track? {
    let origin = HTTPStub.Origin(file: position.file, line: position.line)
    return mapping { reader in
      let request = reader.required("request") { $0.recordedRequest() }
      let response = reader.optional("response") { $0.recordedResponse() }
      let failure = reader.optional("error") { $0.recordedFailure() }
      let recordedAt = reader.optional("recordedAt") { $0.instant() }
      let timing = reader.optional("timing") { $0.recordedTiming() }
      let place = reader.optional("place") { $0.tapePlace() }
      let outcome: RecordedOutcome
      switch (response, failure) {
      case (let response, let failure?): outcome = .failure(failure, after: response)
      case (let response?, nil): outcome = .response(response)
      case (nil, nil):
        if reader.diagnostics.isEmpty {
          reader.report(
            found: "a track without an outcome", expected: "\"response\" or \"error\"",
            remedy: "try adding \"response: { status: 200 }\"")
        }
        return nil
      }
      guard let request else { return nil }
      return Cassette.Track(
        request, outcome, recordedAt: recordedAt, timing: timing, place: place, origin: origin)
    }
  }

  private mutating func recordedRequest() -> RecordedRequest? {
    mapping { reader in
      let method = reader.required("method") { $0.text() }
      let url = reader.required("url") { $0.text() }
      let version = reader.optional("version") { $0.text() }
      let headers = reader.optional("headers") { $0.ownHeaders() }
      let body = reader.optional("body") { $0.ownBody() }
      guard let method, let url else { return nil }
      return RecordedRequest(
        HTTPMethod(rawValue: method), url, httpVersion: version, headers: headers ?? HTTPHeaders(),
        body: body)
    }
  }

  private mutating func recordedResponse() -> RecordedResponse? {
    mapping { reader in
      let status = reader.required("status") { $0.integer(in: 0...999) }
      let reason = reader.optional("reason") { $0.text() }
      let version = reader.optional("version") { $0.text() }
      let url = reader.optional("url") { $0.text() }
      let headers = reader.optional("headers") { $0.ownHeaders() }
      let body = reader.optional("body") { $0.ownBody() }
      return status.map {
        RecordedResponse(
          HTTPStatusCode(rawValue: $0), reason: reason, httpVersion: version,
          headers: headers ?? HTTPHeaders(), body: body ?? Data(), url: url)
      }
    }
  }

  private mutating func recordedFailure() -> RecordedFailure? {
    mapping { reader in
      let domain = reader.optional("domain") { $0.text() }
      let code = reader.required("code") { $0.integer() }
      let message = reader.optional("message") { $0.text() }
      let details = reader.optional("details") { $0.json }
      return code.map {
        RecordedFailure(
          domain: domain ?? RecordedFailure.urlErrorDomain, code: $0, message: message,
          details: details)
      }
    }
  }

  /// A list of `Name: value`, which keeps order and repeats.
  private mutating func ownHeaders() -> HTTPHeaders? {
    list { reader -> HTTPHeaders.Field? in
      guard let members = reader.node.members, members.count == 1,
        let text = members[0].value.scalar?.text
      else {
        return reader.mismatch(
          expected: "one header field", remedy: "try \"- Content-Type: text/plain\"")
      }
      return HTTPHeaders.Field(name: HTTPHeaderName(members[0].key), value: text)
    }.map { HTTPHeaders($0) }
  }

  /// Text, `!!binary`, or a mapping with the key `base64`.
  private mutating func ownBody() -> Data? {
    if node.scalar != nil { return bytes().map { Data($0) } }
    return mapping { reader in
      reader.required("base64") { value in
        guard let text = value.string() else { return nil }
        let digits = text.filter { !$0.isWhitespace }
        return Data(base64Encoded: digits)
          ?? value.mismatch(
            expected: "base64 (RFC 4648 §4)", remedy: "try recording the body again")
      }
    }
  }

  private mutating func recordedTiming() -> RecordedTiming? {
    mapping { reader in
      let wait = reader.required("wait") { $0.duration() }
      let receive = reader.optional("receive") { $0.duration() }
      var left = Int.max
      let chunks = reader.optional("chunks") { value in
        value.list { element -> ResponseTiming.ScriptedChunk? in
          element.mapping { reader in
            let time = reader.required("at") { $0.duration() }
            let count = reader.required("bytes") { value -> Int? in
              guard let count = value.integer(in: 0...Int.max) else { return nil }
              guard count <= left else {
                return value.mismatch(
                  expected: "the bytes of all chunks to be the size of the body",
                  remedy: "try recording it again")
              }
              left -= count
              return count
            }
            guard let time, let count else { return nil }
            return ResponseTiming.ScriptedChunk(at: time, count: count)
          }
        }
      }
      return wait.map {
        RecordedTiming(wait: $0, receive: receive ?? .zero, chunks: chunks ?? [])
      }
    }
  }

  private mutating func tapePlace() -> TapePlace? {
    mapping { reader in
      let request = reader.required("request") { $0.integer() }
      let first = reader.required("response") { $0.integer() }
      let last = reader.optional("end") { $0.integer() }
      guard let request, let first else { return nil }
      let end = last ?? first
      guard first <= end else {
        reader.report(found: "an end before the response", expected: "one at or after it")
        return nil
      }
      return TapePlace(request: request, response: first...end)
    }
  }

  private mutating func instant() -> Date? {
    guard let text = text() else { return nil }
    return RecordedInstant.date(text)
      ?? mismatch(
        expected: "a time in UTC", remedy: "try 2026-01-31T12:00:00.000Z (RFC 3339)")
  }
}
