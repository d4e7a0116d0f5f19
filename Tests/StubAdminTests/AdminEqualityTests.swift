import Foundation
import StubCore
import Testing

@testable import StubAdmin

@Suite("Names in the admin API that look the same, but have different bytes")
struct AdminEqualityTests {
  private let client = AdminClient()
  private static let names = ["caf%C3%A9", "cafe%CC%81"]

  @Test("A stub is found by the bytes of its name")
  func stubs() async {
    await client(
      .post, "/stubs",
      """
      stubs:
        - { name: "caf\u{e9}", match: { path: /composed }, respond: { text: a } }
        - { name: "cafe\u{301}", match: { path: /decomposed }, respond: { text: b } }
      """)
    let replies = [
      await client(.get, "/stubs/\(Self.names[0])/row"),
      await client(.get, "/stubs/\(Self.names[1])/row"),
    ]
    #expect(replies.map(\.status) == [200, 200])
    #expect(
      replies.map { $0.json["conditions"] }
        == [[#"path is "/composed""#], [#"path is "/decomposed""#]])
  }

  @Test("Two gates have their own states")
  func gates() async {
    await client(
      .post, "/stubs",
      """
      stubs:
        - { match: { path: /a }, respond: { GET: { status: 200, gate: "caf\u{e9}" } } }
        - { match: { path: /b }, respond: { GET: { status: 200, gate: "cafe\u{301}" } } }
      """)
    #expect(await client(.put, "/gates/\(Self.names[0])", #"{"open": true}"#).json["open"] == true)
    let gates = await client(.get, "/gates").json["gates"]?.array ?? []
    #expect(gates.map { $0["name"] } == ["cafe\u{301}", "caf\u{e9}"])
    #expect(gates.map { $0["open"] } == [false, true])
  }

  @Test("A query parameter whose name only looks like a parameter's is another one")
  func parameters() {
    let request = AdminRequest(
      ReceivedRequest(.get, "/?caf%C3%A9=1&cafe%CC%81=2&tok%E2%84%AA=3&K=4&%E2%84%AA=5"),
      variables: [:])
    #expect(request.parameter("caf\u{e9}") == "1")
    #expect(request.parameter("cafe\u{301}") == "2")
    #expect(request.parameter("K") == "4")
  }

  @Test("Requests in WireMock's form list each query parameter with its own values, in order")
  func queries() {
    let request = ReceivedRequest(.get, "/?b=1&caf%C3%A9=2&cafe%CC%81=3&b=4&caf%C3%A9=5")
    let members = ServedRequests.request(request)["queryParams"]?.object?.members ?? []
    #expect(
      members.map { Array($0.name.utf8) }
        == ["b", "caf\u{e9}", "cafe\u{301}"].map { Array($0.utf8) })
    #expect(members.map { $0.value["values"] } == [["1", "4"], ["2", "5"], ["3"]])
  }

  @Test("Files are listed, filtered and turned off by the bytes of their names")
  func files() async {
    let client = AdminClient { $0.folder = "/stubs" }
    client.stubs.add(
      ["/stubs/caf\u{e9}.yaml", "/stubs/cafe\u{301}.yaml"].map {
        HTTPStubRequest(file: $0, line: 1).snapshot
      })
    let rows = await client(.get, "/stubs/rows").json["files"]?.array ?? []
    #expect(rows.map { $0["stubs"] } == [1, 1])
    let sets = await client(.get, "/sets").json["sets"]?.array ?? []
    #expect(sets.map { $0["name"] } == ["cafe\u{301}.yaml", "caf\u{e9}.yaml"])
    await client(.patch, "/sets/caf%C3%A9.yaml", #"{"on": false}"#)
    await client(.patch, "/sets/cafe%CC%81.yaml", #"{"on": false}"#)
    #expect(await client(.get, "/sets/caf%C3%A9.yaml").json["on"] == 0)
  }
}
