import StubCore
import StubDocuments
import StubPlatform

extension RecordingFormat {
  /// The project's own format of recordings: YAML that is easy to read, compare and edit.
  package static let own = RecordingFormat(
    "HTTPStubber", list: "interactions",
    recognizes: { $0["cassette"]?.scalar != nil && $0["interactions"]?.elements != nil },
    read: .interaction { OwnReader(reader: $0).interaction },
    readRest: { reader, document, cassette in
      _ = reader.values.mapping(document) { mapping in
        _ = mapping.required("cassette") {
          reader.values.integer($0, in: 1...WritableFormat.ownVersion)
        }
        cassette.name = mapping.optional("name") { reader.values.text($0) }
        cassette.recorder = mapping.optional("recorder") { reader.values.text($0) }
        _ = mapping.optional("interactions") { _ in true }
        return true
      }
    })
}

private struct OwnReader {
  let reader: RecordingReader
  private var values: Reader { reader.values }

  /// Reads a recorded request with its outcome.
  func interaction(_ value: Value) -> Interaction? {
    values.mapping(value) { mapping in
      let request = mapping.required("request") { self.request($0) }
      let response = mapping.optional("response") { self.response($0) }
      let failure = mapping.optional("error") { self.failure($0) }
      let recordedAt = mapping.optional("recordedAt") { instant($0) }
      let timing = mapping.optional("timing") { self.timing($0) }
      let position = mapping.optional("position") { self.position($0) }
      let test = mapping.optional("test") { values.text($0) }
      if response == nil, failure == nil, !mapping.hasFindings {
        mapping.report(
          found: "this interaction has no response", remedy: "add response: { status: 200 }")
      }
      guard let request, response != nil || failure != nil else { return nil }
      var interaction = Interaction(
        request, response, failure: failure, recordedAt: recordedAt, timing: timing,
        position: position, origin: value.recordedOrigin)
      interaction.test = test
      return interaction
    }
  }

  private func request(_ value: Value) -> RecordedRequest? {
    values.mapping(value) { mapping in
      let method = mapping.required("method") { self.method($0) }
      let url = mapping.required("url") { reader.url($0) }
      let version = mapping.optional("version") { values.text($0) }
      let headers = mapping.optional("headers") { self.headers($0) }
      var file: RecordedBodyFile?
      let body = mapping.optional("body") { value -> Data? in
        guard value["file"] != nil else { return self.body(value) }
        file = bodyFile(value)
        return file.flatMap { content(of: $0, value) }
      }
      guard let method, let url else { return nil }
      var request = RecordedRequest(
        method, url, httpVersion: version, headers: headers ?? HTTPHeaders(), body: body)
      request.bodyFile = file
      return request
    }
  }

  /// Reads a method, in the letter case that was sent.
  private func method(_ value: Value) -> HTTPMethod? {
    guard let name = values.text(value) else { return nil }
    return reader.isMethod(name, value) ? HTTPMethod(rawValue: name) : nil
  }

  /// Reads a status code, which is 0 if the recorder received none.
  private func status(_ value: Value) -> HTTPStatusCode? {
    if value.scalar?.text == "0" { return HTTPStatusCode(rawValue: 0) }
    return reader.statusCode(value)
  }

  private func response(_ value: Value) -> RecordedResponse? {
    values.mapping(value) { mapping in
      let status = mapping.required("status") { self.status($0) }
      let reason = mapping.optional("reason") { values.text($0) }
      let version = mapping.optional("version") { values.text($0) }
      let url = mapping.optional("url") { reader.nonEmptyText($0) }
      let headers = mapping.optional("headers") { self.headers($0) }
      var file: RecordedBodyFile?
      let body = mapping.optional("body") { value -> Data? in
        guard value["file"] != nil else { return self.body(value) }
        file = bodyFile(value)
        return file.map { _ in Data() }
      }
      guard let status else { return nil }
      var response = RecordedResponse(
        status, reason: reason, httpVersion: version,
        headers: headers ?? HTTPHeaders(), body: body ?? Data(), url: url)
      response.bodyFile = file
      return response
    }
  }

  private func failure(_ value: Value) -> RecordedFailure? {
    values.mapping(value) { mapping in
      let domain = mapping.optional("domain") { values.text($0) }
      let code = mapping.required("code") { values.integer($0) }
      let message = mapping.optional("message") { values.text($0) }
      let details = mapping.optional("details") { $0.json }
      return code.map {
        RecordedFailure(
          domain: domain ?? RecordedFailure.urlErrorDomain, code: $0, message: message,
          details: details)
      }
    }
  }

