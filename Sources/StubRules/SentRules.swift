package import StubCore
package import StubDocuments
package import StubPlatform

/// A reader of stubs in a text that is not a file, such as the body of a request.
package struct SentRules: Sendable {
  /// The name of the text in findings.
  package let name: String
  /// The name of the group to which the stubs in the text belong.
  package let set: String
  package let context: RuleContext

  /// Creates a reader; relative file names in the texts start from `folder`.
  ///
  /// `set` is the name of the group to which the stubs belong.
  package init(folder: String, set: String = "admin", context: RuleContext) {
    self.set = set
    name = folder.isEmpty || folder.hasSuffix("/") ? folder + set : "\(folder)/\(set)"
    self.context = context
  }

  /// Reads a whole rule file, in YAML or JSON.
  ///
  /// - Throws: `DiagnosticList` with all errors.
  /// - Returns: the rules, and each stub as it was written, with the base URL added to its URLs.
  package func rules(
    _ text: Data
  ) throws(DiagnosticList) -> (rules: RuleSet, texts: [JSONValue]) {
    var reader = RuleFileReader(variables: .process, keepsOutlines: true)
    reader.draft.use(context)
    reader.draft.scope.sentSet = set
    do throws(FileDiagnostic) {
      reader.read(try SourceText(name: name, bytes: Array(text)))
    } catch {
      throw DiagnosticList([error])
    }
    let rules = RuleSet(reader, RuleFileFinder([]))
    if rules.diagnostics.hasErrors { throw rules.diagnostics }
    let scope = reader.draft.scope
    return (rules, (reader.draft.outlines ?? []).map { scope.withBaseURL(in: $0.node.json) })
  }

  /// Returns the errors and warnings about a rule file.
  package func findings(_ text: Data) -> DiagnosticList {
    var reader = RuleFileReader(
      variables: .process, keepsOutlines: true, formats: context.formats)
    reader.draft.scope.sentSet = set
    do throws(FileDiagnostic) {
      reader.read(try SourceText(name: name, bytes: Array(text)))
    } catch {
      return DiagnosticList([error])
    }
    return RuleCheck(reader).diagnostics
  }

  /// Returns the reason why another tool's text is refused, with the remedy; `nil` for any other
  /// text.
  package func refusal(of text: Data) -> String? {
    guard let source = try? SourceText(name: name, bytes: Array(text)) else { return nil }
    var diagnostics = DiagnosticList()
    let formats = context.formats
    let format =
      formats.refusal(of: source)
      ?? formats.documents(in: source, reportingTo: &diagnostics).lazy
      .compactMap { formats.refusal(of: $0) }.first
    return format?.diagnostic(at: SourcePosition(source: source, offset: 0)).message
  }

  /// Reads one value in JSON.
  ///
  /// - Throws: `DiagnosticList` with all errors.
  package func read<Result>(
    _ text: Data, _ read: (Value, Reader) -> Result?
  ) throws(DiagnosticList) -> Result {
    var diagnostics = DiagnosticList()
    var result: Result?
    do throws(FileDiagnostic) {
      let source = try SourceText(name: name, bytes: Array(text))
      let documents = DocumentReader.documents(
        in: source, format: .json, reportingTo: &diagnostics)
      if let document = documents.first {
        let reader = Reader()
        result = read(document, reader)
        diagnostics.append(contentsOf: reader.findings.list)
      }
    } catch {
      diagnostics.append(error)
    }
    guard let result, !diagnostics.hasErrors else { throw diagnostics }
    return result
  }
}

extension RuleScope {
  /// Returns a stub with the base URL added to its URLs, so that it means the same in another file.
  fileprivate func withBaseURL(in stub: JSONValue) -> JSONValue {
    guard baseURL != nil, var object = stub.object, let match = object["match"] else { return stub }
    object["match"] = withBaseURL(inMatch: match)
    return .object(object)
  }

  private func withBaseURL(inMatch match: JSONValue) -> JSONValue {
    guard let object = match.object else { return match }
    let members = object.members.map { name, value -> (String, JSONValue) in
      switch name {
      case "url", "uri": (name, value.string.map { .string(absolute($0)) } ?? value)
      case "not": (name, withBaseURL(inMatch: value))
      case "any", "all":
        (name, .array((value.array ?? [value]).map { withBaseURL(inMatch: $0) }))
      default: (name, value)
      }
    }
    return .object(JSONObject(members))
  }
}
