import StubCore

/// Reads rule files in their order and gathers what they say.
struct RuleFileReader: Sendable {
  var draft: FileDraft
  private(set) var diagnostics = DiagnosticList()
  /// The documents other than recordings, when outlines are kept.
  private(set) var documents: [DocumentNode] = []
  /// The file of each cassette in the draft.
  private(set) var cassetteFiles: [String] = []
  private let variables: EnvironmentVariables

  init(variables: EnvironmentVariables, keepsOutlines: Bool = false) {
    self.variables = variables
    draft = FileDraft(scope: RuleScope(file: "", variables: variables))
    if keepsOutlines { draft.outlines = [] }
  }

  /// A reader for other files that has read none of them.
  ///
  /// What is read with both shares gates and scenarios.
  var alongside: RuleFileReader {
    var reader = RuleFileReader(variables: variables)
    reader.draft = draft.alongside
    return reader
  }

  /// Adds what another reader has read of files that come next.
  ///
  /// - Returns: whether it is what this one would have read; otherwise nothing was added, and files
  ///   that say the same thing twice have to be read one after the other.
  mutating func append(_ next: RuleFileReader) -> Bool {
    guard draft.append(next.draft) else { return false }
    diagnostics.append(contentsOf: next.diagnostics)
    documents += next.documents
    cassetteFiles += next.cassetteFiles
    return true
  }

  /// Adds what is in the file.
  mutating func read(path: String, progress: LoadingProgress.Observer? = nil) {
    do throws(FileDiagnostic) {
      read(try SourceText(path: path), progress: progress)
    } catch {
      diagnostics.append(error)
    }
  }

  /// Adds what is in the text.
  mutating func read(_ source: SourceText, progress: LoadingProgress.Observer? = nil) {
    draft.scope = RuleScope(
      file: source.name, variables: variables, gates: draft.scope.gates)
    defer {
      let added = draft.cassettes.count - cassetteFiles.count
      cassetteFiles += Array(repeating: source.name, count: added)
    }
    if let format = TextFormats.recognizing(source) {
      return format.read(source, into: &draft, reportingTo: &diagnostics)
    }
    if readInPieces(source) { return }
    let readings = DocumentReader.readings(in: source, reportingTo: &diagnostics) { offset in
      progress?(
        LoadingProgress(file: source.name, bytesRead: offset, byteCount: source.bytes.count))
    }
    readBaseURL(of: readings.map(\.outline))
    for reading in readings { read(reading) }
  }

  /// Reads the recordings that settings name and that were not among the files.
  mutating func readCassettesOfSettings(progress: LoadingProgress.Observer? = nil) {
    for setting in draft.cassetteSettings
    where !cassetteFiles.contains(where: { setting.isMeant(for: $0) }) {
      let count = draft.cassettes.count
      do throws(FileDiagnostic) {
        read(try SourceText(path: setting.path), progress: progress)
        guard draft.cassettes.count == count, !diagnostics.hasErrors else { continue }
        diagnostics.append(
          FileDiagnostic(
            at: setting.position, found: "a file that is no recording", expected: "a recording",
            remedy: "check the path"))
      } catch {
        diagnostics.append(
          FileDiagnostic(
            at: setting.position, found: error.found, expected: error.expected,
            remedy: error.remedy))
      }
    }
  }

  /// The cassettes with how they are to be played.
  func insertedCassettes(_ base: CassetteConfiguration) -> [InsertedCassette] {
    zip(draft.cassettes, cassetteFiles).map { cassette, file in
      let setting = draft.cassetteSettings.first { $0.isMeant(for: file) }
      let configuration = setting?.configuration.merged(over: base) ?? base
      return InsertedCassette(cassette, configuration: configuration)
    }
  }

  /// Reads a document that is known to be the only one of its file, and no recording.
  mutating func readOutline(_ document: DocumentNode) {
    readBaseURL(of: [document])
    read(DocumentReading(outline: document))
  }

  private mutating func read(_ reading: DocumentReading) {
    let document = reading.outline
    if let recording = reading.recording {
      draft.cassettes.append(recording.cassette)
      diagnostics.append(contentsOf: recording.findings)
      return
    }
    if let format = RecordingFormats.recognizing(document) {
      draft.cassettes.append(format.cassette(document, reportingTo: &diagnostics))
      return
    }
    if draft.outlines != nil { documents.append(document) }
    var value = ValueReader(document)
    if let format = DefinitionFormats.recognizing(document) {
      format.read(&value, into: &draft)
    } else {
      value.ruleDocument(into: &draft)
    }
    diagnostics.append(contentsOf: value.diagnostics)
  }

  /// Finds the base URL, which counts for the whole file wherever it stands.
  private mutating func readBaseURL(of documents: [DocumentNode]) {
    var first: DocumentMember?
    for document in documents {
      guard let member = document.members?.first(where: { $0.key == "baseURL" }) else { continue }
      var value = ValueReader(member.value, path: .key("baseURL", in: .root))
      let url = value.baseURL(variables)
      if let first, url != draft.scope.baseURL {
        value.report(
          found: value.node.summary,
          expected: "the same base URL as \(first.value.position.inWords)",
          remedy: "try a file of its own for each base URL")
      } else if first == nil {
        first = member
        draft.scope.baseURL = url
      }
      diagnostics.append(contentsOf: value.diagnostics)
    }
  }
}

extension ValueReader {
  /// A document of a rule file: its keys, a list of stubs, or one stub.
  fileprivate mutating func ruleDocument(into file: inout FileDraft) {
    if node.elements != nil { return stubs(into: &file) }
    if case .null? = node.scalar?.kind { return }
    guard let members = node.members else {
      return report(
        found: node.summary, expected: "a mapping such as \"stubs:\", or a list of stubs",
        remedy: "try \"stubs:\" with a line \"- match: …\" for each stub")
    }
    if isSchema { return }
    let isStub = members.contains { RuleKeys.stub[$0.key] != nil }
    if isStub, !members.contains(where: { RuleKeys.file[$0.key] != nil }) {
      return stub(into: &file)
    }
    if !members.isEmpty, members.allSatisfy(\.isForeign) {
      return report(
        found: "a document of no known format, with the keys "
          + members.prefix(5).map { Quotation.of($0.key) }.joined(separator: ", "),
        expected: "stubs or recordings",
        remedy: "try \"stubs:\" with a line \"- match: …\" for each stub, or leaving the file out")
    }
    _ = mapping { reader in
      reader.members(.file, into: &file)
      return true
    }
  }

  /// Whether this is no rule file but a JSON Schema, such as the one that lies beside rule files.
  private var isSchema: Bool {
    node["$schema"]?.scalar?.text.hasPrefix("http://json-schema.org/") ?? false
  }
}

extension DocumentMember {
  /// Whether the key is neither one of a rule file nor a misspelled one.
  fileprivate var isForeign: Bool {
    let names = RuleKeys.file.names + RuleKeys.stub.names
    return !names.contains(key) && NearestName.to(key, among: names) == nil
  }
}
