import StubCore
import StubFiles
import StubLanguages
import StubPlatform

/// The rule files in which added stubs are saved if clients have sent them in this form.
struct SavedRules: Sendable {
  private let folder: String
  private let files: SavedMappings

  /// Finds the folder of the files.
  ///
  /// - Throws: a refusal if the server has no folder.
  init(_ admin: Admin) throws(AdminRefusal) {
    // `SavedMappings` checks the folder and writes the files.
    files = try SavedMappings(admin)
    folder = admin.configuration.ruleFolder ?? admin.configuration.folder
  }

  /// Writes stubs in one step, to their present file, or to a new one that is read after all
  /// others.
  ///
  /// The stubs that are tried first come last.
  ///
  /// - Throws: a refusal if the file cannot be written, or could not be read again.
  /// - Returns: the path.
  func save(_ rules: [JSONValue], in file: String?) throws(AdminRefusal) -> String {
    let path = file ?? newPath
    try files.write(Array(try text(of: rules).utf8), to: path)
    return path
  }

  private var newPath: String {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let last = names.compactMap { RuleFileFinder.savedNumber(of: $0) }.max() ?? 0
    let name = RuleFileFinder.savedFile(last + 1)
    return FileFolder(folder).path(of: name) ?? name
  }

  /// Returns the text of a rule file with these stubs.
  ///
  /// - Throws: a refusal if the file could not be read again.
  func text(of rules: [JSONValue]) throws(AdminRefusal) -> String {
    let text = WrittenRule(rules).text
    let findings = SentRules(folder: folder, context: RuleContext(formats: .all)).findings(
      Data(text.utf8))
    if let error = findings.sorted.first(where: { $0.severity == .error }) {
      throw AdminRefusal(
        409, code: 50, "the stubs cannot be saved in \(folder): \(error.message)",
        detail: "name files by paths that count from \(folder)")
    }
    return text
  }
}

extension AddedStubs.Replaced {
  /// The refusal of a stub that has replaced this stub and cannot be saved in its file.
  var refusal: AdminRefusal {
    AdminRefusal(
      409, code: 50, "a stub that took the place of the one at \(origin) cannot be saved there",
      detail: "change that file, or add the stub anew under another identifier")
  }
}

extension AddedStubs.Entry {
  /// The rule file in which the stub was saved; `nil` if it is not saved, or is in another form.
  var ruleFile: String? {
    if case .rule = form { file } else { nil }
  }

  /// The file in which the stub was saved in WireMock's form; `nil` if it is not saved, or is in
  /// another form.
  var mappingFile: String? {
    if case .mapping = form { file } else { nil }
  }
}
