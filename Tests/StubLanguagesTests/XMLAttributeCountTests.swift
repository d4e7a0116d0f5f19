import Foundation
import StubLanguages
import Testing

@Suite("Elements with very many attributes")
struct XMLAttributeCountTests {
  private func element(_ count: Int, _ name: String = "a") -> String {
    "<e \n" + (0..<count).map { "\(name)\($0)='>'" }.joined(separator: " ") + "/>"
  }

  private func reason(_ text: String, _ encoding: String.Encoding = .utf8) throws -> String? {
    let bytes = try #require(text.data(using: encoding))
    do throws(XMLSyntaxError) {
      _ = try ParsedXML(bytes)
      return nil
    } catch {
      return error.description
    }
  }

  @Test(
    "Elements with very many attributes are refused with their line, also in UTF-16",
    arguments: [String.Encoding.utf8, .utf16])
  func refused(encoding: String.Encoding) throws {
    let text = "<r>\n<b/>" + element(10_001) + "</r>"
    #expect(try reason(text, encoding) == "line 2: an element with more than 10000 attributes")
    #expect(try reason("<r>" + element(10_000) + "</r>", encoding) == nil)
  }

  @Test("Documents with very many declarations of namespaces are refused")
  func namespaces() throws {
    let text = "<r>" + String(repeating: "<e xmlns='u'/>", count: 100_001) + "</r>"
    #expect(try reason(text) == "line 1: more than 100000 declarations of namespaces")
  }

  @Test("What looks like attributes elsewhere does not count")
  func elsewhere() throws {
    let many = String(repeating: " a='1'", count: 20_000)
    for text in [
      "<r><!-- <e \(many) --></r>", "<r><![CDATA[ <e \(many) > ]]></r>", "<?p <e \(many)?><r/>",
      "<r>\(many)</r>", "<r a=\"\(String(repeating: "b='1' ", count: 20_000))\"/>",
    ] {
      #expect(try reason(text) == nil)
    }
  }
}
