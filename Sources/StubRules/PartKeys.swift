import StubCore
package import StubDocuments

extension Key where Target == ResponseDraft {
  package static var chunks: Self {
    Self(
      "chunks", "The body as parts that are sent one after the other.",
      .list(of: .chunk).adding("minItems", 1),
      example: [["text": "tick"], ["after": "1s", "json": ["tock": true]]]
    ) { reader, value, response in
      if response.template != false { response.checkLeaves(of: value) }
      let interval = response.interval
      response.chunks = reader.parts(value) { reader.chunk($0, every: interval) }
    }
  }

  static var events: Self {
    Self(
      "events", "The body as server-sent events that are sent one after the other.",
      .list(of: .event).adding("minItems", 1),
      example: [
        ["retry": "2s"], ["data": "hello"],
        ["after": "1s", "event": "stock", "id": 2, "data": ["left": 3]],
      ]
    ) { reader, value, response in
      if response.template != false { response.checkLeaves(of: value) }
      let interval = response.interval
      response.chunks = reader.parts(value) { reader.event($0, every: interval) }
      if !response.namesContentType { response.specification.contentType = .eventStream }
    }
  }
}

extension Key where Target == ResponseDraft {
  package static var every: Self {
    Self(
      "every", "The wait before each chunk or event that has none of its own.", .delay,
      example: "50ms", beside: ["chunks": [["text": "tick"], ["text": "tock"]]]
    ) { reader, value, response in
      response.require(oneOf: ["chunks", "events"], for: value)
      _ = reader.delay(value)
    }
  }
}

extension ResponseDraft {
  /// The wait before each chunk or event that has no wait of its own.
  fileprivate var interval: HTTPStubDelay { read("every") { $0.delay($1) } ?? .fixed(0) }
}

extension Reader {
  /// Reads a fixed time, or a random distribution.
  fileprivate func delay(_ value: Value) -> HTTPStubDelay? {
    value.members != nil ? randomDelay(value) : duration(value).map { .fixed($0) }
  }
}

extension Schema {
  fileprivate static var chunk: Schema { Keys.chunk.schema.requiring(anyOf: Keys.chunkContents) }

  fileprivate static var event: Schema { Keys.event.schema.requiring(anyOf: Keys.eventContents) }

  private func requiring(anyOf names: [String]) -> Schema {
    adding("anyOf", .array(names.map { ["required": [.string($0)]] }))
  }
}

/// A chunk of a response body while its keys in a rule file are read.
struct ChunkDraft {
  var after: HTTPStubDelay
  var content: ChunkContent?

  var chunk: HTTPStubChunk? { content.map { HTTPStubChunk($0, after: after) } }
}

extension Keys where Target == ChunkDraft {
  /// The keys of a chunk; to add one, write a property and add its name to this list.
  static let chunk = Keys([.after, .text, .json, .base64])
  /// The keys for contents; a chunk has exactly one of them.
  fileprivate static let chunkContents = ["text", "json", "base64"]
}

extension Key where Target == ChunkDraft {
  static var after: Self {
    Self(
      "after", "The wait after the previous chunk, or after the head.", .delay, example: "1s",
      beside: ["text": "tick"]
    ) { reader, value, chunk in
      if let delay = reader.delay(value) { chunk.after = delay }
    }
  }

  static var text: Self {
    Self("text", "The chunk as text.", .text, example: "tick") { reader, value, chunk in
      chunk.content = reader.text(value).map { .text($0) }
    }
  }

  static var json: Self {
    Self("json", "The chunk as JSON.", .any, example: ["tick": 1]) { _, value, chunk in
      chunk.content = .json(value.json)
    }
  }

  static var base64: Self {
    Self("base64", "The chunk's bytes in base64.", .string, example: "aGVsbG8=") {
      reader, value, chunk in
      chunk.content = reader.base64(value).map { .data($0) }
    }
  }
}

extension Reader {
  /// Reads a chunk, for which `interval` is the default wait.
  fileprivate func chunk(_ value: Value, every interval: HTTPStubDelay) -> HTTPStubChunk? {
    let members = value.members ?? []
    let contents = Keys.chunkContents
    var draft = ChunkDraft(after: interval)
    return mapping(value) { mapping in
      // An unknown key is most likely a misspelled content key, which is reported only once.
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

  /// Reads a list of at least one chunk or event.
  fileprivate func parts(
    _ value: Value, _ read: (Value) -> HTTPStubChunk?
  ) -> [HTTPStubChunk]? {
    if value.elements?.isEmpty ?? false {
      return mismatch(
        value, expected: "at least one part", remedy: "use a line with \"- \" for each")
    }
    return list(value, read)
  }
}

/// A server-sent event (WHATWG HTML §9.2) while its keys are read.
struct EventDraft {
  var after: HTTPStubDelay
  var event = ServerSentEvent()
}

extension Keys where Target == EventDraft {
  /// The keys of an event; to add one, write a property and add its name to this list.
  static let event = Keys([.data, .event, .id, .retry, .comment, .after])
  /// The keys for contents; an event has at least one of them.
  fileprivate static let eventContents = ["data", "id", "retry", "comment"]
}

extension Key where Target == EventDraft {
  static var data: Self {
    Self(
      "data", "The data as text, or as JSON; each line of a text is a separate field.", .any,
      example: ["left": 3]
    ) { reader, value, draft in
      draft.event.data =
        value.scalar == nil ? .json(value.json) : reader.text(value).map { .text($0) }
    }
  }

  static var event: Self {
    Self("event", "The name of the event.", .text, example: "stock", beside: ["data": "x"]) {
      reader, value, draft in draft.event.name = reader.fieldValue(value)
    }
  }

  static var id: Self {
    Self(
      "id", "The id of the event, for clients that reconnect; also without data.", .text,
      example: 7
    ) { reader, value, draft in draft.event.id = reader.fieldValue(value) }
  }

  static var retry: Self {
    Self(
      "retry", "How long clients wait before they reconnect; also without data.", .duration,
      example: "2s"
    ) { reader, value, draft in draft.event.retry = reader.duration(value) }
  }

  static var comment: Self {
    Self(
      "comment", "A text that clients skip, as servers send to keep connections open.", .text,
      example: "keep-alive"
    ) { reader, value, draft in draft.event.comment = reader.text(value) }
  }

  static var after: Self {
    Self(
      "after", "The wait after the previous event, or after the head.", .delay, example: "1s",
      beside: ["data": "x"]
    ) { reader, value, draft in
      if let delay = reader.delay(value) { draft.after = delay }
    }
  }
}

extension Reader {
  /// Reads a text, which must be on one line.
  fileprivate func fieldValue(_ value: Value) -> String? {
    guard let text = text(value), isFieldValue(value, text) else { return nil }
    return text
  }

  /// Reads an event, for which `interval` is the default wait.
  fileprivate func event(_ value: Value, every interval: HTTPStubDelay) -> HTTPStubChunk? {
    var draft = EventDraft(after: interval)
    return mapping(value) { mapping in
      if !Keys.eventContents.contains(where: mapping.has) { mapping.reportIfMissing("data") }
      mapping.read(.event, into: &draft)
      return HTTPStubChunk(.event(draft.event), after: draft.after)
    }
  }
}
