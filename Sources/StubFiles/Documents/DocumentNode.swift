package import StubCore

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A value of a YAML or JSON document and where it was written.
package struct DocumentNode: Sendable, Hashable {
  package enum Content: Sendable, Hashable {
    case scalar(DocumentScalar)
    case sequence([DocumentNode])
    case mapping([DocumentMember])
  }

  package let content: Content
  package let position: SourcePosition

  package init(_ content: Content, at position: SourcePosition) {
    self.content = content
    self.position = position
  }
}

/// One key of a mapping with its value.
package struct DocumentMember: Sendable, Hashable {
  package let key: String
  private let offset: Int
  package let value: DocumentNode

  /// - Precondition: key and value are of one text.
  package init(key: String, position: SourcePosition, value: DocumentNode) {
    self.key = key
    offset = position.offset
    self.value = value
  }

  /// Where the key stands; the value has its own position.
  package var position: SourcePosition {
    SourcePosition(source: value.position.source, offset: offset)
  }
}

extension DocumentNode {
  package var scalar: DocumentScalar? {
    guard case .scalar(let scalar) = content else { return nil }
    return scalar
  }

  package var elements: [DocumentNode]? {
    guard case .sequence(let elements) = content else { return nil }
    return elements
  }

  /// The members in the order they were written.
  package var members: [DocumentMember]? {
    guard case .mapping(let members) = content else { return nil }
    return members
  }

  /// The value of that key when this is a mapping that has it.
  package subscript(key: String) -> DocumentNode? {
    guard case .mapping(let members) = content else { return nil }
    return members.place(of: key).map { members[$0].value }
  }

  /// The same value without positions; binary data becomes base64 text.
  package var json: JSONValue {
    switch content {
    case .scalar(let scalar): scalar.json
    case .sequence(let elements): .array(elements.map(\.json))
    case .mapping(let members): .object(JSONObject(members.map { ($0.key, $0.value.json) }))
    }
  }

  /// What a reader of an error message would call this value.
  package var summary: String {
    switch content {
    case .scalar(let scalar): scalar.summary
    case .sequence(let elements): elements.isEmpty ? "an empty list" : "a list"
    case .mapping(let members): members.isEmpty ? "an empty mapping" : "a mapping"
    }
  }
}

extension [DocumentMember] {
  /// The place of the first member with that key.
  func place(of key: String) -> Int? {
    // By index, for an element that is taken out is copied.
    for place in indices where self[place].key == key { return place }
    return nil
  }
}

extension DocumentNode {
  /// The place of a byte of this value's text; the value's own where that cannot be told.
  ///
  /// Follows quotes, and the escapes of a quote, a slash and a backslash that patterns are full of.
  func position(ofByte offset: Int) -> SourcePosition {
    guard let text = scalar?.text else { return position }
    let source = position.source.bytes
    var place = position.offset
    let quote = place < source.count ? source[place] : 0
    let isDouble = quote == UInt8(ascii: "\"")
    let isSingle = quote == UInt8(ascii: "'")
    if isDouble || isSingle { place += 1 }
    for byte in text.utf8.prefix(max(0, offset)) {
      guard place < source.count else { return position }
      let isPair = place + 1 < source.count && source[place + 1] == byte
      if isPair, isSingle && byte == quote && source[place] == quote {
        place += 2
      } else if isPair, isDouble, source[place] == UInt8(ascii: "\\"), Self.escaped.contains(byte) {
        place += 2
      } else if source[place] == byte {
        place += 1
      } else {
        return position
      }
    }
    return SourcePosition(source: position.source, offset: place)
  }

  /// The bytes that a backslash before them does not change.
  private static let escaped = Array("\"/\\".utf8)
}

/// A single value of a document: its kind by YAML 1.2's core schema, and its text as written.
package struct DocumentScalar: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case null
    case bool(Bool)
    /// A whole number; its text is valid JSON whatever notation the file used.
    case integer(JSONNumber)
    /// A number with a fraction or an exponent.
    case real(JSONNumber)
    case string
    /// The bytes behind YAML's `!!binary`.
    case bytes([UInt8])
  }

  private enum Spelling {
    case plain(String)
    case json(JSONText)
  }

  package let kind: Kind
  private let spelling: Spelling

  package init(_ kind: Kind, text: String) {
    self.kind = kind
    spelling = .plain(text)
  }

  init(_ text: JSONText) {
    kind = .string
    spelling = .json(text)
  }

  /// The text after quotes and escapes are undone, so `007` and `1.10` keep their zeros.
  ///
  /// It may be made anew each time.
  package var text: String {
    switch spelling {
    case .plain(let text): text
    case .json(let text): text.string
    }
  }

  /// The text in UTF-8, which costs less than making it of ``text``.
  package var data: Data {
    switch spelling {
    case .plain(let text): Data(text.utf8)
    case .json(let text): text.data
    }
  }

  /// The bytes that the text stands for in base64, as far as that is found out without copying it.
  var decodedBase64: Data? {
    guard case .json(let text) = spelling else { return nil }
    return text.decodedBase64
  }

  /// Whether the text is empty, which costs less than to look at ``text``.
  package var isEmpty: Bool {
    switch spelling {
    case .plain(let text): text.isEmpty
    case .json(let text): text.isEmpty
    }
  }

  package var json: JSONValue {
    switch kind {
    case .null: .null
    case .bool(let value): .bool(value)
    case .integer(let number), .real(let number): .number(number)
    case .string, .bytes: .string(text)
    }
  }

  var summary: String {
    switch kind {
    case .null: text.isEmpty ? "nothing" : text
    case .bool: text
    case .integer, .real: "the number \(text)"
    case .string: "the text \(Quotation.of(text))"
    case .bytes: "binary data"
    }
  }
}

extension DocumentScalar {
  package static func == (left: Self, right: Self) -> Bool {
    left.kind == right.kind && left.text == right.text
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(text)
  }
}

/// Gathers the members of a mapping in order and reports keys that come twice.
struct DocumentMembers {
  private(set) var list: [DocumentMember] = []
  /// How many members there is room for from the first on.
  let room: Int
  /// The places of the keys, once there are many.
  private var places: [String: Int] = [:]
  /// Up to so many keys, comparing them all costs less than a table.
  private static let few = 16

  init(room: Int = 0) { self.room = room }

  /// Adds a member; one whose key is there already is reported and replaces it.
  mutating func add(_ member: DocumentMember, reportingTo diagnostics: inout DiagnosticList) {
    guard let place = place(of: member.key) else { return append(member) }
    let first = diagnostics.isFull ? "" : ", first written \(list[place].position.inWords)"
    diagnostics.append(
      FileDiagnostic(
        at: member.position,
        found: "duplicate key \(Quotation.of(member.key))\(first)",
        expected: "every key once",
        remedy: "try removing or renaming one of the two"))
    list[place] = member
  }

  /// Adds a member that came through a merge key, unless its key is there already.
  mutating func merge(_ member: DocumentMember) {
    if place(of: member.key) == nil { append(member) }
  }

  private func place(of key: String) -> Int? {
    list.count > Self.few ? places[key] : list.place(of: key)
  }

  private mutating func append(_ member: DocumentMember) {
    if list.isEmpty, room > 0 { list.reserveCapacity(room) }
    list.append(member)
    if list.count == Self.few + 1 {
      for (place, member) in list.enumerated() { places[member.key] = place }
    } else if list.count > Self.few {
      places[member.key] = list.count - 1
    }
  }
}