  /// Reads a list of `Name: value`, which has an order and may repeat names.
  ///
  /// A value that is sent in Latin-1 is a mapping with the key `latin1`.
  private func headers(_ value: Value) -> HTTPHeaders? {
    values.list(value) { element -> HTTPHeaders.Field? in
      if let members = element.members, members.count == 1, members[0].value.members != nil {
        let text = values.mapping(members[0].value) { $0.required("latin1") { values.string($0) } }
        guard let text else { return nil }
        var field = HTTPHeaders.Field(name: HTTPHeaderName(members[0].key), value: text)
        field.isLatin1 = true
        return field
      }
      guard let members = element.members, members.count == 1,
        let text = members[0].value.scalar?.text
      else {
        return values.mismatch(
          element, expected: "one header field", remedy: "use \"- Content-Type: text/plain\"")
      }
      return HTTPHeaders.Field(name: HTTPHeaderName(members[0].key), value: text)
    }.map { HTTPHeaders($0) }
  }

  /// Reads text, `!!binary`, or a mapping with the key `base64`.
  private func body(_ value: Value) -> Data? {
    if value.scalar != nil { return values.bytes(value).map { Data($0) } }
    return values.mapping(value) { mapping in
      mapping.required("base64") { value in
        guard let text = values.string(value) else { return nil }
        let digits = text.filter { !$0.isWhitespace }
        return Data(base64Encoded: digits)
          ?? values.mismatch(
            value, expected: "base64 (RFC 4648 §4)", remedy: "record the body again")
      }
    }
  }

  /// Reads a reference to a body in a separate file, whose path is relative to the cassette.
  private func bodyFile(_ value: Value) -> RecordedBodyFile? {
    values.mapping(value) { mapping in
      let count = mapping.required("bytes") { values.integer($0, in: 0...Int.max) }
      return mapping.required("file") { value -> RecordedBodyFile? in
        guard let (name, path) = reader.bodies.pathBelowFolder(value), let count else { return nil }
        let size = DurableFile.size(of: path)
        guard size == count else {
          let found =
            size.map { "\(name) has \($0) bytes instead of \(count)" } ?? "no file \(name)"
          values.report(value, found: found, remedy: "restore it, or record the cassette again")
          return nil
        }
        return RecordedBodyFile(path: path, byteCount: count)
      }
    }
  }

  /// Returns the bytes of a file; the system loads them when they are used.
  private func content(of file: RecordedBodyFile, _ value: Value) -> Data? {
    do {
      return try Data(contentsOf: URL(filePath: file.path), options: .mappedIfSafe)
    } catch {
      let problem = FileProblem(error)
      values.report(
        value, found: "cannot read \(file.path): \(problem)", remedy: .advice(problem.remedy))
      return nil
    }
  }

  private func timing(_ value: Value) -> RecordedTiming? {
    values.mapping(value) { mapping in
      let wait = mapping.required("wait") { values.duration($0) }
      let receive = mapping.optional("receive") { values.duration($0) }
      var left = Int.max
      let chunks = mapping.optional("chunks") { value in
        values.list(value) { element -> ResponseTiming.ScriptedChunk? in
          values.mapping(element) { mapping in
            let time = mapping.required("at") { values.duration($0) }
            let count = mapping.required("bytes") { value -> Int? in
              guard let count = values.integer(value, in: 0...Int.max) else { return nil }
              guard count <= left else {
                values.report(
                  value, found: "the chunks are too large together", remedy: "record it again")
                return nil
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

  private func position(_ value: Value) -> RecordedPosition? {
    values.mapping(value) { mapping in
      let request = mapping.required("request") { values.integer($0) }
      let first = mapping.required("response") { values.integer($0) }
      let last = mapping.optional("end") { values.integer($0) }
      guard let request, let first else { return nil }
      let end = last ?? first
      guard first <= end else {
        mapping.report(found: "\"end\" is before \"response\"")
        return nil
      }
      return RecordedPosition(request: request, response: first...end)
    }
  }

  private func instant(_ value: Value) -> Date? {
    guard let text = values.text(value) else { return nil }
    return RecordedInstant.date(text)
      ?? values.mismatch(
        value, expected: "a time in UTC (RFC 3339)", remedy: "use 2026-01-31T12:00:00.000Z")
  }
}
