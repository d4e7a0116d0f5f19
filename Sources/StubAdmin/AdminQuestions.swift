import StubCore
import StubFiles
import StubLanguages

/// Searches in the stubs or requests of a server, for example for requests that match a pattern.
///
/// The work of one search has a limit, however many requests or stubs there are.
extension Admin {
  /// Calls `ask` for each entry and returns the results that are not `nil`.
  ///
  /// - Throws: a refusal if this exceeds the limit of work,
  ///   because a partial result would be wrong.
  func asking<Answer>(
    of entries: [JournalEntry],
    _ ask: (JournalEntry, inout QuestionLimit) throws(EvaluationGaveUp) -> Answer?
  ) throws(AdminRefusal) -> [Answer] {
    var limit = QuestionLimit(for: entries, stubs.evaluationLimits)
    var answers: [Answer] = []
    for (place, entry) in entries.enumerated() {
      do throws(EvaluationGaveUp) {
        if let answer = try ask(entry, &limit) { answers.append(answer) }
      } catch {
        throw AdminRefusal(
          tooCostly: "\(error.description), at request \(place + 1) of \(entries.count)")
      }
    }
    return answers
  }

  /// Returns the stubs whose metadata matches a condition.
  ///
  /// - Throws: a refusal if this exceeds the limit of work.
  func stubs(
    _ stubs: [HTTPStub], whose condition: MetadataCondition, _ forms: StubForms
  ) throws(AdminRefusal) -> [HTTPStub] {
    var limit = QuestionLimit(forRequests: stubs.count, self.stubs.evaluationLimits)
    var found: [HTTPStub] = []
    for (place, stub) in stubs.enumerated() {
      do throws(EvaluationGaveUp) {
        if try condition.isMet(by: forms.mapping(stub), within: &limit) { found.append(stub) }
      } catch {
        throw AdminRefusal(
          tooCostly: "\(error.description), at stub \(place + 1) of \(stubs.count)")
      }
    }
    return found
  }

  /// Parses the body of a request as a condition on metadata.
  func metadataCondition(_ request: AdminRequest) throws(AdminRefusal) -> MetadataCondition {
    _ = try request.neededObject()
    do throws(DiagnosticList) {
      return MetadataCondition(matcher: try sentRules.wireMockBodyCondition(request.body))
    } catch {
      throw AdminRefusal(mapping: error)
    }
  }
}

/// A condition on the metadata of stubs in WireMock's form.
struct MetadataCondition {
  let matcher: any HTTPStubMatcher

  func isMet(
    by mapping: JSONValue, within limit: inout QuestionLimit
  ) throws(EvaluationGaveUp) -> Bool {
    let metadata = ReceivedRequest(.post, "/", body: (mapping["metadata"] ?? .null).data())
    return try limit.verdict(of: [matcher], on: metadata).isMatch
  }
}

extension AdminRefusal {
  /// Creates a refusal for a search that exceeds its limit.
  fileprivate init(tooCostly reason: String) {
    self.init(
      unprocessable: "this takes too long: \(reason)",
      "use a simpler pattern, or forget requests with DELETE /requests")
  }
}
