import Dispatch
import Foundation
import StubCore
import StubLanguages
import StubServer
import TestSupport
import Testing

@testable import StubAdmin

@Suite(
  "A question to the admin API has one limit, whatever the server keeps", .timeLimit(.minutes(5)))
struct QuestionLimitTests {
  /// A pattern that backtracks too much on a text of its letter, and gives up after milliseconds.
  private static let slow = "(a+)+$"
  /// A text on which it does.
  private static let misfit = String(repeating: "a", count: 20_000) + "b"

  /// A condition, as a part of a request pattern, that takes long on the body.
  private struct Costly {
    let name: String
    let body: String
    let condition: String
  }

  private static func list(_ element: String, _ count: Int) -> String {
    "[\(Array(repeating: element, count: count).joined(separator: ","))]"
  }

  private static let costly = [
    Costly(
      name: "regular expression", body: misfit,
      condition: #"{"or": \#(list(#"{"matches": "\#(slow)"}"#, 20))}"#),
    Costly(
      name: "JSONPath", body: #"{"a": \#(list("[1,[2,[3,[4]]]]", 500))}"#,
      condition: #"{"matchesJsonPath": "$..*..*..*..*[?(@.n == 1)]"}"#),
  ]

  private static let questions: [(method: HTTPMethod, path: String)] = [
    (.post, "/requests/count"), (.post, "/requests/find"), (.post, "/requests/remove"),
    (.post, "/near-misses/request-pattern"),
  ]

  @Test(
    "Questions with a costly condition are refused with the reason, and change nothing",
    arguments: costly.indices, questions.indices)
  func refused(costly: Int, question: Int) async {
    let costly = Self.costly[costly]
    let (body, condition) = (costly.body, costly.condition)
    let (method, path) = Self.questions[question]
    let client = AdminClient()
    for _ in 0..<300 { client.receive(.post, "/a", body: body) }
    let reply = await client(
      method, path, #"{"method": "POST", "bodyPatterns": [\#(condition)]}"#)
    #expect(reply.status == 422, "\(costly.name): \(reply.text)")
    let title = reply.json["errors"]?[0]?["title"]?.string ?? ""
    #expect(title.hasPrefix("this takes too long: gave up after "), "\(title)")
    #expect(title.hasSuffix(" of 300"), "\(title)")
    #expect(client.stubs.journal.entries.count == 300)
    // Conditions that come first decide on the others.
    let other = await client(
      .post, "/requests/count", #"{"method": "GET", "bodyPatterns": [\#(condition)]}"#)
    #expect(other.json["count"] == 0)
  }

  @Test("Questions that ask for little of much are answered")
  func cheap() async {
    let client = AdminClient()
    let body = #"{"items": [\#((0..<200).map { #"{"id": \#($0)}"# }.joined(separator: ","))]}"#
    for number in 0..<2_000 { client.receive(.post, "/\(number % 2)", body: body) }
    for condition in [
      #"{"matchesJsonPath": "$.items[?(@.id == 199)]"}"#, #"{"matches": ".*\"id\": 199\\D.*"}"#,
      #"{"contains": "199"}"#, #"{"equalToJson": \#(body)}"#,
    ] {
      let reply = await client(
        .post, "/requests/count", #"{"urlPath": "/1", "bodyPatterns": [\#(condition)]}"#)
      #expect(reply.json["count"] == 1_000, "\(condition): \(reply.text)")
    }
  }

  @Test("A question is not asked further when its client has left", arguments: questions.indices)
  func left(question: Int) async {
    let (method, path) = Self.questions[question]
    let client = AdminClient()
    client.receive(.post, "/a", body: "a")
    let answer = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await client(method, path, #"{"bodyPatterns": [{"contains": "a"}]}"#)
    }
    let reply = await answer.value
    #expect(reply.status == 422)
    #expect(reply.text.contains("the client has left"))
  }

  @Test("A change that was sent is made, also when its client has left")
  func changeLeft() async {
    let client = AdminClient()
    let rule = "stubs: [{ match: { path: /a }, respond: { GET: { status: 204 } } }]"
    let answer = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await client(.post, "/stubs", rule)
    }
    #expect(await answer.value.status == 201)
    #expect(client.stubs.stubs.count == 1)
  }

  @Test("The questions are operations that are posted, and change nothing")
  func posted() {
    let questions: Set<Substring> = [
      "/requests/count", "/requests/find", "/near-misses/request", "/near-misses/request-pattern",
      "/mappings/find-by-metadata", "/explain", "/explain/draft", "/check", "/convert",
    ]
    #expect(AdminRoute.questions == questions)
    for path in questions {
      let route = AdminRoute.all.first { $0.method == .post && $0.path[...] == path }
      #expect(route != nil, "\(path)")
    }
  }

  @Test("The connection of a question ends with the client's side; that of a change has an answer")
  func halfClosed() async throws {
    let client = AdminClient()
    let listener = try Listener(
      stubs: client.stubs, addresses: [.tcp(host: "127.0.0.1", port: 0)],
      configuration: ListenerConfiguration(), reserved: client.admin.reservedPath,
      sessions: client.admin.sessions)
    try listener.start()
    defer { listener.stop() }
    let end = DispatchSemaphore(value: 0)
    try await withThrowingTaskGroup(of: Void.self) { group in
      // The question waits for a thread for as long as its client is there.
      for _ in 0..<16 { group.addTask { await AdminWork.run { Self.hold(end) } } }
      let wire = try WireClient(port: listener.port)
      try await wire.send(
        "POST /__admin/requests/count HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\n\r\n{}")
      wire.finishSending()
      #expect(try await wire.untilEnd().isEmpty)
      for _ in 0..<16 { end.signal() }
      try await group.waitForAll()
    }
    let wire = try WireClient(port: listener.port)
    try await wire.send(
      "POST /__admin/requests/reset HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n")
    wire.finishSending()
    #expect(WireResponse(try await wire.untilEnd()).status == 200)
  }

  /// Holds the thread until the semaphore is signaled.
  private static func hold(_ semaphore: DispatchSemaphore) { semaphore.wait() }

  @Test("While work takes all threads of the API, tasks run, and briefer operations answer")
  func threads() async {
    let client = AdminClient()
    let (count, end) = (16, DispatchSemaphore(value: 0))
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<count { group.addTask { await AdminWork.run { Self.hold(end) } } }
      #expect(await Task { await Task { 1 }.value }.value == 1)
      for path in ["/health", "/version"] {
        #expect(await client(.get, path).status == 200)
      }
      for _ in 0..<count { end.signal() }
    }
  }
}
