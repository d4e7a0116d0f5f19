import StubLanguages
import Testing

@Suite struct HTTPDateTests {
  @Test(
    "A date is written as RFC 9110 prefers",
    arguments: [
      (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
      (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
      (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
      (951_868_800, "Wed, 01 Mar 2000 00:00:00 GMT"),
      (1_735_689_599, "Tue, 31 Dec 2024 23:59:59 GMT"),
      (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
      (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
      (-86_400, "Wed, 31 Dec 1969 00:00:00 GMT"),
      (-30_678_102_623, "Mon, 06 Nov 0997 08:49:37 GMT"),
    ])
  func writes(_ seconds: Int, _ text: String) {
    #expect(HTTPDate.text(secondsSince1970: seconds) == text)
    #expect(HTTPDate.seconds(text) == seconds)
  }

  @Test(
    "What is no such date is not read",
    arguments: [
      "", "yesterday", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 CET",
      "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Nux 1994 08:49:37 GMT",
      "Sun, 06 Nov 99999999999999999999 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT",
      "Sun, 06 Nov 1994 08:49 GMT",
    ])
  func refuses(_ text: String) { #expect(HTTPDate.seconds(text) == nil) }
}
