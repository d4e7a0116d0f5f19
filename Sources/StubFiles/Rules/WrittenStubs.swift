import StubCore

/// The stubs of one file as they are written there, found again by where they stand.
///
/// Nothing is kept of a file after it was loaded: whoever wants to show a stub as its author wrote
/// it reads the file once more. When the file has changed since, a stub may not be found.
package struct WrittenStubs {
  /// The format of the file, as messages call it: `WireMock`, or `nil` for a rule file.
  package let format: String?
  private var values: [Int: Value] = [:]
  /// Where the documents of the file begin.
  private let beginnings: [Int]

  /// Finds the stubs that stand at these offsets of a file.
  ///
  /// - Throws: `FileDiagnostic` when the file cannot be read.
  package init(at offsets: some Sequence<Int>, in path: String) throws(FileDiagnostic) {
    self.init(at: offsets, in: try SourceText(path: path))
  }

  init(at offsets: some Sequence<Int>, in source: SourceText) {
    var diagnostics = DiagnosticList()
    let documents = DocumentReader.documents(in: source, reportingTo: &diagnostics)
    format = documents.lazy.compactMap { DefinitionFormats.recognizing($0)?.title }.first
    beginnings = documents.map(\.offset)
    let offsets = offsets.sorted()
    for (place, document) in documents.enumerated() {
      let end = place + 1 < documents.count ? documents[place + 1].offset : Int.max
      find(offsets[...], in: document, upTo: end)
    }
  }

  /// The stub that stands there; `nil` if there is none any more.
  package subscript(offset: Int) -> Value? { values[offset] }

  /// Whether the stub that stands there is the whole file.
  package func isAlone(_ offset: Int) -> Bool { beginnings == [offset] && values[offset] != nil }

  /// Looks in a value that ends before another begins; only where one of the offsets is.
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
