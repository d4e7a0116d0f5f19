import StubCore

extension RuleKey where Target == ResponseDraft {
  static var chunks: Self {
    Self(
      "chunks", "The body as parts that go out one after the other.",
      .list(of: .chunk).adding("minItems", 1),
      example: [["text": "tick"], ["after": "1s", "json": ["tock": true]]]
    ) { value, response in
      let allowsTags = response.template == false
      response.chunks = value.parts { $0.chunk(allowingTags: allowsTags) }
    }
  }

  static var events: Self {
    Self(
      "events", "The body as server-sent events that go out one after the other.",
      .list(of: RuleKeys.event.schema.adding("required", ["data"])).adding("minItems", 1),
      example: [
        ["data": "hello"], ["after": "1s", "event": "stock", "id": 2, "data": ["left": 3]],
      ]
    ) { value, response in
      let allowsTags = response.template == false
      response.chunks = value.parts { $0.event(allowingTags: allowsTags) }
      if !response.namesContentType { response.specification.contentType = .eventStream }
    }
  }
}

extension Schema {
  fileprivate static var chunk: Schema {
    RuleKeys.chunk.schema.adding(
      "anyOf",
      [["required": ["text"]], ["required": ["json"]], ["required": ["base64"]]])
  }
}
