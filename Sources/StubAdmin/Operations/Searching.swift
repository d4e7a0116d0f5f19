import StubCore
import StubFiles
import StubLanguages

/// The searches in the stubs or requests of a server, such as those for requests that match a
/// pattern.
///
/// The work of a search has a limit, however many requests or stubs there are. A search that
/// exceeds it is refused, because a partial result would be wrong.
extension Admin {
  /// Calls `ask` for each entry, and returns its results except `nil`.
  ///
  /// - Throws: a refusal if this exceeds the limit of work.
  func asking<Answer>(
    of entries: [JournalEntry],
    _ ask: (JournalEntry, inout QuestionLimit) throws(EvaluationLimitExceeded) -> Answer?
  ) throws(AdminRefusal) -> [Answer] {
    let limit = QuestionLimit(for: entries, stubs.evaluationLimits)
    return try Self.asking(of: entries, each: "request", within: limit, ask)
  }

  /// Returns the requests that all matchers accept, in the order of arrival.
  ///
  /// - Throws: a refusal if this exceeds the limit of work.
  func entries(fitting matchers: [any HTTPStubMatcher]) throws(AdminRefusal) -> [JournalEntry] {
    try asking(of: stubs.journal.entries) { entry, limit throws(EvaluationLimitExceeded) in
      try limit.verdict(of: matchers, on: entry.request).isMatch ? entry : nil
    }
  }

  /// Returns the stubs whose metadata matches a condition.
  ///
  /// - Throws: a refusal if this exceeds the limit of work.
  func stubs(whose condition: MetadataCondition) throws(AdminRefusal) -> [HTTPStub] {
    let all = mappings
    return try stubs(all, whose: condition, StubForms(self, for: all))
  }

  /// Returns the given stubs whose metadata matches a condition.
  ///
  /// - Throws: a refusal if this exceeds the limit of work.
  func stubs(
    _ stubs: [HTTPStub], whose condition: MetadataCondition, _ forms: StubForms
  ) throws(AdminRefusal) -> [HTTPStub] {
    let limit = QuestionLimit(forRequests: stubs.count, self.stubs.evaluationLimits)
    return try Self.asking(of: stubs, each: "stub", within: limit) {
      stub, limit throws(EvaluationLimitExceeded) in
      try condition.isMet(by: forms.mapping(stub), within: &limit) ? stub : nil
    }
  }

  private static func asking<Element, Answer>(
    of elements: [Element], each noun: String, within limit: QuestionLimit,
    _ ask: (Element, inout QuestionLimit) throws(EvaluationLimitExceeded) -> Answer?
  ) throws(AdminRefusal) -> [Answer] {
    var limit = limit
    var answers: [Answer] = []
    for (place, element) in elements.enumerated() {
      do throws(EvaluationLimitExceeded) {
        if let answer = try ask(element, &limit) { answers.append(answer) }
      } catch {
        let place = "\(noun) \(place + 1) of \(elements.count)"
        throw AdminRefusal(
          unprocessable: "this takes too long: \(error.description), at \(place)",
          "use a simpler pattern, or forget requests with DELETE /requests")
      }
    }
    return answers
  }
}

/// A condition on the metadata of stubs in WireMock's form.
struct MetadataCondition {
  let matcher: any HTTPStubMatcher

  /// Reads the condition in the body of a request.
  init(_ request: AdminRequest, _ admin: Admin) throws(AdminRefusal) {
    matcher = try request.wireMock(admin.sentRules.wireMockBodyCondition)
  }

  func isMet(
    by mapping: JSONValue, within limit: inout QuestionLimit
  ) throws(EvaluationLimitExceeded) -> Bool {
    let metadata = ReceivedRequest(.post, "/", body: (mapping["metadata"] ?? .null).data())
    return try limit.verdict(of: [matcher], on: metadata).isMatch
  }
}
