import StubCore
import Testing

@testable import stubber

@Suite("The command line to try")
struct ExampleRequestTests {
  private static let base = "http://127.0.0.1:8080"

  private func command(_ builds: ((HTTPStubRequest) -> Void)...) -> String? {
    let set = StubSet()
    let stubs = builds.enumerated().map { number, build in
      let request = HTTPStubRequest().named("\(number)")
      build(request)
      return set.add(stub: request)
    }
    return ExampleRequest(for: stubs, in: set, authority: "127.0.0.1:8080")?
      .curlCommand(base: Self.base)
  }

  @Test("Variables of a template get values that read well")
  func template() {
    #expect(
      command {
        $0.match(HTTPStubURITemplateMatcher(literal: "/shops/{shop}/items/{id}")).stub(
          for: .get, .status(.ok))
      }
        == "curl 'http://127.0.0.1:8080/shops/shop/items/1'")
  }

  @Test("The host of an absolute URL is sent as a field")
  func host() {
    #expect(
      command { $0.match(URL: "https://example.com/a?b=c").stub(.status(.ok)) }
        == "curl -H 'Host: example.com' 'http://127.0.0.1:8080/a?b=c'")
  }

  @Test("A stub for a port of the site is tried on the listener's own")
  func port() {
    #expect(
      command { $0.match(path: "/a").match(port: 443).stub(.status(.ok)) }
        == "curl 'http://127.0.0.1:8080/a'")
  }

  @Test("A method other than GET and a JSON body are sent, quoted for a shell")
  func body() {
    #expect(
      command { $0.match(path: "/new").match(json: ["a": "it's"]).stub(for: .post, .status(.ok)) }
        == #"curl -X POST -H 'Content-Type: application/json' --data-raw '{"a":"it'\''s"}' "#
        + "'http://127.0.0.1:8080/new'")
  }

  @Test("Brackets and an empty field are sent as they are")
  func unusual() {
    #expect(
      command { $0.match(URL: "/a?b[]=1").match(header: "X-A", .equals("")).stub(.status(.ok)) }
        == "curl -H 'X-A;' -g 'http://127.0.0.1:8080/a?b[]=1'")
  }

  @Test("A stub that another one hides, or whose matchers suggest no request, is passed over")
  func bodyOnlyFiles() {
    #expect(
      command(
        { $0.match(path: "/a").stub(for: .get, .status(.ok)) },
        { $0.match(path: "/b").match("is odd") { _, _ in false }.stub(for: .get, .status(.ok)) },
        { $0.match(path: "/c").stub(for: .get, .status(.ok)) },
        { $0.match(path: "/a").stub(for: .get, .status(.ok)) }
      ) == "curl 'http://127.0.0.1:8080/c'")
  }

  @Test("Conditions on fields and on the query suggest something that fits")
  func conditions() {
    #expect(
      command {
        $0.match(path: "/shops").match(query: "page").match(query: "q", "a b")
          .match(header: "X-Tenant", "7").match(cookie: "session", "1")
          .match(bearer: .present).stub(.status(.ok))
      }
        == "curl -H 'X-Tenant: 7' -H 'Cookie: session=1' -H 'Authorization: Bearer 1' "
        + "'http://127.0.0.1:8080/shops?page=1&q=a%20b'")
  }

  @Test("A stub that takes no more than a URL is suggested before others")
  func plainFirst() {
    #expect(
      command(
        { $0.match(path: "/account").match(bearer: "letmein").stub(.status(.ok)) },
        { $0.match(path: "/books").stub(for: .get, .status(.ok)) }
      ) == "curl 'http://127.0.0.1:8080/books'")
  }

  @Test("A path that people can read is encoded")
  func readablePath() {
    #expect(
      command { $0.match(path: "/a b/ü").stub(.status(.ok)) }
        == "curl 'http://127.0.0.1:8080/a%20b/%C3%BC'")
  }

  @Test("The sample of a matcher of one's own counts like those of the others")
  func ownMatcher() {
    struct TenantMatcher: HTTPStubMatcher {
      let sample: RequestSample? = RequestSample(headers: ["X-Tenant": "7"])

      func evaluate(
        _ request: ReceivedRequest, for source: HTTPMatcherSource
      ) -> MatchResult {
        request.headers["X-Tenant"] == "7"
          ? .matched : .mismatched(expected: "tenant 7", found: "another")
      }
    }
    #expect(
      command { $0.match(path: "/a").match(TenantMatcher()).stub(.status(.ok)) }
        == "curl -H 'X-Tenant: 7' 'http://127.0.0.1:8080/a'")
  }

  @Test("A request is tried as one that comes over a connection")
  func listener() {
    #expect(
      command { $0.match("is local") { request, _ in request.isFromListener }.stub(.status(.ok)) }
        == "curl 'http://127.0.0.1:8080/'")
  }

  @Test("Without a stub that suggests a request, there is none")
  func none() {
    #expect(command { $0.match(path: .hasPrefix("/a")).stub(.status(.ok)) } == nil)
  }
}
