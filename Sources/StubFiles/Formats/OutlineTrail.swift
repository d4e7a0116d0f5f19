/// The way from the root of a document to the value that is being parsed, with what stands before
/// it, as far as a list of recordings can be there.
struct OutlineTrail {
  private struct Level {
    let members: [DocumentMember]
    let position: SourcePosition
    let key: String
    let keyPosition: SourcePosition
  }

  private var levels: [Level] = []
  private(set) var keys: [String] = []

  /// Whether a value inside so many others is the one that the trail leads to.
  func leads(toDepth depth: Int) -> Bool { levels.count == depth }

  /// Whether a list inside so many other values is one that can be of recordings.
  func leadsToRecordings(atDepth depth: Int) -> Bool {
    leads(toDepth: depth) && RecordingFormats.listPaths.contains(keys)
  }

  /// Goes to the value of a key when a list of recordings can be there.
  ///
  /// - Returns: whether it did, so that ``leave()`` has to be called after the value.
  mutating func enter(
    _ key: String, at keyPosition: SourcePosition, of members: [DocumentMember],
    at position: SourcePosition
  ) -> Bool {
    guard RecordingFormats.listPaths.contains(where: { $0.starts(with: keys + [key]) }) else {
      return false
    }
    levels.append(
      Level(members: members, position: position, key: key, keyPosition: keyPosition))
    keys.append(key)
    return true
  }

  mutating func leave() {
    levels.removeLast()
    keys.removeLast()
  }

  /// The document as far as it is known, with that value at the end of the trail.
  func outline(_ value: DocumentNode) -> DocumentNode {
    levels.reversed().reduce(value) { value, level in
      let member = DocumentMember(key: level.key, position: level.keyPosition, value: value)
      return DocumentNode(.mapping(level.members + [member]), at: level.position)
    }
  }
}
