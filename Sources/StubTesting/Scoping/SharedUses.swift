import StubCore
import StubFiles
import Testing

/// The tests of this run that share cassettes and traits, and which parts of these they have used.
///
/// Things that a suite, several tests or the cases of one test share are checked when the last of
/// these has ended. An interaction or a stub counts as used if any of them has used it.
final class SharedUses: Sendable {
  /// A thing that tests share.
  enum Thing: Sendable, Hashable {
    /// The cassette in the file with that path.
    case cassette(String)
    /// The stubs and cassettes that a trait adds to the stubber of each case.
    case trait(StubTrait.ID)
  }

  /// An interaction or a stub of a thing.
  struct Part: Sendable {
    /// The issue to report if the part was never used; equal parts have equal texts in all tests.
    let issue: StubIssue
    let isUsed: Bool
  }

  private struct Key: Hashable {
    let text: String
    /// The number among parts with the same text, from 0.
    let number: Int
  }

  private struct Known {
    /// The position in the order in which the parts were first added.
    let place: Int
    let issue: StubIssue
    var isUsed = false
  }

  private struct Use {
    /// The tests that use the thing, as far as they are known before they run.
    var tests: Set<Test.ID> = []
    /// The tests that have not ended.
    var open: Set<Test.ID> = []
    /// Whether several cases of one test may use the thing.
    var isCommon = false
    /// Whether tests that are not part of this run may use the thing.
    var isShared = false
    var isUsed = false
    /// Whether one of the tests fails for unused parts.
    var isJudged = false
    /// Whether one of the tests has failed, so that it may have ended early.
    var hasFailed = false
    /// Whether this run has recorded the cassette.
    var isRecorded = false
    var parts: [Key: Known] = [:]

    mutating func add(_ parts: [Part]) {
      var counts: [String: Int] = [:]
      for part in parts {
        let key = Key(text: part.issue.text, number: counts[part.issue.text, default: 0])
        counts[part.issue.text] = key.number + 1
        var known = self.parts[key] ?? Known(place: self.parts.count, issue: part.issue)
        if part.isUsed { known.isUsed = true }
        self.parts[key] = known
      }
    }

    var unused: [StubIssue] {
      parts.values.filter { !$0.isUsed }.sorted { $0.place < $1.place }.map(\.issue)
    }
  }

  /// The uses of this process; replaced in tests of this library.
  @TaskLocal static var current = SharedUses(
    isSelection: CommandLine.arguments.contains { ["--filter", "--skip"].contains($0) })

  /// Whether this run includes only some tests, so that the uses of the others are unknown.
  private let isSelection: Bool
  private let uses = Lock<[Thing: Use]>([:])

  init(isSelection: Bool) { self.isSelection = isSelection }

  /// Notes that a trait belongs to a suite, and so to all its tests.
  func share(_ trait: StubTrait.ID) {
    uses.withLock { uses in
      uses[.trait(trait), default: Use()].isShared = true
      uses[.trait(trait)]?.isCommon = true
    }
  }

  /// Notes a test that is going to use a thing; if `isJudged` is set, the test fails for unused parts.
  func expect(
    _ test: Test.ID, with thing: Thing, isCommon: Bool, isShared: Bool, isJudged: Bool
  ) {
    uses.withLock { uses in
      uses[thing, default: Use()].tests.insert(test)
      uses[thing]?.open.insert(test)
      if isCommon { uses[thing]?.isCommon = true }
      if isShared { uses[thing]?.isShared = true }
      if isJudged { uses[thing]?.isJudged = true }
    }
  }

  /// Returns whether the uses of the thing are checked later, and not after a single case of the test.
  func judgesLater(_ test: Test.ID?, with thing: Thing) -> Bool {
    uses.withLock { uses in
      guard let use = uses[thing] else { return false }
      if use.isRecorded { return true }
      return use.isCommon && use.isJudged && (test.map { use.tests.contains($0) } ?? false)
    }
  }

  /// Notes for `stubber cassettes` that a test has used a cassette.
  func noteUse(of path: String) {
    let isFirst = uses.withLock { uses in
      defer { uses[.cassette(path), default: Use()].isUsed = true }
      return uses[.cassette(path)]?.isUsed != true
    }
    if isFirst { UsedCassettes(StubEnvironment.current)?.note(path) }
  }

  /// Notes that this run has recorded a cassette, which is then not checked.
  func noteRecording(at path: String) {
    uses.withLock { $0[.cassette(path), default: Use()].isRecorded = true }
  }

  /// Adds the parts that one case of an expected test has used; a failed case may have ended early.
  func add(_ parts: [Part], of test: Test.ID, to thing: Thing, failed: Bool) {
    uses.withLock { uses in
      guard uses[thing]?.tests.contains(test) == true else { return }
      uses[thing]?.add(parts)
      if failed { uses[thing]?.hasFailed = true }
    }
  }

  /// Notes that a test has ended with all its cases.
  ///
  /// - Returns: the unused parts, if it was the last test and they are to be reported.
  func end(_ test: Test.ID, with thing: Thing) -> [StubIssue] {
    uses.withLock { uses in
      guard uses[thing]?.open.remove(test) != nil, let use = uses[thing], use.open.isEmpty
      else { return [] }
      // The tests may be repeated.
      uses[thing]?.open = use.tests
      uses[thing]?.hasFailed = false
      uses[thing]?.parts = [:]
      let isKnown = !(use.isShared && isSelection)
      return use.isJudged && isKnown && !use.hasFailed && !use.isRecorded ? use.unused : []
    }
  }
}

/// The stubs and cassettes that a trait has added to the stubber of one case.
struct TraitPart: Sendable {
  let trait: StubTrait.ID
  let stubs: [HTTPStub]
  /// The cassettes; their stubs are also in `stubs`.
  let cassettes: [InsertedCassette]

  /// Returns the stubs and interactions as parts; `unused` are the unused stubs of the stubber.
  func parts(
    unused: [HTTPStub], near place: TestPlace, or location: SourceLocation
  ) -> [SharedUses.Part] {
    let recorded = Set(cassettes.flatMap(\.stubs).map(\.id))
    let unused = Set(unused.map(\.id))
    let own = stubs.filter { !recorded.contains($0.id) }.map { stub in
      SharedUses.Part(
        issue: StubIssue(unused: stub, near: place), isUsed: !unused.contains(stub.id))
    }
    return own + cassettes.flatMap { $0.parts(near: place, or: location) }
  }
}

extension InsertedCassette {
  /// Returns the interactions as parts, with whether they were played.
  func parts(near place: TestPlace, or location: SourceLocation) -> [SharedUses.Part] {
    cassette.interactions.enumerated().map { number, interaction in
      SharedUses.Part(
        issue: StubIssue(unused: interaction, near: place, or: location),
        isUsed: playCount(ofInteraction: number) > 0)
    }
  }
}
