import StubCore

enum URLCases {
  static let all = [
    ContractCase(
      "a whole URL matches itself",
      stub: { $0.match(URL: "http://api.test/a?x=1").stub(.text("x")) },
      ContractRequest.get("/a?x=1").gets("x"), ContractRequest.get("/a").getsNothing,
      ContractRequest.get("/a?x=2").getsNothing,
      ContractRequest.get("http://other.test/a?x=1").getsNothing),
    ContractCase(
      "a URL that ignores the query does so on both sides",
      stub: {
        $0.match(URL: "http://api.test/login?x=1", options: .ignoreQueryParameters).stub(.text("x"))
      },
      ContractRequest.get("/login").gets("x"), ContractRequest.get("/login?y=2").gets("x"),
      ContractRequest.get("/logout").getsNothing),
    ContractCase(
      "a URL that ignores the path compares scheme, host and port",
      stub: {
        $0.match(URL: "http://api.test", options: [.ignorePath, .ignoreQueryParameters])
          .stub(.text("x"))
      },
      ContractRequest.get("/").gets("x"), ContractRequest.get("/deep/path?q=1").gets("x"),
      ContractRequest.get("http://other.test/").getsNothing),
    ContractCase(
      "a URL regex is searched for in the whole URL",
      stub: { $0.match(urlRegex: "api\\.test/v[12]/").stub(.text("x")) },
      ContractRequest.get("/v1/a").gets("x"), ContractRequest.get("/v2/b?q").gets("x"),
      ContractRequest.get("/v3/a").getsNothing),
    ContractCase(
      "the pattern * stands for any URL", stub: { $0.match(urlRegex: "*").stub(.text("x")) },
      ContractRequest.get("/anything?at=all").gets("x")),
    ContractCase(
      "groups of a regex reach the responder",
      stub: {
        $0.match(urlRegex: "/u/(\\d+)/(?<what>\\w+)").stub { request, _ in
          .text("\(request.captures["1"] ?? "") \(request.captures["what"] ?? "")")
        }
      },
      ContractRequest.get("/u/42/posts").gets("42 posts")),
    ContractCase(
      "a URI template with a path matches any host",
      stub: {
        $0.match(URI: "/kylef/{repository}").stub { r, _ in .text(r.captures["repository"]) }
      },
      ContractRequest.get("/kylef/WebLinking.swift").gets("WebLinking.swift"),
      ContractRequest.get("http://other.test/kylef/x?q=1").gets("x"),
      ContractRequest.get("/kylef/a/b").getsNothing),
    ContractCase(
      "an absolute URI template matches its host only",
      stub: { $0.match(URI: "http://api.test/u/{id}").stub { r, _ in .text(r.captures["id"]) } },
      ContractRequest.get("/u/a%20b").gets("a b"),
      ContractRequest.get("http://other.test/u/1").getsNothing),
    ContractCase(
      "query variables of a template are found by name, in any order",
      stub: {
        $0.match(URI: "/s{?a,b}").stub { r, _ in
          .text("\(r.captures["a"] ?? "-")\(r.captures["b"] ?? "-")")
        }
      },
      ContractRequest.get("/s?b=2&a=1").gets("12"), ContractRequest.get("/s?a=1").gets("1-"),
      ContractRequest.get("/s").gets("--")),
    ContractCase(
      "a reserved variable spans segments",
      stub: { $0.match(URI: "/files/{+path}").stub { r, _ in .text(r.captures["path"]) } },
      ContractRequest.get("/files/a/b/c.txt").gets("a/b/c.txt")),
    ContractCase(
      "a host matches whatever its case",
      stub: { $0.match(host: "API.test").stub(.text("x")) },
      ContractRequest.get("http://api.test/").gets("x"),
      ContractRequest.get("http://other.test/").getsNothing),
    ContractCase(
      "a host suffix matches subdomains",
      stub: { $0.match(host: .hasSuffix(".test")).stub(.text("x")) },
      ContractRequest.get("http://a.b.test/").gets("x"),
      ContractRequest.get("http://api.example/").getsNothing),
    ContractCase(
      "a port matches the URL's", stub: { $0.match(port: 81).stub(.text("x")) },
      ContractRequest.get("http://api.test:81/").gets("x"),
      ContractRequest.get("http://api.test:82/").getsNothing),
    ContractCase(
      "a path is compared without its query", stub: { $0.match(path: "/a").stub(.text("x")) },
      ContractRequest.get("/a?q=1").gets("x"), ContractRequest.get("/a/").getsNothing),
    ContractCase(
      "a path prefix", stub: { $0.match(path: .hasPrefix("/api/")).stub(.text("x")) },
      ContractRequest.get("/api/x/y").gets("x"), ContractRequest.get("/ap").getsNothing),
    ContractCase(
      "a path glob: one star within a segment, two across",
      stub: { $0.match(path: .glob("/a/*/c/**")).stub(.text("x")) },
      ContractRequest.get("/a/b/c/d/e").gets("x"), ContractRequest.get("/a/b/b/c/d").getsNothing),
    ContractCase(
      "a path regex", stub: { $0.match(path: .matches("^/u/\\d+$")).stub(.text("x")) },
      ContractRequest.get("/u/12").gets("x"), ContractRequest.get("/u/x").getsNothing),
    ContractCase(
      "a path extension", stub: { $0.match(pathExtension: "json").stub(.text("x")) },
      ContractRequest.get("/a/b.json?c=d.txt").gets("x"), ContractRequest.get("/json").getsNothing),
    ContractCase(
      "percent-encoded and plain characters of a path are the same",
      stub: { $0.match(path: "/a b/%C3%A9").stub(.text("x")) },
      ContractRequest.get("/a%20b/%c3%a9").gets("x")),
  ]
}

extension HTTPStubResponse {
  /// A response with a text; empty for none.
  static func text(_ text: String?) -> HTTPStubResponse {
    let response = HTTPStubResponse()
    response.body = text ?? ""
    return response
  }
}
