import StubCassettes
import StubCore
package import StubDocuments

/// The playback settings for one of the recordings that are loaded.
struct CassetteSetting: Sendable {
  /// The path of the recording, which is absolute, or relative to the working directory like the
  /// path of the rule file.
  let path: String
  let position: SourcePosition
  let configuration: CassetteConfiguration

  /// Returns whether the setting is for the file at the path `file`.
  func isMeant(for file: String) -> Bool { Self.plain(path) == Self.plain(file) }

  /// Returns the steps of the path, without `.` and `..`.
  private static func plain(_ path: String) -> [Substring] {
    var steps: [Substring] = []
    for step in path.split(separator: "/") where step != "." {
      if step == "..", let last = steps.last, last != ".." {
        steps.removeLast()
      } else {
        steps.append(step)
      }
    }
    return path.hasPrefix("/") ? ["/"] + steps : steps
  }
}

/// A playback setting while its keys are read.
struct CassetteDraft {
  var file: Positioned<String>?
  var parts: [RequestPart]?
  var headers: [RequestPart] = []
  var configuration = CassetteConfiguration()

  var setting: CassetteSetting? {
    guard let file else { return nil }
    var configuration = configuration
    if parts != nil || !headers.isEmpty {
      configuration.matching = (parts ?? [.method, .url]) + headers
    }
    return CassetteSetting(
      path: file.value, position: file.position, configuration: configuration)
  }
}

extension Reader {
  /// Adds the settings in a list, and reports a file that is listed twice.
  func cassetteSettings(_ value: Value, into file: inout FileDraft) {
    let scope = file.scope
    var settings: [CassetteSetting] = []
    _ = list(value) { element -> Void? in
      guard let setting = cassetteSetting(element, in: scope) else { return nil }
      let others = file.cassetteSettings + settings
      if let earlier = others.first(where: { $0.isMeant(for: setting.path) }),
        let name = element["file"]
      {
        report(
          name,
          found: "the recording \(Quotation.of(name.scalar?.text ?? "")) is listed twice, first at "
            + earlier.position.short)
      }
      settings.append(setting)
      return ()
    }
    file.cassetteSettings += settings
  }

  private func cassetteSetting(_ value: Value, in scope: RuleScope) -> CassetteSetting? {
    var draft = CassetteDraft()
    return mapping(value) { mapping in
      mapping.reportIfMissing("file")
      mapping.read(.cassette, into: &draft)
      guard let setting = draft.setting else { return nil }
      return CassetteSetting(
        path: scope.path(setting.path), position: setting.position,
        configuration: setting.configuration)
    }
  }
}

extension Keys where Target == CassetteDraft {
  /// The keys of a playback setting; to add one, write a property and add its name to this list.
  static let cassette = Keys([
    .recordingFile, .parts, .comparedHeaders, .ignoreQuery, .ignoreBody, .ignoreHeaders, .order,
    .ending, .timing, .anyHost,
  ])
}

extension Key where Target == CassetteDraft {
  static var recordingFile: Self {
    Self(
      "file", "The path of the recording, relative to this file.", .string,
      example: "tapes/github.har"
    ) { reader, value, cassette in
      guard let path = reader.string(value) else { return }
      cassette.file = Positioned(value: path, position: value.position)
    }
  }

  static var parts: Self {
    Self(
      "match", "The parts of a request that must match the recording (default: method and url).",
      .list(of: .oneOf(partNames.map(\.key))), example: ["method", "path", "query"],
      beside: needed
    ) { reader, value, cassette in
      cassette.parts = reader.list(value) { reader.keyword($0, partNames) }
    }
  }

  static var comparedHeaders: Self {
    Self(
      "headers", "Header fields that must match the recording too.", .list(of: .string),
      example: ["Accept"], beside: needed
    ) { reader, value, cassette in
      cassette.headers = (reader.list(value) { reader.string($0) } ?? []).map {
        .header(HTTPHeaderName($0))
      }
    }
  }

