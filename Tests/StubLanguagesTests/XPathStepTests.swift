import Foundation
import StubLanguages
import Testing

@Suite("Steps of XPath expressions")
struct XPathStepTests {
  private static let nested = "<r><a id='1'><b>x<a><b>y</b></a></b></a><a><c/><b>z</b></a></r>"

  @Test(
    "A path of several parts selects what it should, each node once and in order",
    arguments: [
      ("//a//b", ["xy", "y", "z"]), ("//a//b//b", ["y"]), ("/r//a/b", ["xy", "y", "z"]),
      ("//*//*//b", ["xy", "y", "z"]), ("//a[@id]//b[.='y']", ["y"]),
      ("//a//text()", ["x", "y", "z"]),
      ("//b//@id", []), ("//r//@id", ["1"]), ("//a//b[1]", ["xy", "y", "z"]),
      ("//r//c/../b", ["z"]), ("//a[.//c]//b", ["z"]), ("count(//a//b)", ["3"]),
    ])
  func paths(expression: String, values: [String]) throws {
    var steps = StepBudget(10_000)
    let document = try ParsedXML(Data(Self.nested.utf8))
    #expect(try document.values(of: XPathQuery(expression), &steps) == values)
  }

  @Test(
    "Without namespaces, names have no prefixes, unless the expression asks for whole names",
    arguments: [
      ("//b", ["<b>1</b>", "<p:b>2</p:b>"]), ("/a/b", ["<b>1</b>"]),
      ("//*[name()='p:b']", ["<p:b>2</p:b>"]), ("//@x", ["y"]), ("/a/@xml:lang", ["de"]),
      ("//*[namespace-uri() != '']", []), ("//b/text()", ["1", "2"]),
    ])
  func withoutNamespaces(expression: String, values: [String]) throws {
    let text =
      "<a xmlns='u:1' xmlns:p='u:2' xml:lang='de'><b>1</b><p:c p:x='y'><p:b>2</p:b></p:c></a>"
    let query = try XPathQuery(expression, options: [.ignoresNamespaces, .givesElements])
    let document = try ParsedXML(Data(text.utf8))
    var steps = StepBudget(1_000)
    #expect(try document.values(of: query, &steps) == values)
    #expect(try document.values(of: XPathQuery("//b"), &steps) == [])
    var fewSteps = StepBudget(1)
    #expect(throws: XPathError.self) { try document.values(of: query, &fewSteps) }
  }

  private static let flat = Data(
    "<r>\(String(repeating: "<a><b>t</b></a>", count: 1_000))</r>".utf8)

  @Test("The steps of a path grow with the document, not with its square")
  func linear() throws {
    let document = try ParsedXML(Self.flat)
    var steps = StepBudget(100_000)
    #expect(try document.values(of: XPathQuery("//*//*//*[.='x']"), &steps) == [])
    #expect(!steps.isExhausted)
  }

  @Test(
    "An expression that takes too many steps gives up",
    arguments: ["//*", "//*//*", "//b/..", "count(//*//*)", "//a[count(//a//b) = 7]"])
  func tooMany(expression: String) throws {
    let document = try ParsedXML(Self.flat)
    var steps = StepBudget(1_000)
    let error = #expect(throws: XPathError.self) {
      try document.values(of: XPathQuery(expression), &steps)
    }
    #expect(error?.reason == "gave up after 1000 steps")
  }
}
