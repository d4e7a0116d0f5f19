import StubLanguages
import StubPlatform

extension FuzzTarget {
  /// An XPath expression in the first line on XML below it; a document is equal to itself.
  static let xpath = FuzzTarget("xpath") { input in
    let (expression, document) = input.halves
    let bytes =
      document.bytes.isEmpty ? Array("<a b='c'><d>1</d><d>2</d></a>".utf8) : document.bytes
    let query = try? XPathQuery(expression.text, namespaces: ["n": "urn:n"])
    guard let xml = try? ParsedXML(Data(bytes)) else { return }
    var budget = StepBudget(1_000_000)
    if let query { _ = try? xml.values(of: query, &budget) }
    guard let root = xml.root else { return expect(false, "no root") }
    budget = StepBudget(1_000_000)
    do throws(EvaluationLimitExceeded) {
      let difference = try XMLComparison().firstDifference(
        expected: root, found: root, &budget)
      expect(difference == nil, "differs from itself: \(difference as Any)")
    } catch { expect(budget.isExhausted, "gave up with steps left") }
  }
}
