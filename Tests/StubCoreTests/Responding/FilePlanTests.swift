import CoreTestSupport
import Foundation
import Testing

@testable import StubCore

struct FilePlanTests {
  private let path = NSTemporaryDirectory() + "file-plan-\(UUID()).txt"

  private func write(_ text: String) throws {
    try text.write(toFile: path, atomically: false, encoding: .utf8)
  }

  /// The same, of which the file's stamp tells.
  private func change(to text: String) throws {
    // The clock of the file system has to go on, as within one tick nothing tells them apart.
    let before = FileStamp(path: path)
    repeat { try write(text) } while FileStamp(path: path) == before
  }

  /// The body's bytes, and how often the plan was made for that many requests.
  private func answers(
    _ filePlan: FilePlan, _ requests: Int = 1
  ) throws -> (body: Data?, made: Int) {
    var made = 0
    var body: Data?
    for _ in 0..<requests {
      let plan = try filePlan.plan { file in
        made += 1
        return try file.filling(ResponsePlan(head: ResponseHead()))
      }
      if case .data(let bytes)? = plan?.body { body = bytes } else { body = nil }
    }
    return (body, made)
  }

  @Test("A small file is read once, and again when it has changed")
  func keeps() throws {
    let now = Int(Date().timeIntervalSince1970)
    let filePlan = FilePlan(path) { now + 60 }
    try write("one")
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(try answers(filePlan, 3) == (Data("one".utf8), 1))
    try change(to: "two")
    #expect(try answers(filePlan, 2) == (Data("two".utf8), 1))
    try FileManager.default.removeItem(atPath: path)
    #expect(throws: ResponderError.self) { try answers(filePlan) }
  }

  @Test("A file that has just been changed, and a large one, are read while they are sent")
  func keepsNot() throws {
    let now = Int(Date().timeIntervalSince1970)
    defer { try? FileManager.default.removeItem(atPath: path) }
    try write("one")
    #expect(try answers(FilePlan(path) { now }) == (nil, 0))
    try write(String(repeating: "x", count: 32 * 1_024 + 1))
    #expect(try answers(FilePlan(path) { now + 60 }) == (nil, 0))
    try write(String(repeating: "x", count: 32 * 1_024))
    #expect(try answers(FilePlan(path) { now + 60 }).body?.count == 32 * 1_024)
  }

  @Test("A file that several stubs answer with is kept once, until the last of them is gone")
  func shared() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let now = Int(Date().timeIntervalSince1970) + 60
    try write("one")
    var files = try (0..<3).map { _ in try CachedFile.current(path, at: now) }
    #expect(files[0] != nil && files.allSatisfy { $0 === files[0] })
    weak let first = files[0]
    try change(to: "two")
    let second = try #require(try CachedFile.current(path, at: now))
    #expect(second !== first && second.bytes == Data("two".utf8))
    // The end of what was before leaves alone what is there now.
    files = []
    #expect(first == nil)
    #expect(try CachedFile.current(path, at: now) === second)
  }

  @Test("A body file answers as it is, also when it changes between requests")
  func served() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let stubs = StubSet()
    stubs.add(stub: HTTPStubRequest().match(path: "/a").stub(.file(path: path)))
    for text in ["one", "three", "", "four"] {
      try write(text)
      let plan = try #require(stubs.plan(for: ReceivedRequest(.get, "/a")))
      #expect(try BodyReader(plan.body).read(0..<plan.body.count) == Data(text.utf8))
      #expect(plan.head?.headers[.contentLength] == String(text.utf8.count))
    }
  }

  @Test("A file that a closure writes for its own response is read again")
  func changedByClosure() throws {
    // Both have been as they are for long, so that they are kept.
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let files = ["FilePlanTests.swift", "ResponderTests.swift"].map {
      sources.appendingPathComponent($0).path
    }
    let path = path
    @Sendable func link(to file: String) throws {
      try? FileManager.default.removeItem(atPath: path)
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: file)
    }
    defer { try? FileManager.default.removeItem(atPath: path) }
    let stubs = StubSet()
    stubs.add(
      stub: HTTPStubRequest().match(path: "/file").stub(.file(path: path)))
    let change = HTTPStubRequest().match(path: "/change").stub { _, _ in
      try link(to: files[1])
      let response = HTTPStubResponse()
      response.body = HTTPStubBody.file(path: path)
      return response
    }
    stubs.add(stub: change)
    func answer(_ path: String) -> Data? {
      let request = ReceivedRequest(
        method: .get, target: RequestURL(path), headers: [:], body: .none, httpVersion: "1.1",
        clientCertificateSubject: nil, isFromListener: true)
      guard let plan = stubs.plan(for: request) else { return nil }
      return try? BodyReader(plan.body).read(0..<plan.body.count)
    }
    let contents = try files.map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
    try link(to: files[0])
    for _ in 0..<2 { #expect(answer("/file") == contents[0]) }
    #expect(answer("/change") == contents[1])
  }
}
