import StubCore
import StubLanguages

/// The operations that save added stubs in files.
extension Admin {
  /// Saves all added stubs.
  ///
  /// - Throws: a refusal with the errors of all stubs that could not be saved; the other stubs are
  ///   saved.
  func saveStubs() throws(AdminRefusal) {
    let saved = try SavedMappings(self)
    var refusals: [AdminRefusal] = []
    do throws(AdminRefusal) { refusals = try saveRules() } catch { refusals = [error] }
    for var entry in added.all {
      guard case .mapping(var document) = entry.form else { continue }
      document["persistent"] = true
      do throws(AdminRefusal) {
        let own = try Self.file(entry.file, replacing: entry.replaced)
        entry.file = try saved.save(document, in: own)
        entry.form = .mapping(document)
        added.set(entry)
      } catch {
        refusals.append(error)
      }
    }
    if let refusal = AdminRefusal(refusals) { throw refusal }
  }

  /// Saves a stub if it is persistent, in its present file if it has one.
  ///
  /// - Returns: the file; `nil` for a stub that is not saved.
  func savedFile(
    of sent: SentStub, in old: String? = nil, replacing replaced: AddedStubs.Replaced? = nil
  ) throws(AdminRefusal) -> String? {
    guard case .mapping(let document) = sent.form, sent.form.isPersistent else { return nil }
    let saved = try SavedMappings(self)
    return try saved.save(document, in: try Self.file(old, replacing: replaced))
  }

  /// Returns the file in which a stub must be saved; `nil` for a new file.
  ///
  /// It is the stub's own file, or that of the stub that it replaces.
  ///
  /// - Throws: a refusal if the file also contains other stubs.
  static func file(
    _ old: String?, replacing replaced: AddedStubs.Replaced?
  ) throws(AdminRefusal) -> String? {
    if let old { return old }
    if let replaced, !replaced.isAlone { throw replaced.refusal }
    return replaced?.origin.file
  }

  /// Saves the unsaved stubs that were sent in the form of rule files, all in one new file.
  ///
  /// Stubs that cannot be saved are left out.
  ///
  /// - Throws: a refusal if the file cannot be written.
  /// - Returns: the reasons why stubs were left out.
  private func saveRules() throws(AdminRefusal) -> [AdminRefusal] {
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

  /// Rewrites a rule file of saved stubs after a change, or removes it if it has no more stubs.
  func update(ruleFile path: String) throws(AdminRefusal) {
    let left = rules { $0.file == path }
    if left.isEmpty { return try SavedMappings(self).remove(path) }
    _ = try SavedRules(self).save(left.map(\.rule), in: path)
  }

  /// Returns the added stubs that were sent in the form of rule files.
  ///
  /// As in a rule file, the stub that is tried first comes last.
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

  /// Returns the stub of a file that a replacement of `old` also replaces; `nil` if there is none.
  func replaced(by old: HTTPStub) -> AddedStubs.Replaced? {
    if let entry = added[old.id] { return entry.replaced }
    guard old.written != nil else { return nil }
    let isAlone = StubForms(self, for: [old]).isAlone(old)
    let isSaved = !savedFiles(of: [old]).isEmpty
    return AddedStubs.Replaced(origin: old.origin, isAlone: isAlone, isSaved: isSaved)
  }

  /// Returns the rule file in which a stub was saved; `nil` in a session, which has no files.
  func ruleFile(of stub: HTTPStub) -> String? { session == nil ? added[stub.id]?.ruleFile : nil }

  /// Returns the files in which stubs in WireMock's form were saved, by this server or an earlier
  /// one.
  ///
  /// The result is empty in a session, which must not change files. A file of an earlier server
  /// that also contains other stubs is not included.
  func savedFiles(of stubs: [HTTPStub]) -> [String] {
    guard session == nil else { return [] }
    let files = stubs.compactMap { stub in
      added[stub.id].flatMap { entry in
        entry.mappingFile ?? entry.replaced.flatMap { $0.isSaved ? $0.origin.file : nil }
      }
    }
    guard let saved = try? SavedMappings(self) else { return files }
    let read = stubs.filter { stub in
      stub.written != nil && added[stub.id] == nil && saved.has(stub.origin.file)
    }
    if read.isEmpty { return files }
    let forms = StubForms(self, for: read)
    let kept = read.filter { stub in
      forms.isAlone(stub) && forms.mapping(stub)["persistent"]?.bool == true
    }
    return files + kept.map(\.origin.file)
  }
}
