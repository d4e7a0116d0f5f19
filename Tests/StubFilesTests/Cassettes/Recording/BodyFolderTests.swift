import CoreTestSupport
import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Large bodies beside a cassette")
struct BodyFolderTests {
  private let folder: TemporaryFolder
  private var file: String { folder.file("tape.yaml") }
  private let body = Data((0..<5_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })

  init() throws { folder = try TemporaryFolder() }

  private func record(
    _ bodies: [String: Data], mode: RecordMode = .all, limit: Int = 1_000
  ) async throws -> RecordingSummary? {
    var configuration = RecordingConfiguration(mode: mode)
    configuration.longestInlineBody = limit
    let plan = try RecordingPlan(file: file, configuration, environment: [:])
    for (path, body) in bodies.sorted(by: { $0.key < $1.key }) {
      let request = ReceivedRequest(.get, "http://h\(path)")
      plan.recorder?.begin(request).finish(
        Interaction(RecordedRequest(request), RecordedResponse(.ok, body: body)))
    }
    return try await plan.recorder?.finish()
  }

  private var files: [String] {
    get throws { try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() }
  }

  private func answer(_ path: String, of file: String) throws -> Data? {
    let stubs = StubSet()
    let cassette = try #require(try StubCassettes.CassetteFile(path: file).read())
    stubs.insert(cassette)
    guard let plan = stubs.plan(for: ReceivedRequest(.get, "http://h\(path)")) else { return nil }
    return try BodyReader(plan.body).read(0..<plan.body.count)
  }

  @Test("A body above the limit is a file, which is replayed byte for byte")
  func recorded() async throws {
    let summary = try await record(["/large": body, "/small": Data("small".utf8)])
    #expect(summary?.bodyFiles == 1)
    #expect(try files.count == 3)
    let path = try #require(try files.last)
    #expect(try Data(contentsOf: URL(filePath: folder.file(path))) == body)
    let reference = "        file: \(path)\n        bytes: 5000\n"
    #expect(folder.text(of: "tape.yaml")?.contains(reference) == true)
    #expect(try answer("/large", of: file) == body)
    #expect(try answer("/small", of: file) == Data("small".utf8))
    #expect(try await record(["/large": body, "/small": Data("small".utf8)])?.isChanged == false)
  }

  @Test("A large body of a request is a file, is compared on replay and written into other formats")
  func request() async throws {
    func record() async throws -> RecordingSummary? {
      var configuration = RecordingConfiguration(mode: .all)
      configuration.longestInlineBody = 1_000
      let plan = try RecordingPlan(file: file, configuration, environment: [:])
      for body in [body, Data(body.reversed())] {
        let request = ReceivedRequest(.post, "http://h/up", body: body)
        plan.recorder?.begin(request).finish(
          Interaction(RecordedRequest(request), RecordedResponse(.ok, body: body.prefix(10))))
      }
      return try await plan.recorder?.finish()
    }
    #expect(try await record()?.bodyFiles == 2)
    #expect(try files.count == 4)
    #expect(folder.text(of: "tape.yaml")?.contains("        bytes: 5000\n") == true)
    #expect(try await record()?.isChanged == false)
    let cassette = try #require(try StubCassettes.CassetteFile(path: file).read())
    let stubs = StubSet()
    stubs.insert(
      cassette, configuration: CassetteConfiguration(matching: [.method, .path, .body]))
    for body in [Data(body.reversed()), body] {
      let plan = try #require(stubs.plan(for: ReceivedRequest(.post, "http://h/up", body: body)))
      #expect(try BodyReader(plan.body).read(0..<plan.body.count) == body.prefix(10))
    }
    let har = folder.file("copy.har")
    _ = try StubCassettes.CassetteFile(path: har).write(cassette, as: .har)
    let copied = try #require(try StubCassettes.CassetteFile(path: har).read())
    #expect(copied.interactions.map(\.request.body) == [body, Data(body.reversed())])
  }

  @Test("A body that is no longer recorded is removed, with its empty folder")
  func replaced() async throws {
    _ = try await record(["/large": body])
    _ = try await record(["/large": body.dropLast()])
    #expect(try files.count == 3)
    _ = try await record(["/large": Data("small".utf8)])
    #expect(try files == ["tape.yaml"])
  }

  @Test("A recording that is discarded leaves no body")
  func discarded() throws {
    let bodies = BodyFolder(of: file, memoryLimit: 10)
    _ = try bodies.add(body)
    #expect(try files.count == 2)
    bodies.removeAdded()
    #expect(try files == [])
  }

