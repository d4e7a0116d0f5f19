package import StubCore

/// Reads one value of a document as what it should be, and notes what is wrong instead of stopping.
///
/// Every accessor returns `nil` after it has reported why.
package struct ValueReader: Sendable {
  package let node: DocumentNode
  package let path: DocumentPath
  /// Where the key before the value stands; `nil` for elements of lists and for documents.
  private let keyPosition: SourcePosition?
  package private(set) var diagnostics = DiagnosticList()

  package init(_ node: DocumentNode, path: DocumentPath = .root) {
    self.node = node
    self.path = path
    keyPosition = nil
  }

  /// Reads the value of a member whose mapping is at the path.
  init(_ member: DocumentMember, in path: DocumentPath) {
    node = member.value
    self.path = .key(member.key, in: path)
    keyPosition = member.position
  }

  package var position: SourcePosition { node.position }

  /// Adds a finding about this value.
  package mutating func report(
    _ severity: FileDiagnostic.Severity = .error, found: String, expected: String? = nil,
    remedy: String? = nil
  ) {
    diagnostics.append(
      FileDiagnostic(
        severity, at: position, path: path, found: found, expected: expected, remedy: remedy))
  }

  /// Adds a finding about the byte of this value's text at which reading it stopped.
  mutating func report(
    atByte offset: Int, found: String, expected: String? = nil, remedy: String? = nil
  ) {
    diagnostics.append(
      FileDiagnostic(
        at: node.position(ofByte: offset), path: path, found: found, expected: expected,
        remedy: remedy))
  }

  /// Adds a finding about the key before this value, or about a byte of its text.
  mutating func report(
    atKeyByte offset: Int, found: String, expected: String? = nil, remedy: String? = nil
  ) {
    var place = position
    if case .key(let key, _) = path, let keyPosition {
      place = DocumentNode(.scalar(DocumentScalar(.string, text: key)), at: keyPosition)
        .position(ofByte: offset)
    }
    diagnostics.append(
      FileDiagnostic(
        at: place, path: path, found: found, expected: expected, remedy: remedy))
  }

  /// Takes over what was found wrong with this value by other means.
  mutating func report(_ findings: DiagnosticList) { diagnostics.append(contentsOf: findings) }

  /// Reports that this value is not what was expected; its return value is what accessors return.
  package mutating func mismatch<Value>(expected: String, remedy: String) -> Value? {
    report(found: node.summary, expected: expected, remedy: remedy)
    return nil
  }

  /// Reads each element of a list; those that could not be read are left out.
  package mutating func list<Value>(
    _ read: (inout ValueReader) -> Value?
  ) -> [Value]? {
    guard let elements = node.elements else {
      return mismatch(expected: "a list", remedy: "try [ … ], or a line with \"- \" for each")
    }
    return each(elements, read)
  }

  /// Reads a list, or a single value that stands for a list of one.
  package mutating func oneOrMore<Value>(
    _ read: (inout ValueReader) -> Value?
  ) -> [Value]? {
    if let elements = node.elements { return each(elements, read) }
    return read(&self).map { [$0] }
  }

  /// Reads a mapping and then reports the keys that `read` did not ask for.
  package mutating func mapping<Value>(
    _ read: (inout MappingReader) -> Value?
  ) -> Value? {
    guard let members = node.members else {
      return mismatch(expected: "a mapping", remedy: "try \"key: value\"")
    }
    var reader = MappingReader(members, at: position, path: path)
    let value = read(&reader)
    reader.reportUnknownKeys()
    diagnostics.append(contentsOf: reader.diagnostics)
    return value
  }

  /// The value as it is.
  package var json: JSONValue { node.json }

  private mutating func each<Value>(
    _ elements: [DocumentNode], _ read: (inout ValueReader) -> Value?
  ) -> [Value] {
    var values: [Value] = []
    for (index, element) in elements.enumerated() {
      var reader = ValueReader(element, path: .element(index, in: path))
      if let value = read(&reader) { values.append(value) }
      diagnostics.append(contentsOf: reader.diagnostics)
    }
    return values
  }
}
