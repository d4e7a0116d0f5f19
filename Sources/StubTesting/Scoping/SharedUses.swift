import StubCassettes
import StubCore
import Testing

/// Cassettes and traits that tests of this run share, with a note of which of their parts were
/// used.
///
/// A part is a stub or an interaction. The parts that a suite, several tests or the cases of one
/// test share are checked after the last of these tests has ended; a part counts as used if any of
/// the tests has used it.
final class SharedUses: Sendable {
  /// A cassette or a trait that tests share.
  enum Thing: Sendable, Hashable {
    /// The cassette in the file at this path.
    case cassette(String)
    /// The stubs and cassettes that a trait adds to the stubber of each test case.
    case trait(StubTrait.ID)
  }

  /// A stub or an interaction, which at least one test should use.
  struct Part: Sendable {
    /// The issue to report if no test has used the part; its text is the same in all tests, so it
    /// identifies the part.
    let issue: StubIssue
    let isUsed: Bool
  }

  private struct Key: Hashable {
    let text: String
    /// The index of the part among parts whose issues have the same text, from 0.
    let number: Int
  }

  private struct Known {
    /// The position of the part in the order in which stubs and interactions were added.
    let place: Int
    let issue: StubIssue
    var isUsed = false
  }

  private struct Use {
    /// The tests that are expected to use the cassette or trait.
    var tests: Set<Test.ID> = []
    /// The expected tests that have not ended.
    var open: Set<Test.ID> = []
    /// Whether several cases of one test may use the cassette or trait.
    var isCommon = false
    /// Whether tests outside this run may use the cassette or trait.
    var isShared = false
    var isUsed = false
    /// Whether unused parts are a failure of at least one of the tests.
    var isJudged = false
    /// Whether one of the tests has failed; such a test may have ended before it used all parts.
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

  /// The instance for this process; tests of this library replace it.
  @TaskLocal static var current = SharedUses(
    isSelection: CommandLine.arguments.contains { ["--filter", "--skip"].contains($0) })

  /// Whether this run includes only some of the tests, so that parts that seem unused may be used
  /// by the others.
  private let isSelection: Bool
  private let uses = Lock<[Thing: Use]>([:])

  init(isSelection: Bool) { self.isSelection = isSelection }

  /// Notes that a trait belongs to a suite, so that all its tests share it.
  func share(_ trait: StubTrait.ID) {
    uses.withLock { uses in
      uses[.trait(trait), default: Use()].isShared = true
      uses[.trait(trait)]?.isCommon = true
    }
  }

  /// Notes that a test will use a cassette or trait.
  ///
  /// `isJudged` says whether unused parts are a failure of the test.
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

  /// Returns whether unused parts must not be reported at the end of a single test case.
  ///
  /// They are then reported after the last test, or not at all if this run has recorded the
  /// cassette.
  func defersCheck(_ test: Test.ID?, with thing: Thing) -> Bool {
    uses.withLock { uses in
      guard let use = uses[thing] else { return false }
      if use.isRecorded { return true }
      return use.isCommon && use.isJudged && (test.map { use.tests.contains($0) } ?? false)
    }
  }

  /// Notes that a test has used a cassette, for the command `stubber cassettes`.
  func noteUse(of path: String) {
    let isFirst = uses.withLock { uses in
      defer { uses[.cassette(path), default: Use()].isUsed = true }
      return uses[.cassette(path)]?.isUsed != true
    }
    if isFirst { UsedCassettes(StubEnvironment.current)?.note(path) }
  }

  /// Notes that this run has recorded a cassette, so that its interactions are not checked.
  func noteRecording(at path: String) {
    uses.withLock { $0[.cassette(path), default: Use()].isRecorded = true }
  }

  /// Adds the used and unused parts of one test case; `failed` says that the case may have ended
  /// before it used all of them.
  func add(_ parts: [Part], of test: Test.ID, to thing: Thing, failed: Bool) {
    uses.withLock { uses in
      guard uses[thing]?.tests.contains(test) == true else { return }
      uses[thing]?.add(parts)
      if failed { uses[thing]?.hasFailed = true }
    }
  }

  /// Notes that a test has ended with all its cases.
  ///
  /// - Returns: the issues for unused parts if this was the last test to use `thing`; none if they
  ///   must not be reported.
  func end(_ test: Test.ID, with thing: Thing) -> [StubIssue] {
    uses.withLock { uses in
      guard uses[thing]?.open.remove(test) != nil, let use = uses[thing], use.open.isEmpty
      else { return [] }
      // The same tests may run again, so counting starts from zero.
      uses[thing]?.open = use.tests
      uses[thing]?.hasFailed = false
      uses[thing]?.parts = [:]
      let isKnown = !(use.isShared && isSelection)
      return use.isJudged && isKnown && !use.hasFailed && !use.isRecorded ? use.unused : []
    }
  }
}

/// The stubs and cassettes that a trait has added to the stubber of one test case.
struct TraitPart: Sendable {
  let trait: StubTrait.ID
  let stubs: [HTTPStub]
  /// The cassettes; their stubs are also in `stubs`.
  let cassettes: [InsertedCassette]

  /// Returns the stubs and the interactions of the cassettes as parts; `unused` contains the stubs
  /// of the stubber that have not answered any request.
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
  /// Returns the interactions as parts; an interaction counts as used if it was played.
  func parts(near place: TestPlace, or location: SourceLocation) -> [SharedUses.Part] {
    cassette.interactions.enumerated().map { number, interaction in
      SharedUses.Part(
        issue: StubIssue(unused: interaction, near: place, or: location),
        isUsed: playCount(ofInteraction: number) > 0)
    }
  }
}
