import Dispatch
import TestSupport
import Testing

@testable import StubTesting

@Suite("Where failures are reported")
struct FailurePlaceTests {
  @Test("A failed verification is reported at its call, not where the test begins")
  func verification() async throws {
    let found = try await failures {
      try await run(.stubs) {
        do {
          try HTTPStubber.current.journal.verify(count: 1, fileID: "M/F.swift", line: 7)
        } catch {
          Issue.record(error)
        }
      }
    }
    let location = try #require(found.first?.sourceLocation)
    #expect(found.count == 1)
    #expect(location.fileID == "M/F.swift")
    #expect(location.line == 7)
  }

  @Test("A failed verification that ends the test is reported at its call too, and once")
  func thrownVerification() async throws {
    let found = try await failures {
      try await run(.stubs) {
        try HTTPStubber.current.journal.verify(count: 1, fileID: "M/F.swift", line: 7)
      }
      try await run(.stubs) {
        try await HTTPStubber.current.journal.waitForRequests(
          timeout: .zero, fileID: "M/F.swift", line: 8)
      }
    }
    #expect(found.map(\.sourceLocation?.fileID) == ["M/F.swift", "M/F.swift"])
    #expect(found.map(\.sourceLocation?.line) == [7, 8])
    #expect(found.allSatisfy { $0.error is VerificationFailure })
  }

  @Test("An issue of a callback outside of all tests is left to the run, and fails no other test")
  func callback() async throws {
    let test = try #require(Test.current)
    let issue = try #require(try await failures { Issue.record("not as expected") }.first)
    let watch = FailureWatch()
    let isReported = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(returning: watch.note(issue, in: test.id) != nil)
      }
    }
    #expect(!isReported)
    #expect(!watch.hasFailed)
    #expect(watch.note(issue, in: test.id) != nil)
    #expect(watch.hasFailed)
  }

  @Test("A cassette without arguments is missing at its test, not in the library")
  func cassette() async throws {
    let test = try #require(Test.current)
    let found = try await failures {
      try await run(.cassette, environment: ["STUBBER_RECORD": "none"]) {}
    }
    #expect(found.map(\.sourceLocation) == [test.sourceLocation])
  }
}
