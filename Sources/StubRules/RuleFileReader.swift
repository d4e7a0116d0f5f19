import StubCassettes
import StubCore
import StubDocuments

/// Reads stub files in their order and collects their contents.
struct RuleFileReader: Sendable {
  var draft: FileDraft
  private(set) var diagnostics = DiagnosticList()
  /// The other files that these files needed, with their state when they were read; `nil` for a
  /// missing file.
  private(set) var referredFiles: [String: FileStamp?] = [:]
  /// The files that these files name as bodies, with their state when these files were read.
  private(set) var bodyFiles: [String: FileStamp?] = [:]
  /// The files that are used only as bodies of other rules.
  var bodyOnlyFiles: Set<String> = []
  /// The files that need not be read again until they change, by path.
  var readFiles: [String: ReadFile] = [:]
  /// The documents that are not recordings, if outlines are kept.
  private(set) var documents: [Value] = []
  /// The files without contents, each with whether it has comments.
  private(set) var emptyFiles: [String: Bool] = [:]
  /// The file of each cassette in the draft.
  private(set) var cassetteFiles: [String] = []
  private let variables: EnvironmentVariables

  init(
    variables: EnvironmentVariables, keepsOutlines: Bool = false, formats: StubFormats = .own
  ) {
    self.variables = variables
    draft = FileDraft(scope: RuleScope(file: "", variables: variables))
    draft.scope.formats = formats
    if keepsOutlines { draft.outlines = [] }
  }

  /// A new reader for other files, which shares the gates and scenarios of this reader.
  var alongside: RuleFileReader {
    var reader = RuleFileReader(variables: variables)
    reader.draft = draft.alongside
    return reader
  }

  /// Adds the contents that another reader has read from the next files.
  ///
  /// - Returns: `false` if both readers have set a value that may be set only once. Nothing is
  ///   added then, and the files must be read in order.
  mutating func append(_ next: RuleFileReader) -> Bool {
    guard draft.append(next.draft) else { return false }
    diagnostics.append(contentsOf: next.diagnostics)
    referredFiles.merge(next.referredFiles) { first, _ in first }
    bodyFiles.merge(next.bodyFiles) { first, _ in first }
    emptyFiles.merge(next.emptyFiles) { first, _ in first }
    documents += next.documents
    cassetteFiles += next.cassetteFiles
    return true
  }

  /// Adds the contents of the file.
  mutating func read(path: String, progress: LoadingProgress.Observer? = nil) {
    do throws(FileDiagnostic) {
      read(try text(of: path), progress: progress)
    } catch {
      diagnostics.append(error)
    }
  }

  private func text(of path: String) throws(FileDiagnostic) -> SourceText {
    try SourceText(
      path: path, atMost: draft.scope.fileSizeLimit, reading: draft.scope.reading)
  }

  /// Adds the contents of the text.
  mutating func read(_ source: SourceText, progress: LoadingProgress.Observer? = nil) {
    let before = draft.scope
    draft.scope = RuleScope(
      file: source.name, variables: variables, gates: draft.scope.gates,
      usesTemplates: draft.scope.usesTemplates)
    draft.scope.namesStubs = before.namesStubs
    draft.scope.fileSizeLimit = before.fileSizeLimit
    draft.scope.reading = before.reading
    draft.scope.sentSet = before.sentSet
    draft.scope.formats = before.formats
    defer {
      let added = draft.cassettes.count - cassetteFiles.count
      cassetteFiles += Array(repeating: source.name, count: added)
    }
    let formats = draft.scope.formats
    if let format = formats.refusal(of: source) {
      return diagnostics.append(format.diagnostic(at: SourcePosition(source: source, offset: 0)))
    }
    if let format = formats.textFormat(of: source) {
      let reader = Reader()
      format.read(source, reader, into: &draft)
      return take(reader.findings)
    }
    let errors = diagnostics.errorCount
    let documents = formats.documents(in: source, reportingTo: &diagnostics)
    if diagnostics.errorCount == errors, documents.allSatisfy(\.isNull) {
      emptyFiles[source.name] = source.bytes.contains(UInt8(ascii: "#"))
    }
    readBaseURL(of: documents)
    for document in documents { read(document, progress) }
  }

