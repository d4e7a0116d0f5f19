import Foundation
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Recorded dates")
struct RecordedDateTests {
  @Test(
    "the forms that tools write are read",
    arguments: [
      ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Thu, 1 Jan 1970 00:00:00 GMT", 0),
      ("Tue, 01 Nov 2011 04:49:54 GMT", 1_320_122_994),
      ("Sun, 30 Apr 2023 02:58:45 +0000", 1_682_823_525),
      ("Tue, 01 Nov 2011 04:49:54 -0130", 1_320_128_394),
      ("2011-11-01T04:49:54Z", 1_320_122_994), ("2011-11-01T04:49:54", 1_320_122_994),
      ("2011-11-01 04:49:54 UTC", 1_320_122_994), ("2011-11-01 04:49:54 +01:00", 1_320_119_394),
      ("2011-11-01T04:49:54.25+0100", 1_320_119_394.25), ("2011-11-01T04:49Z", 1_320_122_940),
      ("2024-02-29T00:00:00Z", 1_709_164_800), ("1969-12-31T23:59:59Z", -1),
      ("2000-03-01T00:00:00Z", 951_868_800), ("2100-01-01T00:00:00Z", 4_102_444_800),
    ] as [(String, Double)])
  func reads(text: String, seconds: Double) {
    #expect(RecordedDate.read(text) == Date(timeIntervalSince1970: seconds))
  }

  @Test(
    "anything else is refused",
    arguments: [
      "", "now", "Tue", "2023-02-29T00:00:00Z", "2023-13-01T00:00:00Z", "2023-01-01",
      "2023-01-01T24:00:00Z", "2023-01-01T00:60:00Z", "2023-01-01T00:00:00.Z",
      "2023-01-01T00:00:00+1", "2023-01-01T00:00:00Zz", "Tue, 31 Nov 2011 04:49:54 GMT",
      "Tue, 01 Foo 2011 04:49:54 GMT", "Tue, 01 Nov 11 04:49:54 GMT", ",,", "2023-01-01T",
    ])
  func refuses(text: String) {
    #expect(RecordedDate.read(text) == nil)
  }
}
