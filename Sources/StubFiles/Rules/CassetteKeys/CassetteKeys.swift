import StubCore

extension RuleKeys where Target == CassetteDraft {
  /// The keys of a recording's setting; a new one is a word here and a property below.
  static let cassette = RuleKeys([
    .recordingFile, .parts, .comparedHeaders, .ignoreQuery, .ignoreBody, .ignoreHeaders, .order,
    .ending, .timing, .anyHost,
  ])
}

extension RuleKey where Target == CassetteDraft {
  static var recordingFile: Self {
    Self(
      "file", "The recording, by its path from this file.", .string, example: "tapes/github.har"
    ) { value, cassette in
      guard let path = value.string() else { return }
      cassette.file = Placed(value: path, position: value.position)
    }
  }

  static var parts: Self {
    Self(
      "match", "The parts of a request that agree with the recording; method and url unless given.",
      .list(of: .oneOf(partNames.map(\.key))), example: ["method", "path", "query"],
      beside: needed
    ) { value, cassette in cassette.parts = value.list { $0.keyword(partNames) } }
  }

  static var comparedHeaders: Self {
    Self(
      "headers", "Header fields that agree with the recording besides.", .list(of: .string),
      example: ["Accept"], beside: needed
    ) { value, cassette in
      cassette.headers = (value.list { $0.string() } ?? []).map { .header(HTTPHeaderName($0)) }
    }
  }

  static var ignoreQuery: Self {
    Self(
      "ignoreQuery", "Query parameters that are not compared.", .list(of: .string),
      example: ["timestamp"], beside: needed
    ) { value, cassette in
      cassette.configuration.ignoredQueryParameters = value.list { $0.string() }.map(Set.init)
    }
  }

  static var ignoreBody: Self {
    Self(
      "ignoreBody", "Form fields, and JSON members at any depth, that are not compared.",
      .list(of: .string), example: ["nonce"], beside: needed
    ) { value, cassette in
      cassette.configuration.ignoredBodyKeys = value.list { $0.string() }.map(Set.init)
    }
  }

  static var ignoreHeaders: Self {
    Self(
      "ignoreHeaders", "Header fields that are not compared when headers are matched.",
      .list(of: .string), example: ["X-Request-Id"], beside: needed
    ) { value, cassette in
      cassette.configuration.ignoredHeaders = value.list { $0.string() }
        .map { Set($0.map { HTTPHeaderName($0) }) }
    }
  }

  static var order: Self {
    Self(
      "order", "Whether only the next recording of the tape may answer (tape) or any (any).",
      .oneOf(orders.map(\.key)), example: "tape", beside: needed
    ) { value, cassette in
      guard let keepsOrder = value.keyword(orders) else { return }
      cassette.configuration.keepsTrackOrder = keepsOrder
    }
  }

  static var ending: Self {
    Self(
      "ending", "What follows after the last recording: it again, an error, or the network.",
      .oneOf(endings.map(\.key)), example: "fail", beside: needed
    ) { value, cassette in
      guard let ending = value.keyword(endings) else { return }
      cassette.configuration.ending = ending
    }
  }

  static var timing: Self {
    Self(
      "timing",
      "When responses begin: at once (none), as on the tape (chronological), after the recorded "
        + "time (recorded), or after that many times the recorded time.",
      .anyOf([.oneOf(timings.map(\.key)), .amount]), example: 0.5, beside: needed
    ) { value, cassette in
      cassette.configuration.playback = value.playback()
    }
  }

  static var anyHost: Self {
    Self(
      "anyHost", "Whether recordings answer for every scheme, host and port.", .boolean,
      example: true, beside: needed
    ) { value, cassette in cassette.configuration.answersAnyHost = value.boolean() }
  }
}

private let needed: JSONObject = ["file": "tapes/github.har"]

private let partNames: KeyValuePairs<String, RequestPart> = [
  "method": .method, "url": .url, "scheme": .scheme, "host": .host, "port": .port, "path": .path,
  "query": .query, "headers": .headers, "body": .body, "json": .jsonBody,
]

private let orders: KeyValuePairs<String, Bool> = ["any": false, "tape": true]

private let endings: KeyValuePairs<String, HTTPStubSequenceEnding> = [
  "repeat": .repeatLast, "cycle": .cycle, "fail": .fail, "passThrough": .passThrough,
]

private let timings: KeyValuePairs<String, CassettePlayback> = [
  "none": .momentary, "chronological": .chronological, "recorded": .recorded(),
]

extension ValueReader {
  /// A word, or a factor of the recorded times.
  fileprivate mutating func playback() -> CassettePlayback? {
    switch node.scalar?.kind {
    case .integer?, .real?:
      guard let scale = amount() else { return nil }
      return .recorded(scale: scale)
    default: return keyword(timings)
    }
  }
}

extension Schema {
  static var cassette: Schema {
    .object(
      RuleKeys.cassette.list.map {
        ($0.name, $0.schema.described($0.summary, example: $0.example))
      },
      required: ["file"])
  }
}