  static var ignoreQuery: Self {
    Self(
      "ignoreQuery", "Query parameters that are not compared.", .list(of: .string),
      example: ["timestamp"], beside: needed
    ) { reader, value, cassette in
      cassette.configuration.ignoredQueryParameters = reader.list(value) { reader.string($0) }.map(
        Set.init)
    }
  }

  static var ignoreBody: Self {
    Self(
      "ignoreBody", "Form fields, and JSON members at any depth, that are not compared.",
      .list(of: .string), example: ["nonce"], beside: needed
    ) { reader, value, cassette in
      cassette.configuration.ignoredBodyKeys = reader.list(value) { reader.string($0) }.map(
        Set.init)
    }
  }

  static var ignoreHeaders: Self {
    Self(
      "ignoreHeaders", "Header fields that are not compared if headers are matched.",
      .list(of: .string), example: ["X-Request-Id"], beside: needed
    ) { reader, value, cassette in
      cassette.configuration.ignoredHeaders = reader.list(value) { reader.string($0) }
        .map { Set($0.map { HTTPHeaderName($0) }) }
    }
  }

  static var order: Self {
    Self(
      "order", "Whether any recording may answer (any), or only the next one (recorded).",
      .oneOf(orders.map(\.key)), example: "recorded", beside: needed
    ) { reader, value, cassette in
      guard let keepsOrder = reader.keyword(value, orders) else { return }
      cassette.configuration.keepsRecordedOrder = keepsOrder
    }
  }

  static var ending: Self {
    Self(
      "ending", "After the last recording: repeat it, start again, fail, or pass through.",
      .oneOf(endings.map(\.key)), example: "fail", beside: needed
    ) { reader, value, cassette in
      guard let ending = reader.keyword(value, endings) else { return }
      cassette.configuration.ending = ending
    }
  }

  static var timing: Self {
    Self(
      "timing",
      "When responses begin: at once (none), as recorded (chronological), after the recorded "
        + "time (recorded), or after that many times the recorded time.",
      .anyOf([.oneOf(timings.map(\.key)), .amount]), example: 0.5, beside: needed
    ) { reader, value, cassette in
      cassette.configuration.playback = reader.playback(value)
    }
  }

  static var anyHost: Self {
    Self(
      "anyHost", "Whether recordings answer for every scheme, host and port.", .boolean,
      example: true, beside: needed
    ) { reader, value, cassette in cassette.configuration.answersAnyHost = reader.boolean(value) }
  }
}

private let needed: JSONObject = ["file": "tapes/github.har"]

private let partNames: KeyValuePairs<String, RequestPart> = [
  "method": .method, "url": .url, "scheme": .scheme, "host": .host, "port": .port, "path": .path,
  "query": .query, "headers": .headers, "body": .body, "json": .jsonBody,
]

private let orders: KeyValuePairs<String, Bool> = ["any": false, "recorded": true]

private let endings: KeyValuePairs<String, HTTPStubSequenceEnding> = [
  "repeat": .repeatLast, "cycle": .cycle, "fail": .fail, "passThrough": .passThrough,
]

private let timings: KeyValuePairs<String, CassettePlayback> = [
  "none": .immediate, "chronological": .chronological, "recorded": .recorded(),
]

extension Reader {
  /// Reads a playback mode, which is a word, or a factor for the recorded times.
  fileprivate func playback(_ value: Value) -> CassettePlayback? {
    switch value.scalar?.kind {
    case .integer?, .real?:
      guard let scale = amount(value) else { return nil }
      return .recorded(scale: scale)
    default: return keyword(value, timings)
    }
  }
}

extension Schema {
  package static var cassette: Schema {
    .object(
      Keys.cassette.list.map {
        ($0.name, $0.schema.described($0.summary, example: $0.example))
      },
      required: ["file"])
  }
}
