package import StubCore

/// A value of a document, which is a position in its tokens; contents are created from these on
/// demand.
///
/// A value gives access to its contents; a ``Reader`` checks them.
package struct Value: Sendable {
  package let document: Document
  /// The index of the value's token.
  private let slot: UInt32
  /// The index of the token with the contents, which differs from `slot` only for a YAML alias.
  package let index: UInt32
  /// The alias through which the value was reached; `nil` if there is none.
  private let alias: Alias?

  /// A box around the alias, because a struct cannot contain itself.
  private final class Alias: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private init(_ document: Document, _ slot: Int, _ index: Int, _ alias: Alias?) {
    self.document = document
    self.slot = UInt32(truncatingIfNeeded: slot)
    self.index = UInt32(truncatingIfNeeded: index)
    self.alias = alias
  }

  /// Creates the value of a whole document, or of the token at the index `slot`.
  package init(_ document: Document, at slot: Int = 0) {
    self.init(document, slot, document.target(of: slot), nil)
  }

  /// Creates a text outside of a document, such as a line of a text file.
  package init(text: String, at position: SourcePosition) {
    self.init(text: text, at: position, in: nil)
  }

  /// Creates a text that belongs to a value, such as the key of a member.
  package init(text: String, at position: SourcePosition, in holder: Value?) {
    var builder = DocumentBuilder(position.source, .yaml)
    builder.add(.string, text, at: position.offset)
    self.init(builder.document(in: holder))
  }

  /// Creates a list of texts that are not values of a document.
  package init(list texts: some Sequence<String>, at position: SourcePosition) {
    var builder = DocumentBuilder(position.source, .yaml)
    let list = builder.open(.array, at: position.offset)
    for text in texts { builder.add(.string, text, at: position.offset) }
    builder.close(list)
    self.init(builder.document())
  }

  /// Returns this value with another text.
  package func replaced(by text: String) -> Value { Value(text: text, at: position, in: self) }

  /// A copy for another thread; see ``Document/init(sharing:)``.
  package var shared: Value { Value(Document(sharing: document), Int(slot), Int(index), alias) }

  private var token: JSONToken { document.tokens[Int(index)] }

  package var position: SourcePosition { SourcePosition(source: document.source, offset: offset) }

  /// The offset of the value's first byte in the file, which no two mappings of a file share.
  package var offset: Int { Int(token.start) }

  package var scalar: Scalar? {
    let token = token
    return token.isContainer ? nil : Scalar(token, in: document)
  }

  package var isNull: Bool { token.kind == .null }

  package var isNumber: Bool { token.kind == .integer || token.kind == .real }

  /// Whether the value is other than `null`, `false`, or an empty text, list or mapping.
  package var isMeaningful: Bool {
    switch token.kind {
    case .null, .no: false
    case .object, .array: token.extent > index + 1
    default: scalar?.isEmpty == false
    }
  }

  /// The value as JSON, without positions; binary data becomes Base64 text.
  package var json: JSONValue {
    if let members { return .object(JSONObject(members.map { ($0.key, $0.value.json) })) }
    if let elements { return .array(elements.map(\.json)) }
    return scalar?.json ?? .null
  }

  /// A short description of this value for error messages.
  package var summary: String {
    let isEmpty = token.extent == index + 1
    return switch token.kind {
    case .object: isEmpty ? "an empty mapping" : "a mapping"
    case .array: isEmpty ? "an empty list" : "a list"
    default: scalar?.summary ?? ""
    }
  }
}

extension Value {
  /// The value of the key `key`; `nil` if the value is not a mapping with this key.
  package subscript(key: String) -> Value? {
    document.slot(of: key, in: Int(index)).map { child(at: $0) }
  }

  /// The value of the key `key`; `nil` if it does not exist or is null.
  package subscript(given key: String) -> Value? {
    self[key].flatMap { $0.isNull ? nil : $0 }
  }

  /// Returns the member with the key `key`.
  package func member(_ key: String) -> Member? {
    document.slot(of: key, in: Int(index)).map { member(at: $0) }
  }

  /// The members of a mapping in the order in which they were written; `nil` for other values.
  package var members: [Member]? {
    guard token.kind == .object else { return nil }
    return document.slots(in: Int(index)).map { member(at: Int($0)) }
  }

  /// All members, including those with repeated keys, because a message may have several fields
  /// with the same name.
  package var allMembers: [Member]? {
    guard token.kind == .object else { return nil }
    return document.slots(in: Int(index), withEarlier: true).map { member(at: Int($0)) }
  }

