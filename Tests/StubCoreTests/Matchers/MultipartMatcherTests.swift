import Foundation
import StubCore
import Testing

@Suite("Multipart matcher")
struct MultipartMatcherTests {
  private static func post(
    _ text: String, type: String? = "multipart/form-data; boundary=\"xyz\""
  ) -> ReceivedRequest {
    var headers = HTTPHeaders()
    headers[.contentType] = type
    return ReceivedRequest(
      .post, "/", headers: headers,
      body: Data(text.replacing("\n", with: "\r\n").utf8))
  }

  private static let upload = post(
    """
    preamble
    --xyz
    Content-Disposition: form-data; name="title"

    Holiday
    --xyz not a boundary--xyz
    --xyz \u{20}
    content-disposition: form-data; name="photo"; filename="a \\"b\\"; c.png"
    Content-Type: image/png
    X-Size: 3

    \u{1}PNG

    --xyz--
    epilogue
    """)

  @Test(
    "A part is found by name, filename, content type, header fields and body",
    arguments: [
      MatcherCase.yes(.part("title", body: .hasPrefix("Holiday")), upload),
      .yes(.part("title", body: "Holiday\r\n--xyz not a boundary--xyz"), upload),
      .yes(
        .part(
          "photo", filename: #"a "b"; c.png"#, contentType: .hasPrefix("image/"),
          headers: ["X-Size": "3"], body: "\u{1}PNG\r\n"), upload),
      .yes(.part("title", filename: .absent), upload),
      .yes(
        .part("a", body: "1"),
        post(
          "--x;y\nContent-Disposition: form-data; name=a\n\n1\n--x;y--",
          type: "Multipart/Form-Data; Boundary=\"x;y\"")),
      .yes(HTTPStubMultipartMatcher(.every, name: .present), upload),
      .no(.part("video"), upload, #"a part with name "video""#, #"2 parts named "title", "photo""#),
      .no(
        .part("photo", contentType: "image/gif"), upload, #"Content-Type "image/gif""#,
        #"Content-Type "image/png" in part 2 ("photo")"#),
      .no(
        HTTPStubMultipartMatcher(.every, filename: .present), upload, "filename",
        #"no filename in part 1 ("title")"#),
    ])
  func parts(_ example: MatcherCase) { example.check() }

  private static let wanted = HTTPStubMultipartMatcher(.any, name: "a")

  @Test(
    "A malformed body is a mismatch with reason and position",
    arguments: [
      (post("x", type: nil), "no Content-Type, which would be multipart/form-data"),
      (post("x", type: "text/plain"), #"Content-Type "text/plain""#),
      (
        post("x", type: "multipart/form-data"),
        "a Content-Type without boundary (RFC 2046 §5.1.1)"
      ),
      (post(""), "no body"),
      (
        post("hello"),
        #"a body that is not multipart (the line "--xyz" is missing at byte 0)"#
      ),
      (
        post("--xyz"),
        "a body that is not multipart (expected header fields and an empty line, "
          + "got the end of the body at byte 5)"
      ),
      (
        post("--xyz\nA: b"),
        "a body that is not multipart (expected header fields and an empty line, "
          + "got the end of the body at byte 7)"
      ),
      (
        post("--xyz\nnonsense\n\nx\n--xyz--"),
        #"a body that is not multipart (expected "name: value" or an empty line, "#
          + #"got "nonsense" at byte 7)"#
      ),
      (
        post("--xyz\nA: b\n\nx"),
        #"a body that is not multipart (expected part 1 to end with "--xyz" or "--xyz--", "#
          + "got the end of the body at byte 15)"
      ),
    ] as [(ReceivedRequest, String)])
  func malformed(request: ReceivedRequest, found: String) {
    MatcherCase.no(Self.wanted, request, "multipart body", found).check()
  }

  @Test("No cut of a good body crashes the reader")
  func cuts() throws {
    let body = try #require(Self.upload.body)
    for length in 0..<body.count {
      let request = ReceivedRequest(
        .post, "/", headers: Self.upload.headers, body: body.prefix(length))
      _ = HTTPStubMultipartMatcher(.every, name: .present).evaluate(request, for: .stubRequest)
    }
    let empty = Self.post("--xyz--")
    MatcherCase.no(Self.wanted, empty, "multipart body with parts", "one without parts").check()
  }
}
