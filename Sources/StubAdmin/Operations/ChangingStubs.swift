import StubCore
import StubLanguages

/// A stub that a client has sent in any form, after it was checked.
struct SentStub: Sendable {
  /// The stub's identifier, which comes from the client or was created by the API.
  let name: String
  let stub: HTTPStub
  /// The stub as it was sent.
  let form: AddedStubs.Form

  /// Returns the entry for the added stub.
  fileprivate func entry(
    in file: String?, replacing replaced: AddedStubs.Replaced? = nil
  ) -> AddedStubs.Entry {
    AddedStubs.Entry(name: name, stub: stub.id, form: form, file: file, replaced: replaced)
  }
}

/// The operations that add, replace and remove stubs.
extension Admin {
  /// Adds stubs, which are tried before other stubs of the same priority, and ignore rules.
  ///
  /// - Throws: a refusal if an identifier is in use, or if a stub cannot be saved.
  func add(
    _ sent: [SentStub], ignoring rules: [HTTPStubIgnoreRule] = []
  ) throws(AdminRefusal) {
    var entries: [AddedStubs.Entry] = []
    for sent in sent {
      if (try? stub(named: sent.name)) != nil {
        throw AdminRefusal(
          422, code: 109, "Duplicate stub mapping ID: \(sent.name)", pointer: "/id")
      }
      entries.append(sent.entry(in: try savedFile(of: sent)))
    }
    stubs.add(sent.map(\.stub))
    for entry in entries { added.set(entry) }
    for rule in rules { stubs.add(ignore: rule) }
    added.add(rules)
  }

  /// Replaces a stub with a new one that has the same identifier.
  ///
  /// If a new stub in WireMock's form is not to be saved, a file of the old stub stays unchanged,
  /// as in WireMock. A new stub in the form of a rule file replaces the old stub in its rule file,
  /// and other files of the old stub are removed.
  func replace(_ old: HTTPStub, with new: SentStub) throws(AdminRefusal) {
    let (ruleFile, mappingFiles) = (ruleFile(of: old), savedFiles(of: [old]))
    let entry: AddedStubs.Entry
    switch new.form {
    case .mapping:
      let replaced = replaced(by: old)
      let ownFile = session == nil ? added[old.id]?.mappingFile : nil
      let file = try savedFile(of: new, in: mappingFiles.first, replacing: replaced)
      entry = new.entry(in: file ?? ownFile, replacing: replaced)
    case .rule:
      entry = new.entry(
        in: ruleFile, replacing: mappingFiles.isEmpty ? replaced(by: old) : nil)
    }
    guard stubs.replace(old.id, with: new.stub) else { throw .notFound }
    added.remove(old.id)
    // The rule file contains the new stub too.
    if case .rule = new.form { added.set(entry) }
    if let ruleFile { try update(ruleFile: ruleFile) }
    switch new.form {
    case .mapping: added.set(entry)
    case .rule: for file in mappingFiles { try SavedMappings(self).remove(file) }
    }
  }

  /// Removes stubs, together with the files in which they were saved.
  ///
  /// Stubs of other files are removed until the files are reloaded.
  func remove(_ removed: [HTTPStub]) throws(AdminRefusal) {
    let ruleFiles = Set(removed.compactMap(ruleFile))
    let files = savedFiles(of: removed)
    forget(removed)
    for file in ruleFiles { try update(ruleFile: file) }
    guard !files.isEmpty else { return }
    let saved = try SavedMappings(self)
    for file in files { saved.remove(file) }
  }

  /// Removes stubs, together with the files in which they were saved, and the added ignore rules.
  func removeAll(_ removed: [HTTPStub]) throws(AdminRefusal) {
    try remove(removed)
    forgetIgnoreRules()
  }

  /// Removes the added stubs and ignore rules, and resets the scenarios.
  ///
  /// A server with files also reads these again. For a session, the server's present stubs and
  /// ignore rules replace the session's own.
  ///
  /// - Throws: a refusal if a file has an error or is being written; nothing is changed in this
  ///   case.
  func resetStubs() throws(AdminRefusal) {
    if session != nil {
      added.removeAll()
      liveSession?.reset()
      return
    }
    if let program {
      if let errors = program.reload(false) { throw AdminRefusal(errors) }
    } else {
      forget(added.all.compactMap { stubs.stub($0.stub) })
      forgetIgnoreRules()
    }
    scenarios.reset()
  }

  /// Removes stubs without their files.
  private func forget(_ removed: [HTTPStub]) {
    let ids = Set(removed.map(\.id))
    stubs.exchange(ids, for: [])
    for id in ids { added.remove(id) }
  }

  /// Removes the added ignore rules; those of files stay.
  private func forgetIgnoreRules() {
    for rule in added.takeIgnoreRules() { stubs.remove(ignore: rule.id) }
  }
}
