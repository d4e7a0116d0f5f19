import Dispatch
import StubCore
import Synchronization

extension RuleFileReader {
  /// Files that are shorter are read in no time.
  static let longFile = 1 << 18
  /// Within how many bytes the list has to begin; recordings are not looked through for it.
  private static let longestStart = 1 << 12

  /// Reads a file with a long list of stubs in JSON on all processors.
  ///
  /// - Returns: whether that is what the file is, and nothing is wrong with it. Otherwise nothing was
  ///   read: reading it from the start to the end tells what is wrong, and where.
  mutating func readInPieces(_ source: SourceText) -> Bool {
    guard source.bytes.count >= Self.longFile, draft.outlines == nil,
      DocumentFormat(of: source) == .json,
      ByteSearch.first("\"stubs\"", in: Array(source.bytes.prefix(Self.longestStart))) != nil
    else { return false }
    var parser = JSONDocumentReader(source, outlining: "stubs")
    guard let outline = parser.document(), !parser.pieces.isEmpty, parser.diagnostics.isEmpty,
      RecordingFormat.recognizing(Value(outline)) == nil,
      DefinitionFormats.recognizing(Value(outline)) == nil
    else { return false }
    var reader = self
    reader.readOutline(outline)
    guard reader.diagnostics == diagnostics, reader.draft.stubs.count == draft.stubs.count + 1,
      let stubs = StubPieces(source: source, pieces: parser.pieces, scope: reader.draft.scope).stubs
    else { return false }
    reader.draft.stubs += stubs
    self = reader
    return true
  }
}

/// A list of stubs in pieces.
private struct StubPieces: Sendable {
  let source: SourceText
  let pieces: [Range<Int>]
  let scope: RuleScope

  /// The stubs of all pieces in their order; `nil` when anything is wrong with one of them.
  var stubs: [HTTPStub]? {
    let stubs = Mutex([[HTTPStub]?](repeating: nil, count: pieces.count))
    DispatchQueue.concurrentPerform(iterations: pieces.count) { number in
      let read = self.stubs(ofPiece: number)
      stubs.withLock { $0[number] = read }
    }
    let all = stubs.withLock { $0 }
    return all.contains { $0 == nil } ? nil : all.flatMap { $0 ?? [] }
  }

  private func stubs(ofPiece number: Int) -> [HTTPStub]? {
    // Threads that count references to one object wait for each other.
    var parser = JSONDocumentReader(SourceText(sharing: source))
    var stubs: [HTTPStub] = []
    let isRead = parser.readElements(of: pieces[number], isLast: number == pieces.count - 1) {
      let reader = Reader()
      guard let stub = reader.stub(Value($0), in: scope), reader.findings.list.isEmpty else {
        return false
      }
      stubs.append(stub)
      return true
    }
    return isRead && parser.diagnostics.isEmpty ? stubs : nil
  }
}
