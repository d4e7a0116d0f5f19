import StubCore

extension FileDraft {
  /// An empty draft for another file that is read together with the files of this one.
  var alongside: FileDraft {
    var draft = FileDraft(scope: scope)
    draft.scenarios = scenarios
    draft.outlines = outlines.map { _ in [] }
    return draft
  }

  /// Adds the draft of the files that come next.
  ///
  /// - Returns: whether no more than one of the two says what may be said only once; nothing is added
  ///   otherwise.
  mutating func append(_ next: FileDraft) -> Bool {
    guard unhandledMode == nil || next.unhandledMode == nil,
      network == nil || next.network == nil, connection == nil || next.connection == nil,
      tls == nil || next.tls == nil
    else { return false }
    scope = next.scope
    stubs += next.stubs
    ignoreRules += next.ignoreRules
    unhandledMode = unhandledMode ?? next.unhandledMode
    network = network ?? next.network
    cassettes += next.cassettes
    cassetteSettings += next.cassetteSettings
    connection = connection ?? next.connection
    tls = tls ?? next.tls
    outlines?.append(contentsOf: next.outlines ?? [])
    return true
  }
}
