import Foundation
import Testing

@testable import StubCore

/// Unicode makes an ASCII `k` of the KELVIN SIGN U+212A and an `S` of the LONG S U+017F; HTTP does
/// not.
@Suite struct ASCIITests {
  @Test("only the letters A to Z have a case")
  func letters() {
    #expect(
      Array("\u{212A}Kk\u{C4}\u{17F}Z".lowercasedASCII().utf8)
        == Array("\u{212A}kk\u{C4}\u{17F}z".utf8))
    #expect(
      Array("\u{17F}sk\u{E4}@[`{".uppercasedASCII().utf8) == Array("\u{17F}SK\u{E4}@[`{".utf8))
    #expect("Content-Type".equalsIgnoringASCIICase("cONTENT-tYPE"))
    #expect(!"chun\u{212A}ed".equalsIgnoringASCIICase("chunked"))
    #expect(!"\u{212A}".equalsIgnoringASCIICase("K"))
    #expect(!"clo\u{17F}e".equalsIgnoringASCIICase("close"))
    #expect(!"clos".equalsIgnoringASCIICase("close"))
    #expect("".equalsIgnoringASCIICase(""))
  }

  @Test("names and tokens with such a letter are others")
  func tokens() throws {
    #expect(HTTPHeaderName("Coo\u{212A}ie") != .cookie)
    #expect(HTTPHeaderName("Ho\u{17F}t") != .host)
    #expect(HTTPMethod(named: "po\u{17F}t") != .post)
    #expect(RequestURL("http\u{17F}://a.example/").scheme != "https")
    #expect(RequestURL("//\u{212A}.example/").host != "k.example")
    #expect(!ValueMatcher.domain("k.example").accepts(["a.\u{212A}.example"]))
    #expect(try !Glob(host: "*.k.example").matches("a.\u{212A}.example"))
    #expect(HTTPContentType("text/mar\u{212A}down").essence != "text/markdown")
    #expect(HTTPContentType("a/b; \u{212A}ey=1").parameter("key") == nil)
    let request = ReceivedRequest(.get, "/", headers: ["Authorization": "To\u{212A}en x"])
    #expect(request.credentials(of: "token") == nil)
    let rule = TLSFaultRule(.expiredCertificate, serverName: "\u{212A}.example")
    #expect(!rule.isAbout(serverName: "k.example"))
  }
}
