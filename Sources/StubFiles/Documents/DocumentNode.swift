package import StubCore

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
