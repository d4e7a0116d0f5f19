import StubCore
import StubFiles
import StubLanguages
import StubPlatform

/// The rule files in which added stubs are saved, if clients sent them in the form of rule files.
struct SavedRules: Sendable {
  private let folder: String
  private let context: RuleContext
  private let files: SavedMappings

  /// - Throws: a refusal if the server has no folder.
  init(_ admin: Admin) throws(AdminRefusal) {
    // `SavedMappings` checks the folder and writes the files.
    files = try SavedMappings(admin)
    folder = admin.configuration.ruleFolder ?? admin.configuration.folder
    context = RuleContext()
  }

  /// Writes stubs in one step, into their existing file,
  /// or into a new one that is read after all others.
  ///
  /// The stubs that are tried first are at the end.
  ///
  /// - Throws: a refusal if the file cannot be written, or if it could not be read again.
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
    let findings = SentRules(folder: folder, context: context).findings(Data(text.utf8))
    if let error = findings.sorted.first(where: { $0.severity == .error }) {
      throw AdminRefusal(
        409, code: 50, "the stubs cannot be saved in \(folder): \(error.message)",
        detail: "name files by paths that count from \(folder)")
    }
    return text
  }

  func remove(_ file: String) { files.remove(file) }
}

extension Admin {
  /// Saves the unsaved stubs that were sent in the form of rule files, in one new file.
  ///
  /// Stubs that cannot be saved are left out.
  ///
  /// - Throws: a refusal if the file cannot be written.
  /// - Returns: the reasons why stubs were left out.
  func saveRules() throws(AdminRefusal) -> [AdminRefusal] {
    let saved = try SavedRules(self)
    var refusals: [AdminRefusal] = []
    let unsaved = rules { $0.file == nil }.filter { entry, rule in
      do throws(AdminRefusal) {
        if let replaced = entry.replaced { throw replaced.refusal }
        _ = try saved.text(of: [rule])
        return true
      } catch {
        refusals.append(error)
        return false
      }
    }
    if unsaved.isEmpty { return refusals }
    let path = try saved.save(unsaved.map(\.rule), in: nil)
    for (entry, _) in unsaved {
      var entry = entry
      entry.file = path
      added.set(entry)
    }
    return refusals
  }

  /// Rewrites a rule file of saved stubs after a change, or removes it if it has no stubs any more.
  func update(ruleFile path: String) throws(AdminRefusal) {
    let left = rules { $0.file == path }
    let saved = try SavedRules(self)
    if left.isEmpty { return saved.remove(path) }
    _ = try saved.save(left.map(\.rule), in: path)
  }

  /// Returns the added stubs that were sent in the form of rule files.
  ///
  /// As in a rule file, the stub that is tried first is at the end.
  private func rules(
    where isWanted: (AddedStubs.Entry) -> Bool
  ) -> [(entry: AddedStubs.Entry, rule: JSONValue)] {
    stubs.stubs.reversed().compactMap { stub in
      guard let entry = added[stub.id], case .rule(let rule) = entry.form, isWanted(entry) else {
        return nil
      }
      return (entry, rule)
    }
  }
}

extension AddedStubs.Replaced {
  /// The refusal to save a stub that replaces this one.
  var refusal: AdminRefusal {
    AdminRefusal(
      409, code: 50, "a stub that took the place of the one at \(origin) cannot be saved there",
      detail: "change that file, or add the stub anew under another identifier")
  }
}

extension AddedStubs.Entry {
  /// The rule file in which the stub was saved; `nil` if it is unsaved or in another form.
  var ruleFile: String? {
    if case .rule = form { file } else { nil }
  }

  /// The file in which the stub was saved in WireMock's form;
  /// `nil` if it is unsaved or in another form.
  var mappingFile: String? {
    if case .mapping = form { file } else { nil }
  }
}
