import Foundation
import TestSupport
import Testing
import XCTest

@testable import StubTesting

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// Test cases can be made from closures on Linux only.
#if !canImport(ObjectiveC)
/// Runs test cases to see what becomes of them; one at a time, as XCTest has it.
@Suite("Runs of StubTestCase", .serialized) @MainActor
struct StubTestCaseRunTests {
  private let folder: TemporaryFolder
  private let server: RealServer
  private var base: String { "http://127.0.0.1:\(server.port)" }

  init() throws {
    folder = try TemporaryFolder()
    server = try RealServer()
  }

  @Test("A test case records and then plays")
  func records() throws {
    for _ in 1...2 {
      let run = try run { try $0.get(base + "/one") }
      #expect(run == [])
    }
    #expect(server.requestCount == 1)
    #expect(try folder.urls(in: "Recorded/case.yaml") == [base + "/one"])
    // The loading system adds it to each request, and no recording has it.
    #expect(folder.text(of: "Recorded/case.yaml")?.contains("Host") == false)
  }

  @Test("A test case that fails leaves the file as it was")
  func fails() throws {
    let failures = try run {
      try $0.get(base + "/one")
      XCTFail("the failure itself")
    }
    #expect(failures.count == 1)
    #expect(server.requestCount == 1)
    #expect(folder.text(of: "Recorded/case.yaml") == nil)
  }

  @Test("The recording flag records again, and no other request is then loaded")
  func flag() throws {
    #expect(try run { try $0.get(base + "/one") } == [])
    #expect(try run(isRecording: true) { try $0.get(base + "/two") } == [])
    #expect(try folder.urls(in: "Recorded/case.yaml").contains(base + "/two"))
    let failures = try run(isRecording: false) { try? $0.get(base + "/three") }
    #expect(failures.count == 1)
    #expect(failures.first?.hasPrefix("No stub matches GET \(base)/three") == true)
    #expect(server.requestCount == 2)
  }

  @Test("A cassette that is not there fails the test case with the paths looked at")
  func missing() throws {
    let failures = try run(isRecording: false) { _ in XCTFail("it ran") }
    #expect(failures.count == 1)
    #expect(failures.first?.contains(folder.file("Recorded/case.yaml")) == true)
    #expect(failures.first?.contains("record it with the mode once") == true)
  }

  @Test("A test case that is skipped fails for nothing that it has not used, and records nothing")
  func skips() throws {
    let failures = try run(failing: [.unused]) {
      $0.stubber.add(stub: HTTPStubRequest().match(path: "/unused").stub(for: .get, .status(.ok)))
      try $0.get(base + "/one")
      throw XCTSkip("not here")
    }
    #expect(failures == [])
    #expect(server.requestCount == 1)
    #expect(folder.text(of: "Recorded/case.yaml") == nil)
  }

  /// Runs a test case whose test is the closure.
  ///
  /// - Returns: the texts of its failures.
  private func run(
    isRecording: Bool? = nil, failing: Set<StubFinding> = [.unmatched],
    _ body: @escaping (RecordedCase) throws -> Void
  ) throws -> [String] {
    let test = RecordedCase(name: "testCase") { test in
      if let test = test as? RecordedCase { try body(test) }
    }
    test.flag = isRecording
    test.findings = failing
    test.folder = folder.path
    StubEnvironment.$replacement.withValue([:]) { test.run() }
    return test.failures
  }
}

private final class RecordedCase: StubTestCase {
  var flag: Bool?
  var folder = ""
  var findings: Set<StubFinding> = []
  private(set) var failures: [String] = []

  override var isRecording: Bool? { flag }
  override var fixturesFolder: String { folder }
  override var cassetteName: String { "Recorded/case" }
  override var failing: Set<StubFinding> { findings }

  override func recordFailure(
    withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
    expected: Bool
  ) {
    failures.append(description)
    super.recordFailure(
      withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
  }

  /// Loads and waits.
  func get(_ address: String) throws {
    let url = try XCTUnwrap(URL(string: address))
    let isOver = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var failure: (any Error)?
    session.dataTask(with: url) { _, _, error in
      failure = error
      isOver.signal()
    }.resume()
    isOver.wait()
    if let failure { throw failure }
  }
}

#endif
