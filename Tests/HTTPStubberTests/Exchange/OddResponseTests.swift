import Foundation
import HTTPStubber
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Responses that no good server gives; a test of a client may want them all the same.
@Suite struct OddResponseTests {
  let stubber = HTTPStubber()

  @Test(
    "every status code except redirects and challenges arrives",
    arguments: [
      0, 1, 99, 100, 101, 204, 299, 304, 305, 418, 599, 999, 1_000, 70_000, -1,
    ])
  func status(code: Int) async throws {
    stubber.add(stub: HTTPStubRequest().stub(for: .get, .status(HTTPStatusCode(rawValue: code))))
    let (_, response) = try await stubber.session.answer(to: try request(.get, "http://a.example"))
    #expect(response.statusCode == code)
  }

  @Test(
    "odd field values arrive and harm nothing",
    arguments: [
      ("Content-Type", ""), ("Content-Type", ";"), ("Content-Type", "text/plain; charset="),
      ("Content-Type", "\"; charset=\"\""), ("Content-Disposition", "attachment; filename="),
      ("Content-Disposition", "attachment; filename=\""), ("Content-Disposition", ";;;\"=;"),
      ("Content-Length", "-5"), ("Content-Length", "99999999999999999999"), ("Content-Length", "x"),
      ("Content-Encoding", "gzip"), ("Location", "http://["), ("Set-Cookie", ";;=;"),
      ("Set-Cookie", ""), ("X-Text", "ü\u{7f}\t"), ("WWW-Authenticate", "Basic"),
    ])
  func fields(name: String, value: String) async throws {
    stubber.add(
      stub: HTTPStubRequest().stub(for: .get) { response in
        response.headers = [HTTPHeaderName(name): value]
        response.body = "body"
      })
    let (text, response) = try await stubber.session.answer(
      to: try request(.get, "http://a.example"))
    #expect(text == "body")
    #expect(response.value(forHTTPHeaderField: name) == value)
  }

  @Test("a line end in a field does not make another one: the response is a 500, as on a port")
  func injectedField() async throws {
    let warnings = Shared<[String]>([])
    stubber.onWarning { text in warnings.update { $0.append(text) } }
    stubber.add(
      stub: HTTPStubRequest().stub(for: .get, .status(.ok, headers: ["X-A": "1\r\nX-B: 2"])))
    let (text, response) = try await stubber.session.answer(
      to: try request(.get, "http://a.example"))
    #expect(response.statusCode == 500)
    #expect(text.contains("the header X-A contains a line end or NUL"))
    #expect(warnings.value.count == 1)
  }

  @Test("a Location that cannot be resolved leaves the redirect as the answer")
  func badLocation() async throws {
    stubber.add(stub: HTTPStubRequest().stub(for: .get, .redirect(to: "http://[")))
    let (_, response) = try await stubber.session.answer(to: try request(.get, "http://a.example"))
    #expect(response.statusCode == 302)
  }

  @Test(
    "URLs with odd parts are answered under their own URL",
    arguments: [
      "http://a.example?q", "http://user:pass@a.example/x", "http://a.example/%00%ff",
      "http://[::1]:8080/x", "HTTP://A.EXAMPLE/x", "http://a.example:99999/x",
      "http://a.example/a%20b?c=%26&c=d#end",
    ])
  func addresses(address: String) async throws {
    stubber.add(stub: HTTPStubRequest().stub(for: .get, .text("here")))
    let (text, response) = try await stubber.session.answer(to: try request(.get, address))
    #expect(text == "here")
    #expect(response.url?.absoluteString == address)
  }
}
