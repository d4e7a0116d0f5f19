import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Key where Target == ResponseDraft {
  static var text: Self {
    Self("text", "The body as text.", .text, example: "Hello {{query.name}}") {
      reader, value, response in
      guard let text = reader.text(value) else { return }
      response.checkTags(in: text, of: value)
      response.specification.body = .text(text)
    }
  }

  static var json: Self {
    Self("json", "The body as JSON.", .any, example: ["id": "{{uri.id}}", "tags": []]) {
      reader, value, response in
      if value.isFolded, response.charset.charset == nil,
        let data = value.plainJSON(mayHaveTags: response.template != false)
      {
        response.specification.body = .data(data)
        if !response.namesContentType { response.specification.contentType = .json }
        return
      }
      if response.template != false { response.checkLeaves(of: value) }
      response.specification.body = .json(value.json)
    }
  }

  static var base64: Self {
    Self("base64", "The body's bytes in base64.", .string, example: "aGVsbG8=") {
      reader, value, response in
      if let data = reader.base64(value) { response.specification.body = .data(data) }
    }
  }

  static var bodyFile: Self {
    Self(
      "bodyFile", "The file with the body, relative to the rule file; read for each request.",
      .string, example: "body.json"
    ) { reader, value, response in
      guard let name = reader.string(value) else { return }
      response.checkTags(in: name, of: value)
      guard !response.hasTags(name) else {
        response.specification.body = .file(path: name)
        response.specification.bodyFolder = response.scope.folder
        return
      }
      guard let path = reader.filePath(value, in: response.scope) else { return }
      response.specification.body = .file(path: path)
      if response.template == true { response.checkContents(of: path, named: value) }
    }
  }
}

extension ResponseDraft {
  fileprivate func hasTags(_ text: String) -> Bool { template != false && text.mayHaveTags }

  /// Checks the tags of each text and each name in a JSON value.
  fileprivate mutating func checkLeaves(of value: Value) {
    for element in value.eachElement { checkLeaves(of: element) }
    for member in value.members ?? [] {
      checkTags(in: member.key, of: Value(text: member.key, at: member.position, in: member.value))
      checkLeaves(of: member.value)
    }
    if let scalar = value.scalar, scalar.kind == .string {
      checkTags(in: scalar.text, of: value)
    }
  }

  /// Checks the tags in a file now, although it is read again for each request.
  fileprivate func checkContents(of path: String, named value: Value) {
    guard let data = reader.fileContents(value, at: path, atMost: scope.fileSizeLimit) else {
      return
    }
    do throws(TemplateError) {
      _ = try Template(String(decoding: data, as: UTF8.self))
    } catch {
      reader.report(
        value, found: "\(error.found) in \(path), line \(error.line), column \(error.column)",
        expected: error.expected, remedy: error.remedy.withoutFullStop)
    }
  }
}

extension Key where Target == ResponseDraft {
  static var chunks: Self {
    Self(
      "chunks", "The body as parts that are sent one after the other.",
      .list(of: .chunk).adding("minItems", 1),
      example: [["text": "tick"], ["after": "1s", "json": ["tock": true]]]
    ) { reader, value, response in
      let allowsTags = response.template == false
      response.chunks = reader.parts(value) { reader.chunk($0, allowingTags: allowsTags) }
    }
  }

  static var events: Self {
    Self(
      "events", "The body as server-sent events that are sent one after the other.",
      .list(of: Keys.event.schema.adding("required", ["data"])).adding("minItems", 1),
      example: [
        ["data": "hello"], ["after": "1s", "event": "stock", "id": 2, "data": ["left": 3]],
      ]
    ) { reader, value, response in
      let allowsTags = response.template == false
      response.chunks = reader.parts(value) { reader.event($0, allowingTags: allowsTags) }
      if !response.namesContentType { response.specification.contentType = .eventStream }
    }
  }
}

extension Schema {
  fileprivate static var chunk: Schema {
    Keys.chunk.schema.adding(
      "anyOf",
      [["required": ["text"]], ["required": ["json"]], ["required": ["base64"]]])
  }
}

/// A part of a body, gathered while its keys are read.
struct ChunkDraft {
  /// Whether tags in its text are meant as text.
  let allowsTags: Bool
  var after = Duration.zero
  var data: Data?
  var text: String?

  var chunk: HTTPStubChunk? {
    text.map { HTTPStubChunk($0, after: after) } ?? data.map { HTTPStubChunk($0, after: after) }
  }
}

extension Keys where Target == ChunkDraft {
  /// The keys of a chunk; a new one is a word here.
  static let chunk = Keys([.after, .text, .json, .base64])
}

