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
        $0.match(HTTPStubURITemplateMatcher(literal: "/shops/{shop}/items/{id}")).stub(for: .get)
      }
        == "curl 'http://127.0.0.1:8080/shops/shop/items/1'")
  }

  @Test("The host of an absolute URL is sent as a field")
  func host() {
    #expect(
      command { $0.match(URL: "https://example.com/a?b=c").stub() }
        == "curl -H 'Host: example.com' 'http://127.0.0.1:8080/a?b=c'")
  }

  @Test("A stub for a port of the site is tried on the listener's own")
  func port() {
    #expect(
      command { $0.match(path: "/a").match(port: 443).stub() } == "curl 'http://127.0.0.1:8080/a'")
  }

  @Test("A method other than GET and a JSON body are sent, quoted for a shell")
  func body() {
    #expect(
      command { $0.match(path: "/new").match(json: ["a": "it's"]).stub(for: .post) }
        == #"curl -X POST -H 'Content-Type: application/json' --data-binary '{"a":"it'\''s"}' "#
        + "'http://127.0.0.1:8080/new'")
  }

  @Test("A stub that another one hides, or whose matchers suggest no request, is passed over")
  func passedOver() {
    #expect(
      command(
        { $0.match(path: "/a").stub(for: .get) },
        { $0.match(path: "/b").match("is odd") { _, _ in false }.stub(for: .get) },
        { $0.match(path: "/c").stub(for: .get) },
        { $0.match(path: "/a").stub(for: .get) }
      ) == "curl 'http://127.0.0.1:8080/c'")
  }

  @Test("Without a stub that suggests a request, there is none")
  func none() {
    #expect(command { $0.match(path: .hasPrefix("/a")).stub() } == nil)
  }
}
