import CLibXML2
import Testing

@testable import StubCore

@Suite("libxml2") struct XMLLibraryTests {
  @Test("It is loaded with all functions that are called")
  func found() throws { try XMLLibrary.load() }

  @Test(
    "A matcher says whether the body is to blame",
    arguments: [
      (1, "a body that is not XML (line 1: why)"), (0, "a body that cannot be read as XML (why)"),
    ])
  func body(line: Int, description: String) {
    #expect(UnreadableBody(XMLSyntaxError(reason: "why", line: line)).description == description)
  }

  @Test("An expression is not blamed for what no expression could do")
  func expression() {
    #expect(XPathError(expression: "//a", reason: "why", isBlameless: true).description == "why")
    #expect(
      XPathError(expression: "//a", reason: "why").description
        == "expected an XPath 1.0 expression, found `//a`: why; "
        + "try a path such as `//item/@id`, with every prefix in `namespaces`")
  }

  #if os(Linux)
  @Test(
    "A library that is missing, or lacks a function, is told with what to install",
    arguments: [
      ("libnone.so.2", "libnone.so.2: cannot open shared object file: No such file or directory"),
      ("libz.so.1", "undefined symbol: __xmlGenericError"),
    ])
  func missing(file: String, found: String) throws {
    let error = try #require(throws: MissingLibrary.self) {
      try XMLLibrary.check(StubXMLLoaded(file).problem)
    }
    #expect(error.description.hasPrefix("expected libxml2, which XML is read with, found: "))
    #expect(
      error.description.hasSuffix(
        "\(found); install it, such as by `apt-get install \(STUB_XML_PACKAGE)`"))
  }
  #endif
}
