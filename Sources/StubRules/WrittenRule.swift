package import StubCore
package import StubDocuments

/// A writer of stubs as a rule file, in the form in which a person would write it.
package struct WrittenRule: Sendable {
  /// The largest length, in characters, of a line with a whole mapping or list.
  private static let lineLength = 76

  /// The text of the rule file.
  package private(set) var text = "stubs:\n"

  /// Writes a rule file with one stub.
  package init(_ stub: JSONValue) { self.init([stub]) }

  /// Writes a rule file with these stubs.
  package init(_ stubs: [JSONValue]) {
    for stub in stubs { element(stub, indent: 2, fits: false) }
  }

  /// Adds an element of a list, on one line if `fits` is set and the element is short enough.
  ///
  /// If it is not on one line, the first member of a mapping follows the dash.
  private mutating func element(_ value: JSONValue, indent: Int, fits: Bool = true) {
    let margin = String(repeating: " ", count: indent)
    let isOnOne = fits && Self.line(value, indent) != nil
    guard !isOnOne, let members = value.object?.members, !members.isEmpty
    else {
      text += "\(margin)-"
      return content(value, indent: indent)
    }
    for (place, member) in members.enumerated() {
      text += place == 0 ? "\(margin)- " : "\(margin)  "
      text += Self.key(member.name, indent: indent + 2)
      content(member.value, indent: indent + 2)
    }
  }

  /// Returns a key with its colon; a very long key is on a line of its own.
  ///
  /// YAML parsers search for the colon only in the first 1,024 characters, unless a question mark
  /// announces the key (YAML 1.2.2 §8.2.2).
  private static func key(_ name: String, indent: Int) -> String {
    let key = YAMLText.string(name)
    if key.unicodeScalars.count <= 1_000 { return "\(key):" }
    return "? \(key)\n" + String(repeating: " ", count: indent) + ":"
  }

  /// Adds a value after a key or a dash with the indentation `indent`.
  private mutating func content(_ value: JSONValue, indent: Int) {
    if let line = Self.line(value, indent) {
      text += " \(line)\n"
      return
    }
    switch value {
    case .object(let object):
      text += "\n"
      for (name, value) in object.members {
        text += String(repeating: " ", count: indent + 2) + Self.key(name, indent: indent + 2)
        content(value, indent: indent + 2)
      }
    case .array(let elements):
      text += "\n"
      for value in elements { element(value, indent: indent + 2) }
    case .string(let string):
      text += " \(YAMLText.stringValue(string, indent: indent + 2))\n"
    case .null, .bool, .number: break
    }
  }

  /// Returns the value on one line; `nil` if several lines are easier to read.
  private static func line(_ value: JSONValue, _ indent: Int) -> String? {
    switch value {
    case .null: return "null"
    case .bool(let flag): return "\(flag)"
    case .number(let number): return number.text
    case .string(let string):
      return string.utf8.contains(UInt8(ascii: "\n")) ? nil : YAMLText.string(string)
    case .object(let object):
      let parts = object.members.map { member in
        inside(member.value).map { "\(YAMLText.flowString(member.name)): \($0)" }
      }
      return joined(parts, "{ ", " }", empty: "{}", indent)
    case .array(let elements): return joined(elements.map(inside), "[", "]", empty: "[]", indent)
    }
  }

  private static func joined(
    _ parts: [String?], _ start: String, _ end: String, empty: String, _ indent: Int
  ) -> String? {
    let known = parts.compactMap(\.self)
    guard known.count == parts.count else { return nil }
    if known.isEmpty { return empty }
    let line = start + known.joined(separator: ", ") + end
    return indent + line.count <= lineLength ? line : nil
  }

  /// Returns a value on one line, to write within braces or brackets.
  ///
  /// The result is `nil` if it is too long, or is a mapping with several members.
  private static func inside(_ value: JSONValue) -> String? {
    switch value {
    case .string(let text):
      text.utf8.contains(UInt8(ascii: "\n")) ? YAMLText.quoted(text) : YAMLText.flowString(text)
    case .object(let object):
      object.members.count > 1 ? nil : line(value, 0)
    default: line(value, 0)
    }
  }
}

/// The stubs of a file as their author wrote them, found by their positions.
///
/// Loaded files are not kept in memory, so the file is read again to show a stub as its author
/// wrote it. If the file has changed since it was loaded, a stub may be missing.
package struct WrittenStubs {
  /// The name of the file's format in messages, such as `WireMock`; `nil` for a rule file.
  package let format: String?
  private var values: [Int: Value] = [:]
  /// The offsets of the documents in the file.
  private let beginnings: [Int]

  /// Finds the stubs at these offsets of a file.
  ///
  /// - Throws: `FileDiagnostic` if the file cannot be read.
  package init(
    at offsets: some Sequence<Int>, in path: String, formats: StubFormats
  ) throws(FileDiagnostic) {
    self.init(at: offsets, in: try SourceText(path: path), formats: formats)
  }

  init(at offsets: some Sequence<Int>, in source: SourceText, formats: StubFormats = .own) {
    var diagnostics = DiagnosticList()
    let documents = formats.documents(in: source, reportingTo: &diagnostics)
    format = documents.lazy.compactMap { formats.tool(of: $0)?.title }.first
    beginnings = documents.map(\.offset)
    let offsets = offsets.sorted()
    for (place, document) in documents.enumerated() {
      let end = place + 1 < documents.count ? documents[place + 1].offset : Int.max
      find(offsets[...], in: document, upTo: end)
    }
  }

  /// The stub at `offset`; `nil` if the file no longer has one there.
  package subscript(offset: Int) -> Value? { values[offset] }

  /// Returns whether the stub at `offset` is the whole file.
  package func isAlone(_ offset: Int) -> Bool { beginnings == [offset] && values[offset] != nil }

  /// Searches a value that ends before `end`; parts of it without any of the offsets are skipped.
  private mutating func find(_ offsets: ArraySlice<Int>, in value: Value, upTo end: Int) {
    var rest = offsets.drop { $0 < value.offset }.prefix { $0 < end }
    if rest.first == value.offset, value.members != nil {
      values[value.offset] = value
      rest = rest.dropFirst()
    }
    guard !rest.isEmpty else { return }
    let children = value.elements.map(Array.init) ?? value.members?.map(\.value) ?? []
    for (place, child) in children.enumerated() where child.offset >= value.offset {
      let next = place + 1 < children.count ? children[place + 1].offset : end
      let inside = rest.drop { $0 < child.offset }.prefix { $0 < next }
      if !inside.isEmpty { find(inside, in: child, upTo: next) }
      rest = rest.drop { $0 < next }
      if rest.isEmpty { return }
    }
  }
}
