import StubCore
import StubPlatform

/// A reader of property lists in XML, in the form of Apple's `plutil`, which finds the position of
/// every value.
///
/// Data becomes bytes; dates stay text.
struct PropertyListDocumentReader {
  private let source: SourceText
  private var builder: DocumentBuilder
  private(set) var diagnostics = DiagnosticList()
  private var events: [XMLEvent] = []
  private var index = 0
  /// The token indices of texts that do not match their elements, such as `<integer>x</integer>`.
  private var mismatches: [(slot: Int, element: String)] = []

  init(_ source: SourceText) {
    self.source = source
    builder = DocumentBuilder(source, .propertyList)
  }

  /// Returns the document; `nil` after a syntax error, which is added to `diagnostics`.
  mutating func document(strictness: (Value) -> Strictness) -> Document? {
    do throws(FileDiagnostic) {
      try readEvents()
      let root = try element(expecting: "<plist>")
      guard let root, root.kind == .start("plist") else {
        throw unexpected(root, expecting: "<plist>")
      }
      guard let first = try element(expecting: "a value") else {
        throw unexpected(nil, expecting: "a value")
      }
      try value(first)
      if let second = try element(expecting: "</plist>") {
        throw unexpected(second, expecting: "</plist>")
      }
      let document = builder.document()
      let reader = Reader()
      for (slot, element) in mismatches {
        PropertyListScalar.report(Value(document, at: slot), element, to: reader)
      }
      diagnostics.append(contentsOf: reader.findings.list)
      let repeated = builder.repeatedNames
      if !repeated.isEmpty {
        diagnostics.append(repeated, of: document, in: strictness(Value(document)))
      }
      return document
    } catch {
      diagnostics.append(builder.repeatedNames, of: builder.document(), in: .own)
      diagnostics.append(error)
      return nil
    }
  }

  private mutating func readEvents() throws(FileDiagnostic) {
    guard source.bytes.contains(where: { $0 > 0x20 }) else {
      throw FileDiagnostic(
        at: position(0), found: "this property list is empty",
        remedy: "remove it, or record it again")
    }
    // One more level is for the `<plist>` around the document, and one for the value inside the
    // innermost list.
    let depth = DocumentLimits.depth + 2
    do throws(XMLEventError) {
      events = try XMLEventReader.events(in: source.bytes, maximumDepth: depth)
    } catch {
      throw FileDiagnostic(
        at: position(error.offset), found: error.reason, expected: "a property list in XML",
        remedy: "run plutil -lint FILE, or record it again")
    }
  }

  private func position(_ offset: Int) -> SourcePosition {
    SourcePosition(source: source, offset: offset)
  }

  /// Returns the next start tag; `nil` at the end of the surrounding element.
  private mutating func element(
    expecting expected: String
  ) throws(FileDiagnostic) -> XMLEvent? {
    while index < events.count {
      let event = events[index]
      index += 1
      switch event.kind {
      case .start: return event
      case .end: return nil
      case .text(let bytes):
        if !bytes.allSatisfy({ $0 <= 0x20 }) {
          throw unexpected(event, expecting: expected)
        }
      }
    }
    return nil
  }

  private func unexpected(
    _ event: XMLEvent?, expecting expected: String
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
      at: position(place), found: found, expected: expected,
      remedy: "run plutil -lint FILE, or record it again")
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

extension PropertyListDocumentReader {
  /// Adds the tokens of a value.
  private mutating func value(_ start: XMLEvent) throws(FileDiagnostic) {
    guard case .start(let name) = start.kind else {
      throw unexpected(start, expecting: "a value")
    }
    switch name {
    case "dict": try members(from: start)
    case "array":
      let list = builder.open(.array, at: start.offset)
      while let start = try element(expecting: "a value") {
        try value(start)
      }
      builder.close(list)
    case "true", "false":
      _ = try contents(of: start)
      // The value is the name of the element.
      builder.add(name == "true" ? .yes : .no, name, at: start.offset)
    case "string", "date", "integer", "real", "data":
      let text = try contents(of: start)
      let scalar = PropertyListScalar.of(text, name, at: position(start.contentOffset))
      // Damaged data matters only if the reader of a format uses it.
      if scalar == nil, name != "data" { mismatches.append((builder.next, name)) }
      builder.add(scalar?.kind ?? .string, scalar?.text ?? text, at: start.contentOffset)
    default:
      throw unexpected(start, expecting: "a value such as <string> or <dict>")
    }
  }

  private mutating func members(
    from start: XMLEvent
  ) throws(FileDiagnostic) {
    let mapping = builder.open(.object, at: start.offset)
    var names = DocumentBuilder.Names()
    while let start = try element(expecting: "<key>") {
      guard start.kind == .start("key") else {
        throw unexpected(start, expecting: "<key>")
      }
      let key = try contents(of: start)
      let expected = "the value of \(Quotation.of(key))"
      guard let next = try element(expecting: expected), next.kind != .start("key")
      else {
        throw unexpected(events[index - 1], expecting: expected)
      }
      builder.addName(key, at: start.contentOffset, in: mapping, to: &names)
      try value(next)
    }
    builder.close(mapping)
  }

  /// Returns the text of an element that contains only text, up to its end.
  private mutating func contents(
    of start: XMLEvent
  ) throws(FileDiagnostic) -> String {
    var bytes: [UInt8] = []
    while index < events.count {
      let event = events[index]
      index += 1
      switch event.kind {
      case .text(let more): bytes += more
      case .end: return text(bytes)
      case .start: throw unexpected(event, expecting: "text")
      }
    }
    return text(bytes)
  }
}

/// The parsing of single values in a property list.
private enum PropertyListScalar {
  /// Returns the kind and the normalized text of a value; `nil` if the text does not match the
  /// element.
  static func of(
    _ text: String, _ element: String, at position: SourcePosition
  ) -> (kind: JSONToken.Kind, text: String)? {
    switch element {
    case "data":
      return Value(text: text, at: position).base64.map { (.bytes, $0.base64EncodedString()) }
    case "integer":
      return integer(text.trimmingWhitespace()).map { (.integer, $0.text) }
    case "real":
      let digits = text.trimmingWhitespace()
      guard let value = Double(digits), value.isFinite else { return nil }
      return (.real, JSONNumber(parsing: digits)?.text ?? JSONNumber(value).text)
    case "date": return (.string, text.trimmingWhitespace())
    default: return (.string, text)
    }
  }

  /// Parses a whole number in decimal digits, or in hexadecimal digits after `0x`.
  private static func integer(_ digits: String) -> JSONNumber? {
    if digits.lowercased().hasPrefix("0x") {
      return Int(digits.dropFirst(2), radix: 16).map { JSONNumber($0) }
    }
    return Int(digits).map { JSONNumber($0) }
      ?? JSONNumber(parsing: digits).flatMap { UInt64($0.text) == nil ? nil : $0 }
  }

  /// Reports a text that does not match its element.
  static func report(_ value: Value, _ element: String, to reader: Reader) {
    switch element {
    case "integer":
      reader.report(
        value, found: value.summary, expected: "a whole number", remedy: "use 200")
    default:
      reader.report(value, found: value.summary, expected: "a number", remedy: "use 1.5")
    }
  }
}
