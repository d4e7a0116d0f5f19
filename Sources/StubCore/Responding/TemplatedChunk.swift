import StubPlatform

/// A chunk whose texts are templates.
///
/// A value that is filled in cannot add fields to a server-sent event.
struct TemplatedChunk: Sendable {
  private enum Content: Sendable {
    case plain(ChunkContent)
    case text(Template)
    case json(TemplatedJSON)
    case event(TemplatedEvent)
  }

  private let content: Content
  private let wait: HTTPStubDelay

  /// Compiles the templates.
  ///
  /// - Throws: `TemplateError` if a text does not compile.
  init(_ chunk: HTTPStubChunk) throws(TemplateError) {
    wait = chunk.wait
    switch chunk.content {
    case .data: content = .plain(chunk.content)
    case .text(let text): content = .text(try Template(text))
    case .json(let value): content = .json(try TemplatedJSON(value))
    case .event(let event): content = .event(try TemplatedEvent(event))
    }
  }

  /// Whether filling in the tags may take long, because a template repeats some part.
  var mayTakeLong: Bool {
    switch content {
    case .plain: false
    case .text(let template): template.repeats
    case .json(let value): value.mayTakeLong
    case .event(let event): event.mayTakeLong
    }
  }

  /// Returns the chunk for one response, with its tags filled in.
  func filledIn(
    _ rendering: inout TemplateRendering, type: HTTPContentType?
  ) throws(TemplateError) -> HTTPStubChunk {
    let filled: ChunkContent =
      switch content {
      case .plain(let content): content
      case .text(let template):
        .text(try rendering.text(of: template, escaping: TemplateEscaping(suiting: type)))
      case .json(let value): .json(try value.filledIn(&rendering))
      case .event(let event): .event(try event.filledIn(&rendering))
      }
    return HTTPStubChunk(filled, after: wait)
  }
}

/// A server-sent event whose fields are templates.
private struct TemplatedEvent: Sendable {
  private let event: ServerSentEvent
  private let comment: Template?
  private let name: Template?
  private let id: Template?
  private let text: Template?
  private let json: TemplatedJSON?

  init(_ event: ServerSentEvent) throws(TemplateError) {
    func template(_ text: String?) throws(TemplateError) -> Template? {
      guard let text else { return nil }
      return try Template(text)
    }
    self.event = event
    comment = try template(event.comment)
    name = try template(event.name)
    id = try template(event.id)
    switch event.data {
    case .text(let data): (text, json) = (try Template(data), nil)
    case .json(let data): (text, json) = (nil, try TemplatedJSON(data))
    case nil: (text, json) = (nil, nil)
    }
  }

  var mayTakeLong: Bool {
    [comment, name, id, text].contains { $0?.repeats == true } || json?.mayTakeLong == true
  }

  func filledIn(_ rendering: inout TemplateRendering) throws(TemplateError) -> ServerSentEvent {
    var filled = event
    if let comment { filled.comment = try rendering.text(of: comment) }
    if let name { filled.name = try rendering.text(of: name) }
    if let id { filled.id = try rendering.text(of: id) }
    if let text { filled.data = .text(try rendering.text(of: text)) }
    if let json { filled.data = .json(try json.filledIn(&rendering)) }
    return filled
  }
}
