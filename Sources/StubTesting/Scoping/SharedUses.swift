import StubCore
import StubFiles
import Testing

/// Which tests of this run use each cassette and the stubs of each trait, and what of these they have used.
///
/// What a suite, several tests or the cases of one test share is judged when the last of them has ended: an
/// interaction or a stub that any of them has used is used.
final class SharedUses: Sendable {
  /// Something that tests share.
  enum Thing: Sendable, Hashable {
    /// The cassette in the file with that path.
    case cassette(String)
    /// What a trait adds to the stubber of each case.
    case trait(StubTrait.ID)
  }

  /// An interaction or a stub of a thing.
  struct Part: Sendable {
    /// What is reported if it was never used; equal parts have equal texts in all tests.
    let issue: StubIssue
    let isUsed: Bool
  }

  private struct Key: Hashable {
    let text: String
    /// Among those with the same text, from 0.
    let number: Int
  }

  private struct Known {
    /// In the order in which the parts were first added.
    let place: Int
    let issue: StubIssue
    var isUsed = false
  }

  private struct Use {
    /// The tests that use it, as far as they are known before they run.
    var tests: Set<Test.ID> = []
    /// Those of them that have not ended.
    var open: Set<Test.ID> = []
    /// Whether more than one case of one test may use it.
    var isCommon = false
    /// Whether tests may use it that this run leaves out.
    var isShared = false
    var isUsed = false
    /// Whether a test of them fails for unused parts.
    var isJudged = false
    /// Whether a test of them has failed, so that it may have ended early.
    var hasFailed = false
    /// Whether this run has recorded into it.
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

  /// Replaced in tests of this library.
  @TaskLocal static var current = SharedUses(
    isSelection: CommandLine.arguments.contains { ["--filter", "--skip"].contains($0) })

  /// Whether this run leaves out tests, so that what the others use is not known.
  private let isSelection: Bool
  private let uses = Lock<[Thing: Use]>([:])

  init(isSelection: Bool) { self.isSelection = isSelection }

  /// Notes that all tests of a suite have a trait.
  func share(_ trait: StubTrait.ID) {
    uses.withLock { uses in
      uses[.trait(trait), default: Use()].isShared = true
      uses[.trait(trait)]?.isCommon = true
    }
  }

  /// Notes a test that is going to use something; one of them that judges fails for unused parts.
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

  /// Whether something is not to be judged by what one case of the test has used.
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

  /// Notes that this run has recorded into a cassette, which is then not judged.
  func noteRecording(at path: String) {
    uses.withLock { $0[.cassette(path), default: Use()].isRecorded = true }
  }

  /// Adds what one case of an expected test has used; if it has failed, it may need more.
  func add(_ parts: [Part], of test: Test.ID, to thing: Thing, failed: Bool) {
    uses.withLock { uses in
      guard uses[thing]?.tests.contains(test) == true else { return }
      uses[thing]?.add(parts)
      if failed { uses[thing]?.hasFailed = true }
    }
  }

  /// Notes that a test has ended with all its cases.
  ///
  /// - Returns: what is unused, if it was the last test and this is to be reported.
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

/// What a trait has added to the stubber of one case.
struct TraitPart: Sendable {
  let trait: StubTrait.ID
  let stubs: [HTTPStub]
  /// Their stubs are among the stubs.
  let cassettes: [InsertedCassette]

  /// The stubs and the interactions, given those of the stubber's stubs that were not used.
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
  /// The interactions, and which of them were played.
  func parts(near place: TestPlace, or location: SourceLocation) -> [SharedUses.Part] {
    cassette.interactions.enumerated().map { number, interaction in
      SharedUses.Part(
        issue: StubIssue(unused: interaction, near: place, or: location),
        isUsed: playCount(ofInteraction: number) > 0)
    }
  }
}
