import StubCore

/// The operations that find and remove requests in the journal.
extension Admin {
  /// The requests in the journal, newest first.
  var newest: [JournalEntry] { stubs.journal.entries.reversed() }

  /// The requests that no stub answered, newest first.
  var unmatched: [JournalEntry] { newest.filter(\.isUnmatched) }

  /// Returns the request with the identifier `name`.
  ///
  /// - Throws: a refusal if there is none.
  func entry(named name: String) throws(AdminRefusal) -> JournalEntry {
    guard let entry = try number(ofRequest: name).flatMap(stubs.journal.entry) else {
      throw .notFound
    }
    return entry
  }

  /// Removes the request with the identifier `name`, if there is one.
  func forget(_ name: String) throws(AdminRefusal) {
    if let number = try number(ofRequest: name) { stubs.journal.remove([number]) }
  }

  func forget(_ entries: [JournalEntry]) { stubs.journal.remove(Set(entries.map(\.id))) }

  /// Returns the number of a request from an identifier that this process has made; `nil` for any
  /// other identifier.
  private func number(ofRequest name: String) throws(AdminRefusal) -> Int? {
    guard AdminNames.isUUID(name) else { throw AdminRefusal(400, "\(name) is not a valid UUID") }
    return names.number(.request, of: name)
  }
}

extension JournalEntry {
  /// Whether no stub answered the request, and it did not pass through.
  var isUnmatched: Bool {
    if case .unmatched = outcome { true } else { false }
  }
}