  @Test("A body is collected in memory up to the limit, and then in a file, whole or not at all")
  func collected() throws {
    let bodies = BodyFolder(of: file, memoryLimit: 100)
    var small = BodyCollector(bodies)
    body.prefix(100).withUnsafeBytes { small.append($0) }
    #expect(small.finish().data == body.prefix(100))
    var large = BodyCollector(bodies)
    for start in stride(from: 0, to: 5_000, by: 50) {
      body[start..<start + 50].withUnsafeBytes { large.append($0) }
    }
    let (data, placed) = large.finish()
    #expect(data.isEmpty)
    #expect(try placed.map { try Data(contentsOf: URL(filePath: $0.path)) } == body)
    var given: BodyCollector? = BodyCollector(bodies)
    body.withUnsafeBytes { given?.append($0) }
    #expect(try files.count == 3)
    given = nil
    #expect(try files.count == 2)
  }

  @Test("A missing or damaged body file is an error at its place")
  func missing() async throws {
    _ = try await record(["/large": body])
    let path = try #require(try files.last)
    try Data("x".utf8).write(to: URL(filePath: folder.file(path)))
    let damaged = "\(file):11:15: error: \(path) has 1 bytes instead of 5000; restore it, or"
    #expect(RuleCheck(of: [file]).diagnostics.sorted.first?.description.hasPrefix(damaged) == true)
    try FileManager.default.removeItem(atPath: folder.file(path))
    let missing = "\(file):11:15: error: no file \(path); restore it, or record the cassette again"
    #expect(RuleCheck(of: [file]).diagnostics.sorted.first?.description.hasPrefix(missing) == true)
  }

  @Test("A body file lies below the folder of the cassette", arguments: ["/etc/hostname", "../x"])
  func outside(path: String) throws {
    let text = """
      cassette: 1
      interactions:
        - request: { method: GET, url: "http://h/" }
          response: { status: 200, body: { file: "\(path)", bytes: 1 } }
      """
    try Data(text.utf8).write(to: URL(filePath: file))
    #expect(RuleCheck(of: [file]).diagnostics.hasErrors)
  }

  @Test("Converting copies body files, or writes the bodies into formats that have none")
  func converted() async throws {
    _ = try await record(["/large": body])
    let cassette = try #require(try StubCassettes.CassetteFile(path: file).read())
    let copy = folder.file("copy.yaml")
    _ = try StubCassettes.CassetteFile(path: copy).write(cassette, as: .own)
    #expect(try answer("/large", of: copy) == body)
    #expect(try files.contains { $0.hasPrefix("copy.yaml.bodies/") })
    let har = folder.file("copy.har")
    _ = try StubCassettes.CassetteFile(path: har).write(cassette, as: .har)
    #expect(try answer("/large", of: har) == body)
  }

  @Test("A new cassette has the format that is asked for, where its extension does not tell it")
  func format() async throws {
    let path = folder.file("tape.json")
    let stubs = StubSet()
    #expect(throws: RecordingError.self) {
      try stubs.insert(file: path, recording: RecordingConfiguration(mode: .once))
    }
    let cassette = try stubs.insert(
      file: path, format: .dvr, recording: RecordingConfiguration(mode: .once))
    let request = ReceivedRequest(.get, "http://h/")
    cassette.recorder?.begin(request).finish(
      Interaction(RecordedRequest(request), RecordedResponse(.ok)))
    try await cassette.finish()
    #expect(folder.text(of: "tape.json")?.contains("\"interactions\"") == true)
    // Recorded again, the file keeps its format.
    let again = try stubs.insert(file: path, recording: RecordingConfiguration(mode: .all))
    again.recorder?.begin(request).finish(
      Interaction(RecordedRequest(request), RecordedResponse(.accepted)))
    try await again.finish()
    #expect(folder.text(of: "tape.json")?.contains("\"interactions\"") == true)
    #expect(folder.text(of: "tape.json")?.contains("202") == true)
  }

  @Test("Secrets in a body that gets a file are replaced")
  func secrets() async throws {
    let rest = String(repeating: "y", count: 2_000)
    let text = #"{"password": "correct horse battery", "x": "\#(rest)"}"#
    _ = try await record(["/large": Data(text.utf8)])
    let path = try #require(try files.last)
    let written = try #require(folder.text(of: path))
    #expect(written.contains("REDACTED-password-1"))
    #expect(!written.contains("correct horse"))
  }
}
