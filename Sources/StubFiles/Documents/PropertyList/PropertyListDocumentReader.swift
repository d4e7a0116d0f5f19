import StubCore

/// Reads property lists in XML, as Apple's `plutil` writes them, with the place of every value.
///
/// Data becomes bytes; a date stays text.
struct PropertyListDocumentReader {
  let source: SourceText
  private(set) var diagnostics = DiagnosticList()
  private var events: [XMLEvent] = []
  private var index = 0

  init(_ source: SourceText) { self.source = source }

  /// The document, or `nil` after an error of syntax, which is added to `diagnostics`.
  mutating func document() -> DocumentNode? {
    do throws(FileDiagnostic) {
      try readEvents()
      let root = try element(in: .root, expecting: "<plist>")
      guard let root, root.kind == .start("plist") else {
        throw unexpected(root, in: .root, expecting: "<plist>")
      }
      guard let first = try element(in: .root, expecting: "a value") else {
        throw unexpected(nil, in: .root, expecting: "a value")
      }
      let node = try value(first, at: .root)
      if let second = try element(in: .root, expecting: "</plist>") {
        throw unexpected(second, in: .root, expecting: "</plist>")
      }
      return node
    } catch {
      diagnostics.append(error)
      return nil
    }
  }

  private mutating func readEvents() throws(FileDiagnostic) {
    // One level for the <plist> around the document, one for the value inside the innermost list.
    let depth = DocumentLimits.depth + 2
    do throws(XMLEventError) {
      events = try XMLEventReader.events(in: source.bytes, maximumDepth: depth)
    } catch {
      throw FileDiagnostic(
        at: position(error.offset), found: error.reason, expected: "a property list in XML",
        remedy: "try plutil -lint FILE, or recording it again")
    }
  }

  private func position(_ offset: Int) -> SourcePosition {
    SourcePosition(source: source, offset: offset)
  }

  /// The next start tag; `nil` at the end of the element it would be in.
  private mutating func element(
    in path: DocumentPath, expecting expected: String
  ) throws(FileDiagnostic) -> XMLEvent? {
    while index < events.count {
      let event = events[index]
      index += 1
      switch event.kind {
      case .start: return event
      case .end: return nil
      case .text(let bytes):
        if !bytes.allSatisfy({ $0 <= 0x20 }) {
          throw unexpected(event, in: path, expecting: expected)
        }
      }
    }
    return nil
  }

  private func unexpected(
    _ event: XMLEvent?, in path: DocumentPath, expecting expected: String
  ) -> FileDiagnostic {
    let found: String =
      switch event?.kind {
      case .start(let name): "<\(name)>"
      case .text(let bytes): "the text \(Quotation.of(text(bytes).trimmingWhitespace()))"
      case .end, nil: "no value"
      }
    var place = event?.offset ?? events[max(0, index - 1)].offset
    if case .text(let bytes)? = event?.kind { place += bytes.prefix { $0 <= 0x20 }.count }
    return FileDiagnostic(
      at: position(place), path: path, found: found, expected: expected,
      remedy: "try plutil -lint FILE, or recording it again")
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

extension PropertyListDocumentReader {
  private mutating func value(
    _ start: XMLEvent, at path: DocumentPath
  ) throws(FileDiagnostic) -> DocumentNode {
    guard case .start(let name) = start.kind else {
      throw unexpected(start, in: path, expecting: "a value")
    }
    switch name {
    case "dict":
      return DocumentNode(.mapping(try members(at: path)), at: position(start.offset))
    case "array":
      return DocumentNode(.sequence(try elements(at: path)), at: position(start.offset))
    case "true", "false":
      _ = try contents(of: start, at: path)
      return DocumentNode(
        .scalar(DocumentScalar(.bool(name == "true"), text: name)), at: position(start.offset))
    case "string", "date", "integer", "real", "data":
      let text = DocumentNode(
        .scalar(DocumentScalar(.string, text: try contents(of: start, at: path))),
        at: position(start.contentOffset))
      var reader = ValueReader(text, path: path)
      let scalar = reader.propertyListScalar(name)
      diagnostics.append(contentsOf: reader.diagnostics)
      return DocumentNode(.scalar(scalar), at: text.position)
    default:
      throw unexpected(start, in: path, expecting: "a value such as <string> or <dict>")
    }
  }

  private mutating func elements(at path: DocumentPath) throws(FileDiagnostic) -> [DocumentNode] {
    var elements: [DocumentNode] = []
    while let start = try element(in: path, expecting: "a value") {
      elements.append(try value(start, at: .element(elements.count, in: path)))
    }
    return elements
  }

  private mutating func members(at path: DocumentPath) throws(FileDiagnostic) -> [DocumentMember] {
    var members = DocumentMembers()
    while let start = try element(in: path, expecting: "<key>") {
      guard start.kind == .start("key") else {
        throw unexpected(start, in: path, expecting: "<key>")
      }
      let key = try contents(of: start, at: path)
      let expected = "the value of \(Quotation.of(key))"
      guard let next = try element(in: path, expecting: expected), next.kind != .start("key") else {
        throw unexpected(events[index - 1], in: path, expecting: expected)
      }
      let member = DocumentMember(
        key: key, position: position(start.contentOffset),
        value: try value(next, at: .key(key, in: path)))
      members.add(member, reportingTo: &diagnostics)
    }
    return members.list
  }

  /// The text up to the end of an element that has nothing but text.
  private mutating func contents(
    of start: XMLEvent, at path: DocumentPath
  ) throws(FileDiagnostic) -> String {
    var bytes: [UInt8] = []
    while index < events.count {
      let event = events[index]
      index += 1
      switch event.kind {
      case .text(let more): bytes += more
      case .end: return text(bytes)
      case .start: throw unexpected(event, in: path, expecting: "text")
      }
    }
    return text(bytes)
  }
}
