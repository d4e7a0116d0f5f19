import CoreTestSupport
import Foundation
import Testing

@testable import StubCore

@Suite("Files of a folder")
final class StaticFolderTests {
  private let folder = NSTemporaryDirectory() + "static-\(UUID())"
  private let stubs = StubSet()
  private let start = Date(timeIntervalSince1970: 1_700_000_000)

  init() throws {
    for (name, text) in [
      ("index.html", "home"), ("app.js", "let a"), ("docs/index.html", "docs"),
      ("docs/a b.txt", "0123456789"), ("empty/other.txt", "x"), (".env", "secret"),
      (".well-known/a.json", "{}"), ("%41.txt", "percent"),
    ] {
      let url = URL(filePath: "\(folder)/public/\(name)")
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
      try FileManager.default.setAttributes([.modificationDate: start], ofItemAtPath: url.path)
    }
    try Data("outside".utf8).write(to: URL(filePath: "\(folder)/outside.txt"))
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/public/link.txt", withDestinationPath: "../outside.txt")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/public/inner.txt", withDestinationPath: "app.js")
    stubs.replaceAll(
      stubs: [StaticFolder("\(folder)/public").stub], ignoreRules: [], unhandledMode: .optout)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func respond(
    _ path: String, _ method: HTTPMethod = .get, headers: HTTPHeaders = [:]
  ) -> ResponsePlan? {
    stubs.receive(ReceivedRequest(method, "http://a.test\(path)", headers: headers)).outcome.plan
  }

  @Test(
    "A path answers with the file that it names, with the type of its extension",
    arguments: [
      ("/", "home", "text/html; charset=utf-8"),
      ("/app.js", "let a", "text/javascript; charset=utf-8"),
      ("/docs/", "docs", "text/html; charset=utf-8"),
      ("/docs/a%20b.txt", "0123456789", "text/plain; charset=utf-8"),
      ("//app.js", "let a", "text/javascript; charset=utf-8"),
      ("/inner.txt", "let a", "text/javascript; charset=utf-8"),
      ("/.well-known/a.json", "{}", "application/json"),
      ("/%2541.txt", "percent", "text/plain; charset=utf-8"),
      ("/./app.js", "let a", "text/javascript; charset=utf-8"),
      ("/none/../%2e/app.js", "let a", "text/javascript; charset=utf-8"),
      ("/docs/.", "docs", "text/html; charset=utf-8"),
      ("/docs/a%20b.txt/..", "docs", "text/html; charset=utf-8"),
    ])
  func files(path: String, content: String, type: String) throws {
    let plan = try #require(respond(path))
    #expect(plan.head?.status == .ok)
    #expect(plan.head?.headers[.contentType] == type)
    #expect(plan.head?.headers[.contentLength] == "\(content.utf8.count)")
    #expect(plan.head?.headers[.lastModified] == "Tue, 14 Nov 2023 22:13:20 GMT")
    #expect(plan.bodyText == content)
  }

  @Test(
    "Nothing outside of the folder, hidden or without a file is found",
    arguments: [
      "/../outside.txt", "/docs/../../outside.txt", "/%2e%2e/outside.txt", "/..%2foutside.txt",
      "/link.txt", "/.env", "/docs/.%65nv", "/empty/", "/empty", "/app.js/", "/a%00.txt", "/none",
      "/docs%2Findex.html", "/A.txt", "/docs/../../public/app.js", "/..", "/app.js/.",
    ])
  func nothing(path: String) { #expect(respond(path) == nil) }

  @Test(
    "A folder that is asked for without its slash redirects to it, and never to another server",
    arguments: [("/docs", "/docs/"), ("/docs?a=1", "/docs/?a=1"), ("//docs", "/docs/")])
  func redirect(path: String, location: String) throws {
    let plan = try #require(respond(path))
    #expect(plan.head?.status == .movedPermanently)
    #expect(plan.head?.headers[.location] == location)
  }

  @Test("HEAD gets the fields of GET, and other methods get nothing")
  func methods() throws {
    let head = try #require(respond("/docs/a%20b.txt", .head))
    #expect(head.head?.headers == respond("/docs/a%20b.txt")?.head?.headers)
    #expect(head.body.count == 0)
    #expect(respond("/docs/a%20b.txt", .post) == nil)
  }

  @Test("One range is cut out, and If-Range asks for the file that it names")
  func ranges() throws {
    let path = "/docs/a%20b.txt"
    let tag = try #require(respond(path)?.head?.headers[.eTag])
    let part = try #require(respond(path, headers: [.range: "bytes=2-4", .ifRange: tag]))
    #expect(part.head?.status == .partialContent)
    #expect(part.head?.headers[.contentRange] == "bytes 2-4/10")
    #expect(part.bodyText == "234")
    #expect(respond(path, headers: [.range: "bytes=20-"])?.head?.status == 416)
    let changed = respond(path, headers: [.range: "bytes=2-4", .ifRange: "\"other\""])
    #expect(changed?.head?.status == .ok)
  }

  @Test("A client that has the file gets 304, and one that expects another version 412")
  func conditions() throws {
    let tag = try #require(respond("/app.js")?.head?.headers[.eTag])
    let (old, same) = ("Tue, 14 Nov 2023 22:13:19 GMT", "Tue, 14 Nov 2023 22:13:20 GMT")
    let cases: [(HTTPHeaders, HTTPStatusCode)] = [
      ([.ifNoneMatch: tag], .notModified), ([.ifNoneMatch: "\"x\", W/\(tag)"], .notModified),
      ([.ifNoneMatch: "*"], .notModified), ([.ifNoneMatch: "\"x\""], .ok),
      ([.ifModifiedSince: same], .notModified), ([.ifModifiedSince: old], .ok),
      ([.ifModifiedSince: "never"], .ok), ([.ifNoneMatch: "\"x\"", .ifModifiedSince: same], .ok),
      ([.ifMatch: tag], .ok), ([.ifMatch: "W/\(tag)"], .preconditionFailed),
      (["If-Unmodified-Since": old], .preconditionFailed), (["If-Unmodified-Since": same], .ok),
    ]
    for (headers, status) in cases {
      let plan = try #require(respond("/app.js", headers: headers))
      #expect(plan.head?.status == status, "\(headers)")
      #expect(plan.head?.headers[.eTag] == tag)
      #expect((plan.body.count == 0) == (status != .ok))
    }
  }

  @Test("A file that has changed is read again, with another tag")
  func change() throws {
    let old = try #require(respond("/app.js")?.head?.headers[.eTag])
    let path = "\(folder)/public/app.js"
    let before = FileStamp(path: path)
    repeat {
      try Data("let b".utf8).write(to: URL(filePath: path))
    } while FileStamp(path: path) == before
    let plan = try #require(respond("/app.js"))
    #expect(plan.head?.headers[.eTag] != old)
    #expect(plan.bodyText == "let b")
  }

  @Test("All other stubs are asked first, and a report says that no file is there")
  func order() throws {
    stubs.add(
      stub: HTTPStubRequest().priority(1_000).match(PathIs("/app.js")).stub(
        for: .get, .text("stub"))
    )
    #expect(respond("/app.js")?.bodyText == "stub")
    let report = try #require(
      stubs.receive(ReceivedRequest(.get, "http://a.test/none")).outcome.report)
    #expect(
      report.description.contains(
        """
        stub "static files" (\(folder)/public)
          ✗ path is a file in \(folder)/public (got "/none")
        """))
  }
}