  /// Reads the recordings that playback settings name, but that are not among the files.
  mutating func readCassettesOfSettings(progress: LoadingProgress.Observer? = nil) {
    for setting in draft.cassetteSettings
    where !cassetteFiles.contains(where: { setting.isMeant(for: $0) }) {
      let count = draft.cassettes.count
      referredFiles.updateValue(draft.scope.reading.stamp(setting.path), forKey: setting.path)
      do throws(FileDiagnostic) {
        read(try text(of: setting.path), progress: progress)
        guard draft.cassettes.count == count, !diagnostics.hasErrors else { continue }
        diagnostics.append(
          FileDiagnostic(
            at: setting.position, found: "this file is not a recording", remedy: "check the path"))
      } catch {
        diagnostics.append(
          FileDiagnostic(
            at: setting.position, found: error.found, expected: error.expected,
            remedy: error.remedy))
      }
    }
  }

  /// Returns the cassettes with their playback settings, merged over `base`.
  func insertedCassettes(_ base: CassetteConfiguration) -> [InsertedCassette] {
    zip(draft.cassettes, cassetteFiles).map { cassette, file in
      let setting = draft.cassetteSettings.first { $0.isMeant(for: file) }
      let configuration = setting?.configuration.merged(over: base) ?? base
      return InsertedCassette(cassette, configuration: configuration)
    }
  }

  private mutating func take(_ findings: DiagnosticCollector) {
    diagnostics.append(contentsOf: findings.list)
    referredFiles.merge(findings.files) { first, _ in first }
    bodyFiles.merge(findings.bodyFiles) { first, _ in first }
  }

  private mutating func read(_ document: Value, _ progress: LoadingProgress.Observer?) {
    let reader = Reader()
    defer { take(reader.findings) }
    if let format = RecordingFormat.recognizing(document) {
      draft.cassettes.append(format.cassette(document, reader: reader, progress: progress))
      return
    }
    if draft.outlines != nil { documents.append(document) }
    if let format = draft.scope.formats.tool(of: document) {
      format.read(document, reader, &draft)
    } else if let format = draft.scope.formats.refusal(of: document) {
      format.report(document, to: reader)
    } else {
      reader.ruleDocument(document, into: &draft)
    }
  }

  /// Reads the base URL, which applies to the whole file wherever it is written.
  private mutating func readBaseURL(of documents: [Value]) {
    let reader = Reader()
    defer { take(reader.findings) }
    var first: Value?
    for value in documents.compactMap({ $0["baseURL"] }) {
      let url = reader.baseURL(value, variables)
      if let first, url != draft.scope.baseURL {
        reader.report(
          value, found: value.summary,
          expected: "the same base URL as at \(first.position.short)",
          remedy: "use a separate file for each base URL")
      } else if first == nil {
        first = value
        draft.scope.baseURL = url
      }
    }
  }
}

extension Reader {
  /// Reads a document of a rule file, which is a mapping of its keys, a list of stubs, or a stub.
  fileprivate func ruleDocument(_ value: Value, into file: inout FileDraft) {
    // In a long file, a list that does not begin with a mapping is reported once, not for each
    // element.
    let isOther = value.isFolded && value.elements?.first?.members == nil
    if value.elements != nil, !isOther { return stubs(value, into: &file) }
    if case .null? = value.scalar?.kind { return }
    guard let members = value.members else {
      return report(
        value, found: "not a rule file", remedy: "start with \"stubs:\" and a list")
    }
    if value.isSchema { return }
    let isStub = members.contains { Keys.stub[$0.key] != nil && Keys.file[$0.key] == nil }
    if isStub, !members.contains(where: { Keys.file[$0.key] != nil && Keys.stub[$0.key] == nil }) {
      return stub(value, into: &file)
    }
    if !members.isEmpty, members.areForeign {
      return report(
        value,
        found: "unknown format with the keys "
          + members.prefix(5).map { Quotation.of($0.key) }.joined(separator: ", "),
        remedy: .advice(
          "start with \"stubs:\" and a list, or move it into a folder "
            + "\"\(RuleFileFinder.bodyFolder)\" if it is a body"))
    }
    _ = mapping(value) { mapping in
      mapping.read(.file, into: &file)
      return true
    }
  }
}

extension Value {
  /// Whether the value is a JSON Schema, such as the one beside rule files, and not a rule file.
  fileprivate var isSchema: Bool {
    self["$schema"]?.scalar?.text.hasPrefix("http://json-schema.org/") ?? false
  }
}

extension [Value.Member] {
  /// Whether no key belongs to a rule file, and none of the first keys is a misspelled one.
  fileprivate var areForeign: Bool {
    let names = Set(Keys.file.names + Keys.stub.names)
    return !contains { names.contains($0.key) }
      && prefix(DiagnosticList.limit).allSatisfy { NearestName.to($0.key, among: names) == nil }
  }
}