extension Key where Target == ChunkDraft {
  static var after: Self {
    Self(
      "after", "The wait after the previous chunk, or after the head.", .duration, example: "1s",
      beside: ["text": "tick"]
    ) { reader, value, chunk in chunk.after = reader.duration(value) ?? .zero }
  }

  static var text: Self {
    Self("text", "The chunk as text.", .text, example: "tick") { reader, value, chunk in
      guard let text = reader.text(value), chunk.allowsTags || !reader.hasTag(value, text) else {
        return
      }
      chunk.text = text
    }
  }

  static var json: Self {
    Self("json", "The chunk as JSON.", .any, example: ["tick": 1]) { reader, value, chunk in
      let text = value.json.text()
      guard chunk.allowsTags || !reader.hasTag(value, text) else { return }
      chunk.text = text
    }
  }

  static var base64: Self {
    Self("base64", "The chunk's bytes in base64.", .string, example: "aGVsbG8=") {
      reader, value, chunk in
      chunk.data = reader.base64(value)
    }
  }
}

extension Reader {
  /// Reports a tag, which would be sent literally.
  func hasTag(_ value: Value, _ text: String) -> Bool {
    guard text.mayHaveTags else { return false }
    report(
      value, found: "a tag in a text that is sent as it is", expected: "a text without \"{{\"",
      remedy: "use \"text\" for a body with tags, or template: false if it is no tag")
    return true
  }

  /// A mapping of the keys of a chunk.
  func chunk(_ value: Value, allowingTags allowsTags: Bool) -> HTTPStubChunk? {
    let members = value.members ?? []
    let contents = ["text", "json", "base64"]
    var draft = ChunkDraft(allowsTags: allowsTags)
    return mapping(value) { mapping in
      // An unknown key is most likely a content under a wrong name: one mistake, one error.
      let isKnown = members.allSatisfy { Keys<ChunkDraft>.chunk.names.contains($0.key) }
      if isKnown, !contents.contains(where: mapping.has) {
        mapping.report(
          found: "a chunk without bytes", expected: Quotation.oneOf(contents),
          remedy: "use { after: 1s, text: tick }")
      }
      mapping.read(.chunk, into: &draft)
      mapping.reportAllButOne(of: contents, among: members)
      return draft.chunk
    }
  }

  /// A list of at least one part of a body.
  func parts(
    _ value: Value, _ read: (Value) -> HTTPStubChunk?
  ) -> [HTTPStubChunk]? {
    if value.elements?.isEmpty ?? false {
      return mismatch(
        value, expected: "at least one part", remedy: "use a line with \"- \" for each")
    }
    return list(value, read)
  }
}

/// A server-sent event (WHATWG HTML §9.2), gathered while its keys are read.
struct EventDraft {
  /// Whether tags in its text are meant as text.
  let allowsTags: Bool
  var after = Duration.zero
  var data: String?
  var name: String?
  var id: String?

  var chunk: HTTPStubChunk? {
    data.map { .event($0, name: name, id: id, after: after) }
  }
}

extension Keys where Target == EventDraft {
  /// The keys of an event; a new one is a word here.
  static let event = Keys([.data, .event, .id, .after])
}

extension Key where Target == EventDraft {
  static var data: Self {
    Self(
      "data", "The data as text, or as JSON; each line of a text is a separate field.", .any,
      example: ["left": 3]
    ) { reader, value, event in
      let isJSON = value.scalar == nil
      guard let text = isJSON ? value.json.text() : reader.text(value),
        event.allowsTags || !reader.hasTag(value, text)
      else { return }
      event.data = text
    }
  }

  static var event: Self {
    Self("event", "The name of the event.", .text, example: "stock", beside: ["data": "x"]) {
      reader, value, event in event.name = reader.fieldValue(value)
    }
  }

  static var id: Self {
    Self(
      "id", "The id of the event, for clients that reconnect.", .text, example: 7,
      beside: ["data": 1]
    ) { reader, value, event in event.id = reader.fieldValue(value) }
  }

  static var after: Self {
    Self(
      "after", "The wait after the previous event, or after the head.", .duration, example: "1s",
      beside: ["data": "x"]
    ) { reader, value, event in event.after = reader.duration(value) ?? .zero }
  }
}

extension Reader {
  /// A text on one line.
  fileprivate func fieldValue(_ value: Value) -> String? {
    guard let text = text(value), isFieldValue(value, text) else { return nil }
    return text
  }

  /// A mapping of the keys of an event.
  func event(_ value: Value, allowingTags allowsTags: Bool) -> HTTPStubChunk? {
    var draft = EventDraft(allowsTags: allowsTags)
    return mapping(value) { mapping in
      mapping.reportIfMissing("data")
      mapping.read(.event, into: &draft)
      return draft.chunk
    }
  }
}
