import Foundation
import StubCore

enum HeaderCases {
  static let all = [
    ContractCase(
      "a query parameter is found among others, decoded",
      stub: { $0.match(query: "q", "a b").stub(.text("x")) },
      ContractRequest.get("/?p=1&q=a%20b").gets("x"), ContractRequest.get("/?q=a+b").gets("x"),
      ContractRequest.get("/?q=ab").getsNothing),
    ContractCase(
      "a whole query matches in any order, repeats included",
      stub: { $0.match(query: ["a": "1", "b": "2", "a": "3"]).stub(.text("x")) },
      ContractRequest.get("/?b=2&a=3&a=1").gets("x"), ContractRequest.get("/?b=2&a=1").getsNothing),
    ContractCase(
      "a query parameter must be absent",
      stub: { $0.match(query: "debug", .absent).stub(.text("x")) },
      ContractRequest.get("/?a=1").gets("x"), ContractRequest.get("/?debug").getsNothing),
    ContractCase(
      "a header is present, whatever the case of its name",
      stub: { $0.match(header: "X-Token").stub(.text("x")) },
      ContractRequest.get("/", ["x-token": "1"]).gets("x"), ContractRequest.get("/").getsNothing),
    ContractCase(
      "a header equals a value",
      stub: { $0.match(header: "Accept", "text/plain").stub(.text("x")) },
      ContractRequest.get("/", ["Accept": "text/plain"]).gets("x"),
      ContractRequest.get("/", ["Accept": "text/html"]).getsNothing),
    ContractCase(
      "a header contains a text",
      stub: { $0.match(header: "Accept", .contains("json")).stub(.text("x")) },
      ContractRequest.get("/", ["Accept": "application/json"]).gets("x"),
      ContractRequest.get("/", ["Accept": "text/html"]).getsNothing),
    ContractCase(
      "a header fits a regex",
      stub: { $0.match(header: "X-Id", .matches("^[0-9a-f]{4}$")).stub(.text("x")) },
      ContractRequest.get("/", ["X-Id": "00ff"]).gets("x"),
      ContractRequest.get("/", ["X-Id": "00fg"]).getsNothing),
    ContractCase(
      "a header must be absent",
      stub: { $0.match(header: "Authorization", .absent).stub(.text("x")) },
      ContractRequest.get("/").gets("x"),
      ContractRequest.get("/", ["Authorization": "Basic eDp5"]).getsNothing),
    ContractCase(
      "a cookie has a value", stub: { $0.match(cookie: "session", "abc").stub(.text("x")) },
      ContractRequest.get("/", ["Cookie": "a=1; session=abc"]).gets("x"),
      ContractRequest.get("/", ["Cookie": "session=abcd"]).getsNothing),
    ContractCase(
      "basic credentials are decoded",
      stub: { $0.match(basicAuth: "ada", password: "s:cret").stub(.text("x")) },
      ContractRequest.get("/", ["Authorization": "Basic YWRhOnM6Y3JldA=="]).gets("x"),
      ContractRequest.get("/", ["Authorization": "Basic YWRhOng="]).getsNothing),
    ContractCase(
      "a bearer token is compared", stub: { $0.match(bearer: "t0k3n").stub(.text("x")) },
      ContractRequest.get("/", ["Authorization": "Bearer t0k3n"]).gets("x"),
      ContractRequest.get("/", ["Authorization": "Bearer other"]).getsNothing),
  ]
}
