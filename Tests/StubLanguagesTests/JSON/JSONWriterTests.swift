import Foundation
import StubLanguages
import TestSupport
import Testing

@Suite("Writing JSON")
struct JSONWriterTests {
  private let value: JSONValue = ["b": [1, nil, true], "a": [:], "c": []]

  @Test("By default, text is compact and keeps the order of members")
  func layouts() {
    #expect(value.text() == #"{"b":[1,null,true],"a":{},"c":[]}"#)
    #expect(value.description == value.text())
    #expect(value.text(sortedKeys: true) == #"{"a":{},"b":[1,null,true],"c":[]}"#)
    #expect(
      value.text(pretty: true)
        == """
        {
          "b": [
            1,
            null,
            true
          ],
          "a": {},
          "c": []
        }
        """)
    #expect(value.data() == Data(value.text().utf8))
  }

  @Test("Only necessary characters are escaped")
  func escapes() {
    let text: JSONValue = "\"\\/\u{8}\t\n\u{C}\r\u{1}\u{1F}\u{7F}é\u{2028}"
    #expect(text.text() == #""\"\\/\b\t\n\f\r\u0001\u001f"# + "\u{7F}é\u{2028}\"")
  }

  @Test("Numbers stay as they were written")
  func numbers() throws {
    let text = "[1.50,1E3,-0,123456789012345678901234567890]"
    #expect(try JSONValue(parsing: text).text() == text)
  }

  @Test("Written JSON reads back as the same value, pretty or not", arguments: JSONTexts.valid)
  func roundTrip(text: String) throws { try check(JSONValue(parsing: text)) }

  @Test("The texts of JSONTestSuite read back as the same values", .outside("suites/JSONTestSuite"))
  func outsideRoundTrip() throws {
    var count = 0
    for (_, bytes) in try OutsideFixtures.files(in: "suites/JSONTestSuite/test_parsing") {
      guard let value = try? JSONValue(parsing: bytes) else { continue }
      try check(value)
      count += 1
    }
    #expect(count >= 95)
  }

  private func check(_ value: JSONValue) throws {
    #expect(try JSONValue(parsing: value.text()) == value)
    #expect(try JSONValue(parsing: value.text(pretty: true, sortedKeys: true)) == value)
  }
}
