import StubCore
import StubFiles
import StubLanguages
import StubPlatform

/// The rule files in which stubs in the form of rule files outlive the server.
struct SavedRules: Sendable {
  private let folder: String
  private let context: RuleContext
  private let files: SavedMappings

  /// - Throws: a refusal when the server has no folder.
  init(_ admin: Admin) throws(AdminRefusal) {
    // The same check, and the same way to write, as for mappings.
    files = try SavedMappings(admin)
    folder = admin.configuration.ruleFolder ?? admin.configuration.folder
    context = RuleContext()
  }

  /// Writes stubs, those that are asked first at the end, in one step: into the file that they have, or into
  /// a new one, which is read after all others.
  ///
  /// - Throws: a refusal when the file cannot be written, or would not be read again.
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

  /// The rule file with these stubs.
  ///
  /// - Throws: a refusal when it would not be read again.
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
  /// Saves the stubs that were added in the form of rule files and are in no file yet, in one new file.
  ///
  /// Those that cannot be saved are left out.
  ///
  /// - Throws: a refusal when the file cannot be written.
  /// - Returns: why some were left out.
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

  /// Writes a file of saved rules anew after its stubs have changed; one without any is removed.
  func update(ruleFile path: String) throws(AdminRefusal) {
    let left = rules { $0.file == path }
    let saved = try SavedRules(self)
    if left.isEmpty { return saved.remove(path) }
    _ = try saved.save(left.map(\.rule), in: path)
  }

  /// The stubs that were added in the form of rule files, those that are asked first at the end, as in a
  /// rule file.
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
  /// Why a stub cannot be saved in the place of it.
  var refusal: AdminRefusal {
    AdminRefusal(
      409, code: 50, "a stub that took the place of the one at \(origin) cannot be saved there",
      detail: "change that file, or add the stub anew under another identifier")
  }
}

extension AddedStubs.Entry {
  /// The rule file in which it was saved; `nil` for a stub in another form, and for one that was not.
  var ruleFile: String? {
    if case .rule = form { file } else { nil }
  }

  /// The file in which it was saved in WireMock's form; `nil` for a stub in another form, and for one that
  /// was not.
  var mappingFile: String? {
    if case .mapping = form { file } else { nil }
  }
}
