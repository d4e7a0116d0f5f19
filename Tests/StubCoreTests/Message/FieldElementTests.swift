import Foundation
import StubCore
import Testing

@Suite("Elements of lists in header fields")
struct FieldElementTests {
  @Test(
    "An item is found by the rules of its field for case, parameters, quotes and weights",
    arguments: [
      ("Accept-Encoding", "gzip", "gzip;q=1.0,deflate;q=0.6,identity;q=0.3", true),
      ("Accept-Encoding", "gzip", "GZIP", true),
      ("accept-encoding", "GZip", "br , gzip ; q=0.001", true),
      ("Accept-Encoding", "gzip", "gzip;q=0, br", false),
      ("Accept-Encoding", "gzip", "gzip;Q=0.000", false),
      ("Accept-Encoding", "gzip", "gzip;q=0, gzip;q=1", true),
      ("Accept-Encoding", "gzip", "gzip;q=x", true),
      ("Accept-Encoding", "gzip", "x-gzip, gzipped", false),
      ("Accept-Encoding", "gzip;q=0", "gzip;q=0.0", true),
      ("Accept-Encoding", "gzip;q=0.5", "gzip;q=0.50", true),
      ("Accept-Encoding", "gzip;q=0.5", "gzip;q=0.6", false),
      ("Accept", "text/html", "text/*, TEXT/HTML;level=1;q=0.4", true),
      ("Accept", "text/html;level=1", "text/html;level=1", true),
      ("Accept", "text/html;level=1", "text/html; q=0.7; Level=1", true),
      ("Accept", "text/html;level=1", "text/html, text/html;level=2", false),
      ("Accept", "text/html; charset=\"utf-8\"", "text/html;charset=\"utf-8\"", true),
      ("Accept", "text/html;charset=\"a\"", "text/html;charset=a", true),
      ("Accept", "text/html;charset=\"a\"", "text/html;charset=\"A\"", false),
      ("Content-Type", "multipart/mixed", "multipart/mixed; boundary=\"a,b;c\"", true),
      (
        "Content-Type", "multipart/mixed;boundary=\"a,b;c\"", "multipart/mixed; boundary=\"a,b;c\"",
        true
      ),
      ("TE", "trailers", "deflate;q=0.5, Trailers", true),
      ("Connection", "upgrade", "keep-alive, Upgrade", true),
      ("Cache-Control", "max-age=60", "no-cache, max-age=60", true),
      ("If-None-Match", "\"a\"", "W/\"b\", \"a\"", true),
      ("If-None-Match", "\"a\"", "W/\"a\"", false),
      ("If-None-Match", "\"a\"", "\"A\"", false),
      ("If-None-Match", "\"a, b\"", "\"c\", \"a, b\"", true),
      ("X-List", "a", "A", false),
      ("X-List", "a", "b, a;q=0", true),
      ("X-List", "a;x=1", "a;x=1;y=2", true),
      ("X-List", "a;x=1", "a;x=2", false),
      ("X-List", "\u{e9}", "e\u{301}", false),
      ("X-List", "a", ", ,a,,", true),
      ("X-List", "b", "\"a, b", true),
      ("X-List", "b", "\"a, b\"", false),
      ("X-List", "", "", false),
    ])
  func element(field: String, element: String, value: String, fits: Bool) {
    let name = HTTPHeaderName(field)
    let request = ReceivedRequest(.get, "/", headers: HTTPHeaders([name: value]))
    let matcher = PartMatcher(.header(name), .hasElement(element))
    #expect(matcher.evaluate(request, for: .stubRequest).isMatch == fits)
    #expect((matcher.captures(of: request) != nil) == fits)
    let opposite = PartMatcher(.header(name), .not(.hasElement(element)))
    #expect(opposite.evaluate(request, for: .stubRequest).isMatch == !fits)
  }

  @Test("Lists in several fields, in fields of a part and in query parameters are searched")
  func places() {
    let spread: HTTPHeaders = ["Accept-Encoding": "br", "accept-encoding": "GZIP;q=0.1"]
    let matcher = PartMatcher(.header(.acceptEncoding), .hasElement("gzip"))
    let request = ReceivedRequest(.get, "/", headers: spread)
    #expect(matcher.evaluate(request, for: .stubRequest).isMatch)
    let part = HTTPStubMultipartMatcher(contentType: .hasElement("text/plain"))
    let body = "--x\r\nContent-Type: TEXT/plain; charset=utf-8\r\n\r\n1\r\n--x--\r\n"
    let form = ReceivedRequest(
      .post, "/", headers: [.contentType: "multipart/form-data; boundary=x"],
      body: Data(body.utf8))
    #expect(part.evaluate(form, for: .stubRequest).isMatch)
    let query = PartMatcher(.query("v"), .hasElement("a"))
    #expect(query.evaluate(.to("/?v=b,a"), for: .stubRequest).isMatch)
    #expect(!query.evaluate(.to("/?v=b,A"), for: .stubRequest).isMatch)
    #expect(!query.evaluate(.to("/?v=b,a;x"), for: .stubRequest).isMatch)
  }

  @Test(
    "A list of a megabyte, with quotes that do not end, is read in linear time",
    .timeLimit(.minutes(5)))
  func large() {
    let field = String(repeating: "a;\"\\\",", count: 200_000) + "b"
    let request = ReceivedRequest(.get, "/", headers: ["X-List": field])
    let matcher = PartMatcher(.header("X-List"), .hasElement("none"))
    #expect(!matcher.evaluate(request, for: .stubRequest).isMatch)
  }
}
