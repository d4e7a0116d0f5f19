import Foundation
import StubCore

enum BodyCases {
  private struct User: Codable {
    var userID: Int
    var fullName: String
  }

  private static let json: KeyValuePairs<String, String> = ["Content-Type": "application/json"]
  private static let form: KeyValuePairs<String, String> = [
    "Content-Type": "application/x-www-form-urlencoded"
  ]

  static let all = [
    ContractCase(
      "a body is compared byte by byte",
      stub: { $0.match(body: Data([104, 105])).stub(.text("x")) },
      ContractRequest.post("/", body: "hi").gets("x"),
      ContractRequest.post("/", body: "ho").getsNothing),
    ContractCase(
      "a body contains a text", stub: { $0.match(body: .contains("needle")).stub(.text("x")) },
      ContractRequest.post("/", body: "hay needle hay").gets("x"),
      ContractRequest.post("/", body: "hay").getsNothing),
    ContractCase(
      "a body fits a regex", stub: { $0.match(body: .matches("^\\d+$")).stub(.text("x")) },
      ContractRequest.post("/", body: "123").gets("x"),
      ContractRequest.post("/", body: "12a").getsNothing),
    ContractCase(
      "a Codable value matches the same JSON, however it is written",
      stub: { $0.match(object: User(userID: 34, fullName: "Mark")).stub(.text("x")) },
      ContractRequest.post("/", json, body: #"{ "fullName": "Mark", "userID": 34.0 }"#).gets("x"),
      ContractRequest.post("/", json, body: #"{"fullName":"Mark","userID":35}"#).getsNothing,
      ContractRequest.post("/", json, body: "not json").getsNothing),
    ContractCase(
      "JSON with extra members matches when they are ignored",
      stub: {
        $0.match(json: ["a": [1, 2]], comparison: JSONComparison(ignoresExtraMembers: true))
          .stub(.text("x"))
      },
      ContractRequest.post("/", json, body: #"{"a":[1,2],"b":0}"#).gets("x"),
      ContractRequest.post("/", json, body: #"{"a":[2,1]}"#).getsNothing),
    ContractCase(
      "JSON arrays match in any order when it is ignored",
      stub: {
        $0.match(json: [1, 2, 2], comparison: JSONComparison(ignoresArrayOrder: true)).stub(
          .text("x"))
      },
      ContractRequest.post("/", json, body: "[2,1,2]").gets("x"),
      ContractRequest.post("/", json, body: "[2,1,1]").getsNothing),
    ContractCase(
      "a JSONPath finds a value",
      stub: { $0.match(jsonPath: "$.items[?@.id > 1].name", "b").stub(.text("x")) },
      ContractRequest.post("/", json, body: #"{"items":[{"id":1,"name":"a"},{"id":2,"name":"b"}]}"#)
        .gets("x"),
      ContractRequest.post("/", json, body: #"{"items":[{"id":1,"name":"b"}]}"#).getsNothing),
    ContractCase(
      "a form field is found, decoded", stub: { $0.match(form: "name", "Ada L").stub(.text("x")) },
      ContractRequest.post("/", form, body: "id=1&name=Ada+L").gets("x"),
      ContractRequest.post("/", form, body: "name=Bob").getsNothing),
    ContractCase(
      "a whole form matches in any order",
      stub: { $0.match(form: ["a": "1", "b": "2"]).stub(.text("x")) },
      ContractRequest.post("/", form, body: "b=2&a=1").gets("x"),
      ContractRequest.post("/", form, body: "b=2&a=1&c=3").getsNothing),
    ContractCase(
      "a catastrophic regex is a mismatch, and soon",
      stub: { $0.match(body: .matches("(a+)+$")).stub(.text("x")) },
      ContractRequest.post("/", body: String(repeating: "a", count: 60) + "!").getsNothing),
    ContractCase(
      "a body of a megabyte arrives whole",
      stub: { $0.stub { request, _ in .text("\(request.body?.count ?? 0)") } },
      ContractRequest.post("/", body: String(repeating: "x", count: 1_000_000)).gets("1000000")),
  ]
}
