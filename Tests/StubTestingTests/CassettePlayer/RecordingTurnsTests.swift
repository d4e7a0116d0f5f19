import StubCassettes
import TestSupport
import Testing

@testable import StubTesting

@Suite("Tests that record to the same file", .timeLimit(.minutes(5))) struct RecordingTurnsTests {
  private let turns = RecordingTurns()

  @Test("Of two tests that need each other's file, one fails, and the other goes on")
  func two() async throws {
    try await take("a", "b")
    async let first = error(of: "a", needing: "b")
    async let second = error(of: "b", needing: "a")
    let errors = await [first, second].compactMap(\.self).map(\.description)
    let (one, two) = ("test a records a and needs b", "test b records b and needs a")
    let advice =
      "Use the cassettes in the same order in all tests, or put the tests into a suite with "
      + ".serialized"
    let texts = ["\(one); \(two)", "\(two); \(one)"].map {
      "these tests would wait for each other without end: \($0). \(advice)"
    }
    #expect(errors.count == 1)
    #expect(texts.contains(errors.first ?? ""))
  }

  @Test("Of three tests in a circle, one fails")
  func three() async throws {
    try await take("a", "b", "c")
    async let first = error(of: "a", needing: "b")
    async let second = error(of: "b", needing: "c")
    async let third = error(of: "c", needing: "a")
    #expect(await [first, second, third].compactMap(\.self).count == 1)
  }

  @Test("Tests that need the same file take turns")
  func chain() async throws {
    try await take("a", "b", "c")
    async let first = error(of: "a", needing: "c")
    async let second = error(of: "b", needing: "c")
    turns.giveBack("c", isRecorded: false)
    #expect(await [first, second].compactMap(\.self).isEmpty)
  }

  @Test("A test that is cancelled waits no longer, and takes no turn")
  func cancelled() async throws {
    try await take("a")
    let task = Task { try await turns.take("a", by: "cancelled") }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    turns.giveBack("a", isRecorded: false)
    try await take("a")
  }

  @Test("The code in a test that records counts as part of it")
  func scopes() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    let begun = Shared(0)
    let errors = await withTaskGroup(of: RecordingError?.self) { group in
      for (outer, inner) in [("a", "b"), ("b", "a")] {
        group.addTask {
          do {
            try await run(.cassette(outer, in: path)) {
              begun.update { $0 += 1 }
              while begun.value < 2 { try await Task.sleep(for: .milliseconds(1)) }
              try await withCassette(inner, in: path) { _ in }
            }
            return nil
          } catch {
            return error as? RecordingError
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }.compactMap(\.self)
    }
    #expect(errors.count == 1)
  }

  private func take(_ paths: String...) async throws {
    for path in paths { try await turns.take(path, by: "test \(path)") }
  }

  /// Lets a test that records to one file record to another as well, and gives back both.
  private func error(of path: String, needing other: String) async -> RecordingError? {
    defer { turns.giveBack(path, isRecorded: false) }
    do {
      try await turns.take(other, by: "test \(path)", holding: [path])
      turns.giveBack(other, isRecorded: false)
      return nil
    } catch {
      return error as? RecordingError
    }
  }
}
