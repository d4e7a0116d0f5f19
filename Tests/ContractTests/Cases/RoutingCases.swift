import StubCore

enum RoutingCases {
  static let all = [
    ContractCase(
      "the last added stub answers", ContractRequest.get("/a").gets("new")
    ) { set in
      set.add(stub: HTTPStubRequest().match(path: "/a").stub(for: .get, .text("old")))
      set.add(stub: HTTPStubRequest().match(path: "/a").stub(for: .get, .text("new")))
    },
    ContractCase(
      "a lower priority number goes before a later stub", ContractRequest.get("/a").gets("first")
    ) { set in
      set.add(stub: HTTPStubRequest().match(path: "/a").priority(1).stub(for: .get, .text("first")))
      set.add(stub: HTTPStubRequest().match(path: "/a").stub(for: .get, .text("later")))
    },
    ContractCase(
      "each method has its own response",
      stub: {
        $0.match(path: "/a").stub(for: .get, .text("g")).stub(for: .post, .text("p"))
          .stub(for: .delete, .status(.noContent))
      },
      ContractRequest.get("/a").gets("g"), ContractRequest.post("/a", body: "x").gets("p"),
      ContractRequest.send("DELETE", "/a").gets(204), ContractRequest.send("PUT", "/a").getsNothing),
    ContractCase(
      "a response without a method is for every method",
      stub: { $0.match(path: "/a").stub(.text("any")).stub(for: .post, .text("p")) },
      ContractRequest.get("/a").gets("any"), ContractRequest.post("/a", body: "").gets("p"),
      ContractRequest.send("PATCH", "/a").gets("any")),
    ContractCase(
      "a stub without a response for the method leaves the request to the next",
      ContractRequest.get("/a").gets("get")
    ) { set in
      set.add(stub: HTTPStubRequest().match(path: "/a").stub(for: .get, .text("get")))
      set.add(stub: HTTPStubRequest().match(path: "/a").stub(for: .post, .text("post")))
    },
    ContractCase(
      "a stub without matchers answers every URL", stub: { $0.stub(.text("x")) },
      ContractRequest.get("/").gets("x"), ContractRequest.get("http://other.test/q?a=1").gets("x")),
    ContractCase(
      "all matchers of a stub must accept",
      stub: { $0.match(path: "/a").match(host: "api.test").stub(.text("x")) },
      ContractRequest.get("/a").gets("x"), ContractRequest.get("http://other.test/a").getsNothing,
      ContractRequest.get("/b").getsNothing),
    ContractCase(
      "any of several matchers is enough inside any(of:)",
      stub: { $0.match(.any(of: .path("/a"), .path("/b"))).stub(.text("x")) },
      ContractRequest.get("/a").gets("x"), ContractRequest.get("/b").gets("x"),
      ContractRequest.get("/c").getsNothing),
    ContractCase(
      "not() turns a matcher round", stub: { $0.match(.not(.path("/a"))).stub(.text("x")) },
      ContractRequest.get("/a").getsNothing, ContractRequest.get("/b").gets("x")),
    ContractCase(
      "a method matcher accepts its methods only",
      stub: { $0.match(method: .put, .patch).stub(.text("x")) },
      ContractRequest.send("PUT", "/a").gets("x"), ContractRequest.send("PATCH", "/a").gets("x"),
      ContractRequest.get("/a").getsNothing),
    ContractCase(
      "a limited stub answers that often", ContractRequest.get("/a").gets("twice"),
      ContractRequest.get("/a").gets("twice"), ContractRequest.get("/a").gets("always")
    ) { set in
      set.add(stub: HTTPStubRequest().match(path: "/a").stub(.text("always")))
      set.add(stub: HTTPStubRequest().match(path: "/a").times(2).stub(.text("twice")))
    },
    ContractCase(
      "a custom closure decides on the request",
      stub: { $0.match({ request, _ in request.headers["X-Day"] == "Sunday" }).stub(.text("x")) },
      ContractRequest.get("/a", ["X-Day": "Sunday"]).gets("x"),
      ContractRequest.get("/a", ["X-Day": "Monday"]).getsNothing),
  ]
}