  /// The YAML tag before the value, such as `!file`.
  package var tag: String? {
    guard document.format == .yaml else { return nil }
    let text = document.source.bytes[min(offset, document.source.bytes.count)...]
      .prefix(Self.longestTag).prefix { $0 > 0x20 }
    return text.first == UInt8(ascii: "!") ? String(decoding: text, as: UTF8.self) : nil
  }

  private static let longestTag = 128

  /// The elements of a list; `nil` for other values.
  package var elements: Elements? {
    token.kind == .array ? Elements(of: self, in: document, at: Int(index)) : nil
  }

  /// The elements of a list; empty for any other value.
  package var eachElement: Elements { elements ?? Elements(noneOf: self) }

  /// A key of a mapping with its value.
  package struct Member: Sendable {
    package let key: String
    /// The position of the key, not of the value.
    package let position: SourcePosition
    package let value: Value
  }

  private func member(at slot: Int) -> Member {
    let name = document.tokens[slot - 1]
    return Member(
      key: document.text(of: name),
      position: SourcePosition(source: document.source, offset: Int(name.start)),
      value: child(at: slot))
  }

  package func child(at slot: Int) -> Value {
    let token = document.tokens[slot]
    let alias = self.slot == index ? alias : Alias(self)
    switch token.kind {
    case .alias: return Value(document, slot, Int(token.extent), alias)
    default: return Value(document, slot, slot, alias)
    }
  }
}

extension Value {
  /// The key of this value, or of the list that contains it; `nil` for a whole document.
  package var name: String? { FileDiagnostic.key(in: pointer) }

  /// The place in the document as a JSON Pointer (RFC 6901): `/stubs/0/match`.
  ///
  /// It is found by a search from the start of the document.
  package var pointer: String {
    var pointer = alias?.value.pointer ?? document.holder?.pointer ?? ""
    var place = Int(alias?.value.index ?? 0)
    while place != slot {
      guard let next = document.step(from: place, to: Int(slot)) else { return pointer }
      place = next.slot
      pointer += [next.step].pointer
    }
    return pointer
  }

  /// The position of the key before this value; `nil` for elements of lists and for documents.
  var keyPosition: SourcePosition? {
    key.map { SourcePosition(source: document.source, offset: Int($0.start)) }
      ?? (slot == 0 ? document.holder?.keyPosition : nil)
  }

  private var key: JSONToken? {
    guard slot > 0 else { return nil }
    let token = document.tokens[Int(slot) - 1]
    return token.kind == .name ? token : nil
  }

  /// Returns the position of a byte of this value's text, or of the value if the byte cannot be
  /// located.
  package func position(ofByte offset: Int) -> SourcePosition {
    scalar.flatMap { position.ofByte(offset, in: $0.text) } ?? position
  }

  /// Returns the position of a byte of this value's key, or of the value if it has no key.
  package func position(ofKeyByte offset: Int) -> SourcePosition {
    guard let key, let keyPosition else { return position }
    return keyPosition.ofByte(offset, in: document.text(of: key)) ?? keyPosition
  }
}

extension SourcePosition {
  /// Returns the position of a byte of a text that starts at this position; `nil` if it cannot be
  /// located.
  ///
  /// The search handles quotes, and the escapes of a quote, a slash and a backslash, which are
  /// frequent in patterns.
  fileprivate func ofByte(_ offset: Int, in text: String) -> SourcePosition? {
    let source = source.bytes
    var place = self.offset
    let quote = place < source.count ? source[place] : 0
    let isDouble = quote == UInt8(ascii: "\"")
    let isSingle = quote == UInt8(ascii: "'")
    if isDouble || isSingle { place += 1 }
    for byte in text.utf8.prefix(max(0, offset)) {
      guard place < source.count else { return nil }
      let isPair = place + 1 < source.count && source[place + 1] == byte
      if isPair, isSingle && byte == quote && source[place] == quote {
        place += 2
      } else if isPair, isDouble, source[place] == UInt8(ascii: "\\"), Self.escaped.contains(byte) {
        place += 2
      } else if source[place] == byte {
        place += 1
      } else {
        return nil
      }
    }
    return SourcePosition(source: self.source, offset: place)
  }

  /// The characters that mean themselves after a backslash.
  private static let escaped = Array("\"/\\".utf8)
}
