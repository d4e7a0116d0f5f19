import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

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
      let root = try element(in: "", expecting: "<plist>")
      guard let root, root.kind == .start("plist") else {
        throw unexpected(root, in: "", expecting: "<plist>")
      }
      guard let first = try element(in: "", expecting: "a value") else {
        throw unexpected(nil, in: "", expecting: "a value")
      }
      let node = try value(first, at: "")
      if let second = try element(in: "", expecting: "</plist>") {
        throw unexpected(second, in: "", expecting: "</plist>")
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
    in pointer: String, expecting expected: String
  ) throws(FileDiagnostic) -> XMLEvent? {
    while index < events.count {
      let event = events[index]
      index += 1
      switch event.kind {
      case .start: return event
      case .end: return nil
      case .text(let bytes):
        if !bytes.allSatisfy({ $0 <= 0x20 }) {
          throw unexpected(event, in: pointer, expecting: expected)
        }
      }
    }
    return nil
  }

  private func unexpected(
    _ event: XMLEvent?, in pointer: String, expecting expected: String
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
      at: position(place), pointer: pointer, found: found, expected: expected,
      remedy: "try plutil -lint FILE, or recording it again")
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

extension PropertyListDocumentReader {
  private mutating func value(
    _ start: XMLEvent, at pointer: String
  ) throws(FileDiagnostic) -> DocumentNode {
    guard case .start(let name) = start.kind else {
      throw unexpected(start, in: pointer, expecting: "a value")
    }
    switch name {
    case "dict":
      return DocumentNode(.mapping(try members(at: pointer)), at: position(start.offset))
    case "array":
      return DocumentNode(.sequence(try elements(at: pointer)), at: position(start.offset))
    case "true", "false":
      _ = try contents(of: start, at: pointer)
      return DocumentNode(
        .scalar(DocumentScalar(.bool(name == "true"), text: name)), at: position(start.offset))
    case "string", "date", "integer", "real", "data":
      let text = Value(
        text: try contents(of: start, at: pointer), at: position(start.contentOffset),
        pointer: pointer)
      let reader = Reader()
      let scalar = reader.propertyListScalar(text, name)
      diagnostics.append(contentsOf: reader.findings.list)
      return DocumentNode(.scalar(scalar), at: text.position)
    default:
      throw unexpected(start, in: pointer, expecting: "a value such as <string> or <dict>")
    }
  }

  private mutating func elements(at pointer: String) throws(FileDiagnostic) -> [DocumentNode] {
    var elements: [DocumentNode] = []
    while let start = try element(in: pointer, expecting: "a value") {
      elements.append(try value(start, at: "\(pointer)/\(elements.count)"))
    }
    return elements
  }

  private mutating func members(at pointer: String) throws(FileDiagnostic) -> [DocumentMember] {
    var members = DocumentMembers()
    while let start = try element(in: pointer, expecting: "<key>") {
      guard start.kind == .start("key") else {
        throw unexpected(start, in: pointer, expecting: "<key>")
      }
      let key = try contents(of: start, at: pointer)
      let expected = "the value of \(Quotation.of(key))"
      guard let next = try element(in: pointer, expecting: expected), next.kind != .start("key")
      else {
        throw unexpected(events[index - 1], in: pointer, expecting: expected)
      }
      let member = DocumentMember(
        key: key, position: position(start.contentOffset),
        value: try value(next, at: "\(pointer)/\(JSONPointer.escaped(key))"))
      members.add(member, reportingTo: &diagnostics)
    }
    return members.list
  }

  /// The text up to the end of an element that has nothing but text.
  private mutating func contents(
    of start: XMLEvent, at pointer: String
  ) throws(FileDiagnostic) -> String {
    var bytes: [UInt8] = []
    while index < events.count {
      let event = events[index]
      index += 1
      switch event.kind {
      case .text(let more): bytes += more
      case .end: return text(bytes)
      case .start: throw unexpected(event, in: pointer, expecting: "text")
      }
    }
    return text(bytes)
  }
}

extension Reader {
  /// The value of this text in an element of a property list; what it cannot be is reported.
  func propertyListScalar(_ value: Value, _ element: String) -> DocumentScalar {
    let text = value.scalar?.text ?? ""
    switch element {
    case "data":
      let bytes = recordedBase64(value) ?? Data()
      return DocumentScalar(.bytes(Array(bytes)), text: text)
    case "integer":
      let digits = text.trimmingWhitespace()
      guard let number = Self.integer(digits) else {
        return reported(value, "a whole number", "try 200")
      }
      return DocumentScalar(.integer(number), text: digits)
    case "real":
      let digits = text.trimmingWhitespace()
      guard let value = Double(digits), value.isFinite else {
        return reported(value, "a number", "try 1.5")
      }
      return DocumentScalar(.real(JSONNumber(parsing: digits) ?? JSONNumber(value)), text: digits)
    case "date": return DocumentScalar(.string, text: text.trimmingWhitespace())
    default: return DocumentScalar(.string, text: text)
    }
  }

  /// A whole number, in decimal or, with `0x` before it, hexadecimal digits.
  private static func integer(_ digits: String) -> JSONNumber? {
    if digits.lowercased().hasPrefix("0x") {
      return Int(digits.dropFirst(2), radix: 16).map { JSONNumber($0) }
    }
    return Int(digits).map { JSONNumber($0) }
      ?? JSONNumber(parsing: digits).flatMap { UInt64($0.text) == nil ? nil : $0 }
  }

  private func reported(_ value: Value, _ expected: String, _ remedy: String) -> DocumentScalar {
    report(value, found: value.summary, expected: expected, remedy: remedy)
    return DocumentScalar(.null, text: "")
  }
}
