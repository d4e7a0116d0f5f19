import StubCore

/// A server-sent event (WHATWG HTML §9.2), gathered while its keys are read.
struct EventDraft {
  /// Whether tags in its text are meant as text.
  let allowsTags: Bool
  var after = Duration.zero
  var data: String?
  var name: String?
  var id: String?

  var chunk: HTTPStubChunk? {
    data.map { .event($0, name: name, id: id, after: after.seconds) }
  }
}

extension RuleKeys where Target == EventDraft {
  /// The keys of an event; a new one is a word here.
  static let event = RuleKeys([.data, .event, .id, .after])
}

extension RuleKey where Target == EventDraft {
  static var data: Self {
    Self(
      "data", "The data as text, or as JSON; each line of a text is a field of its own.", .any,
      example: ["left": 3]
    ) { value, event in
      let isJSON = value.node.scalar == nil
      guard let text = isJSON ? value.json.text() : value.text(),
        event.allowsTags || !value.hasTag(text)
      else { return }
      event.data = text
    }
  }

  static var event: Self {
    Self("event", "What the event is called.", .text, example: "stock", beside: ["data": "x"]) {
      value, event in event.name = value.fieldValue()
    }
  }

  static var id: Self {
    Self(
      "id", "The event's id, for clients that come back.", .text, example: 7, beside: ["data": 1]
    ) { value, event in event.id = value.fieldValue() }
  }

  static var after: Self {
    Self(
      "after", "The wait after the event before, or after the head.", .duration, example: "1s",
      beside: ["data": "x"]
    ) { value, event in event.after = value.duration() ?? .zero }
  }
}

extension ValueReader {
  /// A text on one line.
  fileprivate mutating func fieldValue() -> String? {
    guard let text = text(), isFieldValue(text, remedy: "try removing it") else { return nil }
    return text
  }

  /// A mapping of the keys of an event.
  mutating func event(allowingTags allowsTags: Bool) -> HTTPStubChunk? {
    var draft = EventDraft(allowsTags: allowsTags)
    return mapping { reader in
      reader.reportIfMissing("data")
      reader.members(.event, into: &draft)
      return draft.chunk
    }
  }
}
