import Foundation
import StubCore
import StubLanguages
import Testing

@testable import StubAdmin

@Suite("A request is shown with its answer and the reasons for it, and a rule can be tried on it")
struct RequestAccountTests {
  private let client = AdminClient()

  private func account() async -> JSONValue {
    let id = client.admin.names.name(.request, client.stubs.journal.receivedCount)
    return await client(.get, "/requests/\(id)/account").json
  }

  @Test("A request that a stub answered is shown with the conditions that it fits, and the answer")
  func matched() async {
    await client(
      .post, "/stubs",
      "stubs: [{ times: 1, match: { path: /a }, respond: { POST: { json: [1], delay: 20ms } } }]")
    client.receive(.post, "/a", body: "hi")
    let account = await account()
    #expect(account["outcome"] == "stub")
    #expect(account["request"]?["body"] == "hi")
    #expect(account["request"]?["bytes"] == 2)
    #expect(account["response"]?["status"] == 200)
    #expect(account["response"]?["body"] == "[1]")
    #expect(account["response"]?["headers"]?[0] == ["Content-Type", "application/json"])
    #expect(account["delay"] == 20)
    // It could not answer a second time, which is not why it answered the first.
    #expect(
      account["comparisons"]?[0]?["matchers"] == [["matcher": #"path is "/a""#, "matched": true]])
    #expect(account["now"]?["answered"] == false)
  }

  @Test("A request without a stub is shown with the closest stubs, and with a rule that answers it")
  func unmatched() async {
    await client(.post, "/stubs", "stubs: [{ match: { path: /user }, respond: { GET: {} } }]")
    client.receive(.get, "/users")
    let account = await account()
    let condition = account["comparisons"]?[0]?["matchers"]?[0]
    #expect(condition?["expected"] == #"path "/user""#)
    #expect(condition?["found"] == #"path "/users""#)
    let rule = account["rule"]?.string ?? ""
    #expect(await client(.post, "/stubs", rule).status == 201)
    #expect(await self.account()["now"]?["answered"] == true)
    client.receive(.get, "/users")
    #expect(client.stubs.journal.entries.last?.stubID != nil)
  }

  @Test("Long bodies are cut between characters, and others than text are shown as digits")
  func bodies() async {
    client.receive(.post, "/a", body: "x" + String(repeating: "é", count: 40_000))
    let long = await account()["request"]
    #expect(long?["isCut"] == true)
    #expect(long?["body"]?.string?.utf8.count == 65_535)
    client.receive(.post, "/a", body: "\u{0}ab")
    let digits = await account()["request"]
    #expect(digits?["isText"] == false)
    #expect(digits?["body"] == "00 61 62 ")
  }

  @Test("A draft is tried on a request without being added")
  func draft() async {
    let rules = "stubs: [{ match: { path: /a }, respond: { GET: { text: hi, delay: 3ms } } }]"
    func trial(_ url: String, _ rules: String) async -> AdminClient.Reply {
      let body: JSONValue = ["rules": .string(rules), "request": ["url": .string(url)]]
      return await client(.post, "/explain/draft", body.text())
    }
    let fits = await trial("/a", rules).json
    #expect(fits["answered"] == true)
    #expect(fits["response"]?["body"] == "hi")
    #expect(fits["wait"] == 3)
    let other = await trial("/b", rules).json
    #expect(other["answered"] == false)
    #expect(other["comparisons"]?[0]?["matchers"]?[0]?["found"] == #"path "/b""#)
    let wrong = await trial("/a", "stubs: [{ match: { pth: /a } }]")
    #expect(wrong.status == 422)
    #expect(wrong.json["errors"]?[0]?["source"]?["line"] == 1)
    #expect(await client(.post, "/explain/draft", "{}").status == 422)
    #expect(client.stubs.stubs.isEmpty)
  }

  @Test("A draft draws none of the random values of real answers")
  func draftRandom() async {
    let random = client.stubs.templateEnvironment.random
    random.restart(seed: 7)
    let rules = "stubs: [{ respond: { GET: { text: '{{uuid}}', delay: { uniform: [1s, 3s] } } } }]"
    let body: JSONValue = ["rules": .string(rules), "request": ["url": "/a"]]
    let drafts = [
      await client(.post, "/explain/draft", body.text()).json,
      await client(.post, "/explain/draft", body.text()).json,
    ]
    #expect(drafts[0]["response"]?["body"]?.string?.utf8.count == 36, "\(drafts[0])")
    #expect(drafts[0]["response"]?["body"] == drafts[1]["response"]?["body"])
    #expect(drafts[0]["wait"] == drafts[1]["wait"])
    #expect(random.next() == SeededRandom(seed: 7).next())
  }

  @Test("The names of networks and faults are listed")
  func vocabulary() async {
    let words = await client(.get, "/vocabulary").json
    #expect(words["networks"]?.array?.contains(["name": "3g"]) == true)
    for list in ["responseFaults", "connectionFaults", "tlsFaults"] {
      #expect(words[list]?[0]?["summary"]?.string?.isEmpty == false)
    }
  }
}
