package import StubCore

/// A value of a document, with its place and the way that leads to it.
///
/// It says what is there and nothing about what should be; a ``Reader`` judges that.
package struct Value: Sendable {
  private let node: DocumentNode
  private let way: Way

  /// The way from the root of the document.
  private indirect enum Way: Sendable {
    case start(pointer: String)
    case key(String, offset: Int, in: Way)
    case element(Int, in: Way)
  }

  private init(_ node: DocumentNode, _ way: Way) { (self.node, self.way) = (node, way) }

  /// A whole document, or the part of one to which a JSON Pointer leads.
  package init(_ document: DocumentNode, pointer: String = "") {
    self.init(document, .start(pointer: pointer))
  }

  /// A text that is no value of a document, such as a line of a text file.
  init(text: String, at position: SourcePosition, pointer: String = "") {
    self.init(
      DocumentNode(.scalar(DocumentScalar(.string, text: text)), at: position), pointer: pointer)
  }

  /// A list of values that are none of a document.
  init(list: [Value], at position: SourcePosition) {
    self.init(DocumentNode(.sequence(list.map(\.node)), at: position))
  }

  /// This value as if it had that text.
  func replaced(by text: String) -> Value {
    Value(DocumentNode(.scalar(DocumentScalar(.string, text: text)), at: position), way)
  }

  package var position: SourcePosition { node.position }

  /// Where the key before this value stands; `nil` for elements of lists and for documents.
  var keyPosition: SourcePosition? {
    guard case .key(_, let offset, _) = way else { return nil }
    return SourcePosition(source: position.source, offset: offset)
  }

  package var scalar: DocumentScalar? { node.scalar }
  var isNull: Bool { node.scalar?.kind == .null }

  /// The elements of a list.
  package var elements: [Value]? {
    node.elements?.enumerated().map { Value($0.element, .element($0.offset, in: way)) }
  }
  /// The members of a mapping in the order they were written.
  package var members: [Member]? { node.members?.map { Member($0, in: self) } }

  /// The value of that key when this is a mapping that has it.
  package subscript(key: String) -> Value? { member(key)?.value }

  /// The value of that key when it is there and not null.
  package subscript(given key: String) -> Value? {
    self[key].flatMap { $0.isNull ? nil : $0 }
  }

  /// The member of that key.
  func member(_ key: String) -> Member? {
    guard let members = node.members, let place = members.place(of: key) else { return nil }
    return Member(members[place], in: self)
  }

  /// The value without places; binary data becomes base64 text.
  package var json: JSONValue { node.json }

  /// What a reader of an error message would call this value.
  package var summary: String { node.summary }

  /// The place in the document as a JSON Pointer (RFC 6901): `/stubs/0/match`.
  package var pointer: String { Self.pointer(way) }

  private static func pointer(_ way: Way) -> String {
    switch way {
    case .start(let pointer): pointer
    case .key(let key, _, let parent):
      "\(pointer(parent))/\(JSONPointer.escaped(key))"
    case .element(let index, let parent): "\(pointer(parent))/\(index)"
    }
  }

  /// The place of a byte of this value's text; the value's own where that cannot be told.
  func position(ofByte offset: Int) -> SourcePosition { node.position(ofByte: offset) }

  /// The place of a byte of the key before this value; the value's own where it has none.
  func position(ofKeyByte offset: Int) -> SourcePosition {
    guard case .key(let key, _, _) = way, let keyPosition else { return position }
    return Value(text: key, at: keyPosition).position(ofByte: offset)
  }

  /// One key of a mapping with its value.
  package struct Member: Sendable {
    package let key: String
    /// Where the key stands; the value has its own position.
    package let position: SourcePosition
    package let value: Value

    /// A member that is none of a document.
    init(key: String, position: SourcePosition, value: Value) {
      (self.key, self.position, self.value) = (key, position, value)
    }

    fileprivate init(_ member: DocumentMember, in mapping: Value) {
      (key, position) = (member.key, member.position)
      value = Value(
        member.value, .key(member.key, offset: member.position.offset, in: mapping.way))
    }
  }
}

/// The way to a value of a document (RFC 6901).
enum JSONPointer {
  /// A key as one step of a pointer.
  static func escaped(_ key: String) -> String {
    key.replacing("~", with: "~0").replacing("/", with: "~1")
  }
}
