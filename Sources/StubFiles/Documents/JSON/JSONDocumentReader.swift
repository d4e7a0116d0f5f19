import StubCore

/// Reads JSON (RFC 8259) that may have comments and trailing commas, with the place of every value.
struct JSONDocumentReader {
  let source: SourceText
  /// Those of the source, at hand for speed.
  let bytes: [UInt8]
  /// Who takes recordings as they are parsed, if anybody does.
  private(set) var intake: RecordingIntake?
  /// Whether anybody does; to ask for it copies less.
  private let hasIntake: Bool
  private var trail = OutlineTrail()
  private(set) var diagnostics = DiagnosticList()
  /// How many values lists and mappings have room for from the first on.
  ///
  /// In what is forgotten at once, such as recordings, room costs less than making some time and
  /// again.
  var room = 0
  /// The next byte to read; the extensions in this folder move it.
  var index = 0

  /// The key of a list at the top of which only the first element is read, if there is any.
  let outlinedKey: String?
  /// Where the other elements of that list are; none where all have been read.
  var pieces: [Range<Int>] = []

  init(
    _ source: SourceText, _ intake: RecordingIntake? = nil, outlining outlinedKey: String? = nil
  ) {
    self.source = source
    bytes = source.bytes
    self.outlinedKey = outlinedKey
    self.intake = intake
    hasIntake = intake != nil
  }

  /// The document, or `nil` after a syntax error, which is added to `diagnostics`.
  mutating func document() -> DocumentNode? {
    do throws(FileDiagnostic) {
      try skipBlanks()
      let node = try value(depth: 0)
      try skipBlanks()
      if index < bytes.count {
        throw unexpected(
          "after the end of the document", expected: "nothing more",
          remedy: "try one JSON value per file")
      }
      intake?.finish(node)
      return node
    } catch {
      diagnostics.append(error)
      return nil
    }
  }

  mutating func value(depth: Int) throws(FileDiagnostic) -> DocumentNode {
    let position = here
    switch currentByte {
    case UInt8(ascii: "{"):
      return DocumentNode(.mapping(try members(depth: depth + 1)), at: position)
    case UInt8(ascii: "["):
      return DocumentNode(.sequence(try elements(depth: depth + 1)), at: position)
    case UInt8(ascii: "\""):
      return DocumentNode(.scalar(DocumentScalar(try text())), at: position)
    case let byte? where byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte):
      return DocumentNode(.scalar(try number()), at: position)
    default:
      return DocumentNode(.scalar(try word()), at: position)
    }
  }

  private mutating func elements(depth: Int) throws(FileDiagnostic) -> [DocumentNode] {
    let start = index
    try checkDepth(depth)
    index += 1
    var elements: [DocumentNode] = []
    var count = 0
    let isOffered = hasIntake ? trail.leadsToRecordings(atDepth: depth - 1) : false
    while true {
      try skipBlanks()
      if skip(UInt8(ascii: "]")) {
        if isOffered { room = 0 }
        return elements
      }
      let element = try value(depth: depth)
      if isOffered, intake?.take(element, number: count, trail) == true {
        room = 8
      } else {
        if elements.isEmpty, room > 0 { elements.reserveCapacity(room) }
        elements.append(element)
      }
      count += 1
      try separator(before: UInt8(ascii: "]"), of: "list", startedAt: start)
    }
  }

  private mutating func members(depth: Int) throws(FileDiagnostic) -> [DocumentMember] {
    let start = index
    try checkDepth(depth)
    index += 1
    var members = DocumentMembers(room: room)
    let isOnTrail = hasIntake ? trail.leads(toDepth: depth - 1) : false
    while true {
      try skipBlanks()
      if skip(UInt8(ascii: "}")) { return members.list }
      let position = here
      guard currentByte == UInt8(ascii: "\"") else {
        throw unexpected(
          "where a key should be", expected: "a key in double quotes",
          remedy: currentByte == UInt8(ascii: ",") ? "try removing the comma" : #"try "key": value"#
        )
      }
      let key = try text().string
      try skipBlanks()
      guard skip(UInt8(ascii: ":")) else {
        throw unexpected(
          "after the key \(Quotation.of(key))", expected: "\":\" and a value",
          remedy: #"try "key": value"#)
      }
      try skipBlanks()
      let isEntered =
        isOnTrail
        ? trail.enter(key, at: position, of: members.list, at: self.position(start)) : false
      let isOutlined = depth == 1 ? key == outlinedKey && currentByte == UInt8(ascii: "[") : false
      let member = DocumentMember(
        key: key, position: position,
        value: isOutlined ? try outlinedList() : try value(depth: depth))
      if isEntered { trail.leave() }
      members.add(member, reportingTo: &diagnostics)
      try separator(before: UInt8(ascii: "}"), of: "mapping", startedAt: start)
    }
  }

  /// Skips a comma, or stops in front of the closing bracket.
  private mutating func separator(
    before end: UInt8, of container: String, startedAt start: Int
  ) throws(FileDiagnostic) {
    try skipBlanks()
    guard !skip(UInt8(ascii: ",")), currentByte != end else { return }
    let bracket = String(Unicode.Scalar(end))
    throw unexpected(
      "in the \(container) that starts \(position(start).inWords)",
      expected: "\",\" or \"\(bracket)\"",
      remedy: "try a comma between the values, or the closing \"\(bracket)\"")
  }

  private func checkDepth(_ depth: Int) throws(FileDiagnostic) {
    guard depth > DocumentLimits.depth else { return }
    throw FileDiagnostic(
      at: here, found: "lists and mappings nested too deep",
      expected: "at most \(DocumentLimits.depth) levels",
      remedy: "try a flatter document")
  }
}

extension JSONDocumentReader {
  var here: SourcePosition { position(index) }

  func position(_ offset: Int) -> SourcePosition { SourcePosition(source: source, offset: offset) }

  /// The next byte, `nil` at the end.
  var currentByte: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// Skips the byte when it is the next one.
  mutating func skip(_ byte: UInt8) -> Bool {
    guard currentByte == byte else { return false }
    index += 1
    return true
  }

  /// The complaint that the next character, or the end of the file, should not be here.
  func unexpected(_ place: String, expected: String, remedy: String) -> FileDiagnostic {
    let rest = String(decoding: bytes[index...].prefix(32), as: UTF8.self)
    let found = rest.first.map { Quotation.of(String($0)) } ?? "the end of the file"
    return FileDiagnostic(
      at: here, found: "\(found) \(place)", expected: expected, remedy: remedy)
  }
}

extension JSONDocumentReader {
  /// Skips white space and comments.
  mutating func skipBlanks() throws(FileDiagnostic) {
    while let byte = currentByte {
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D: index += 1
      case UInt8(ascii: "/"): try skipComment()
      default: return
      }
    }
  }

  private mutating func skipComment() throws(FileDiagnostic) {
    let rest = bytes[index...]
    if rest.starts(with: "//".utf8) {
      index = rest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
    } else if rest.starts(with: "/*".utf8) {
      var end = index + 2
      while end + 1 < bytes.count,
        bytes[end] != UInt8(ascii: "*") || bytes[end + 1] != UInt8(ascii: "/")
      { end += 1 }
      guard end + 1 < bytes.count else {
        throw FileDiagnostic(
          at: here, found: "a comment that never ends", expected: "\"*/\"",
          remedy: "try closing the comment")
      }
      index = end + 2
    } else {
      throw unexpected(
        "outside a text", expected: "a value or a comment", remedy: "try // or /* … */")
    }
  }
}
