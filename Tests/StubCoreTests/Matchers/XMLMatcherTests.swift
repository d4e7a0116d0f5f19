import Foundation
import StubCore
import Testing

@Suite("XML and XPath matchers")
struct XMLMatcherTests {
  private static func post(_ text: String) -> ReceivedRequest {
    ReceivedRequest(.post, "/", body: Data(text.utf8))
  }

  @Test(
    "XML is compared by content, not by notation",
    arguments: [
      MatcherCase.yes(
        .xml(#"<a y="2" x="1"><b>t &amp; u</b></a>"#),
        post(
          """
          <?xml version="1.0"?><!DOCTYPE a>
          <!-- hello --><a x='1' y="2">
            <?go on?><b><![CDATA[t ]]><!-- x -->&#38; u
            </b>
          </a>
          """)),
      .yes(
        .xml(#"<p:a xmlns:p="urn:x" p:k="v"/>"#), post(#"<q:a xmlns:q="urn:x" q:k="v"></q:a>"#)),
      .yes(.xml(#"<a xmlns="urn:x"/>"#), post(#"<q:a xmlns:q="urn:x"/>"#)),
      .no(
        .xml(#"<a xmlns="urn:x"/>"#), post("<a/>"), "element {urn:x}a at /a", "element a"),
      .no(
        .xml(#"<a><b/><b k="1"/></a>"#), post(#"<a><b/><b k="2"/></a>"#), #""1" at /a/b[2]/@k"#,
        #""2""#),
      .no(
        .xml("<a/>"), post(#"<a k="2"/>"#), "no attribute at /a/@k", #""2""#),
      .no(
        .xml("<a><b>x</b></a>"), post("<a><b>y</b></a>"), #"text "x" at /a/b[1]"#,
        #"text "y""#),
      .no(
        .xml("<a><b/></a>"), post("<a/>"), "element b at /a/b[1]", "nothing"),
      .no(
        .xml("<a/>"), post("<a>hi</a>"), "nothing at /a", #"text "hi""#),
      .no(
        .xml(#"<a xml:space="preserve"> x</a>"#), post(#"<a xml:space="preserve">x</a>"#),
        #"text " x" at /a"#, #"text "x""#),
      .no(.xml("<a/>"), .to("/"), "XML body", "no body"),
    ])
  func xml(_ example: MatcherCase) { example.check() }

  private static let shop = post(
    #"<s:shop xmlns:s="urn:shop"><s:item id="7">Pen</s:item><s:item id="8">Ink</s:item></s:shop>"#)

  private static let names = ["x": "urn:shop"]

  @Test(
    "XPath selects nodes, or computes a value, whose text is compared",
    arguments: [
      MatcherCase.yes(.xpath("//x:item", namespaces: names), shop),
      .yes(.xpath("//x:item/@id", .exactly(["7", "8"]), namespaces: names), shop),
      .yes(.xpath("//x:item[@id=8]", "Ink", namespaces: names), shop),
      .yes(.xpath("count(//*)", "3"), shop),
      .yes(.xpath("count(//*) = 3", "true"), shop),
      .yes(.xpath("string(/*/*[1])", "Pen"), shop),
      .yes(.xpath("/*/namespace::s", "urn:shop"), shop),
      .yes(.xpath("//none", .absent), shop),
      .no(.xpath("count(//*) > 3"), shop, "XML count(//*) > 3", "no XML count(//*) > 3"),
      .no(.xpath("//@id", "9"), shop, #"XML //@id "9""#, #"XML //@id "7", "8""#),
      .no(.xpath("//a"), .to("/"), "XML //a", "no body"),
    ])
  func xpath(_ example: MatcherCase) { example.check() }

  @Test("A body that is not XML is a mismatch with libxml2's reason and the line")
  func notXML() {
    for matcher: any HTTPStubMatcher in [HTTPStubXMLMatcher(literal: "<a/>")] {
      let result = matcher.evaluate(Self.post("<a>\n<b></a>"), for: .stubRequest)
      guard case .mismatched(let mismatch) = result else {
        Issue.record("expected a mismatch, found \(result)")
        continue
      }
      let found = mismatch.found
      #expect(mismatch.expected == "XML body")
      #expect(found.hasPrefix("a body that is not XML (line 2: "), "\(found)")
      #expect(found.contains("Premature end"), "\(found)")
    }
  }

  @Test(
    "Documents that declare entities are refused, so no file is read and nothing is expanded",
    arguments: [
      #"<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><a>&x;</a>"#,
      #"<!DOCTYPE a [<!ENTITY x "1"><!ENTITY y "&x;&x;&x;&x;">]><a>&y;</a>"#,
      #"<!DOCTYPE a [<!ENTITY % p SYSTEM "file:///etc/hostname"> %p;]><a/>"#,
    ])
  func entities(text: String) {
    MatcherCase.no(
      .xpath("/a"), Self.post(text), "XML /a",
      "a body that is not XML "
        + "(line 1: entity declarations are not supported; write the text itself)"
    ).check()
  }

  @Test("An external document type is not loaded")
  func externalType() {
    MatcherCase.yes(
      .xml("<a/>"), Self.post(#"<!DOCTYPE a SYSTEM "file:///no/such/file.dtd"><a/>"#)
    ).check()
  }

  @Test("Elements that nest too deeply are refused, and no cut of a document crashes the reader")
  func depth() {
    let deep = String(repeating: "<a>", count: 100_000) + String(repeating: "</a>", count: 100_000)
    let matcher = HTTPStubXMLMatcher(literal: "<a/>")
    #expect(!matcher.evaluate(Self.post(deep), for: .stubRequest).isMatch)
    let text = #"<!DOCTYPE a><a k="v"><![CDATA[x]]><!-- c -->&lt;</a>"#
    for length in 0..<text.utf8.count {
      let cut = String(decoding: text.utf8.prefix(length), as: UTF8.self)
      #expect(!matcher.evaluate(Self.post(cut), for: .stubRequest).isMatch)
    }
  }

  @Test(
    "An expression that cannot be evaluated is refused with the reason",
    arguments: [
      ("//[", "a syntax error at offset 2"), ("//p:a", "a prefix without namespace"),
      ("nofunction()", "a function that does not exist"), ("count()", "the wrong number of"),
      ("'a", "a text without closing quote"), ("$a", "a variable, which nothing defines"),
      ("", "a syntax error at offset 0"),
    ])
  func badXPath(expression: String, reason: String) throws {
    let error = try #require(throws: XPathError.self) {
      try HTTPStubRequest().match(xpath: expression)
    }
    #expect(error.reason.contains(reason), "\(error)")
    #expect(error.expression == expression)
  }

  @Test("XML text that is none is refused with the line")
  func badXML() throws {
    let error = try #require(throws: XMLSyntaxError.self) {
      try HTTPStubRequest().match(xml: "<a>\(1)")
    }
    #expect(error.line == 1)
  }
}
