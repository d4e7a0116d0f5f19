import StubCore
import StubFiles
import StubLanguages

/// Questions that are asked of everything that a server keeps, such as which requests a pattern fits.
///
/// All that one of them does has one limit, whatever the number of kept requests or stubs.
extension Admin {
  /// What a question has found at the entries; none where the answer to it is `nil`.
  ///
  /// - Throws: a refusal when it takes too long, as part of the answer would be a wrong one.
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

  /// The stubs whose metadata meets a condition.
  ///
  /// - Throws: a refusal when it takes too long.
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

  /// The condition on metadata in the body of a request.
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
  /// The question would take more work than one may.
  fileprivate init(tooCostly reason: String) {
    self.init(
      unprocessable: "this takes too long: \(reason)",
      "use a simpler pattern, or forget requests with DELETE /requests")
  }
}
