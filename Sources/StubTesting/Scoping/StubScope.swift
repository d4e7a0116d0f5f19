import Foundation
public import HTTPStubber
import StubCore
import StubRules
import Testing

/// A running test, or code in `withStubs` or `withCassette`, with its stubber.
final class StubScope: Sendable {
  @TaskLocal static var current: StubScope?

  private struct State {
    var cassettes: [InsertedCassette] = []
    /// The stubs and cassettes to check only after the last of the cases or tests that share them.
    var shared: [TraitPart] = []
    var recording: RecordingSession?
    var problems: [String] = []
    var advice: [String] = []
    var hasEnded = false
    /// The resources of the test, such as servers, in the order in which they were made.
    var resources: [any TestResource] = []
  }

  let stubber: HTTPStubber
  /// The traits that set up this scope.
  let traits: Set<StubTrait.ID>
  private let place: TestPlace
  private let settings: StubSettings
  private let outer: StubScope?
  private let state = Lock(State())
  /// Watches for requests of sessions without a stubber; only a test's outermost scope uses it.
  private let watcher = NetworkWatcher()

  init(
    _ settings: StubSettings, at place: TestPlace, stubber: HTTPStubber = HTTPStubber(),
    traits: Set<StubTrait.ID> = []
  ) {
    self.stubber = stubber
    self.traits = traits
    self.place = place
    self.settings = settings
    outer = StubScope.current
    stubber.onWarning { [weak self] problem in
      self?.state.withLock { $0.problems.append(problem) }
    }
    stubber.onAdvice { [weak self] advice in
      self?.state.withLock { $0.advice.append(advice) }
    }
    if outer == nil { watcher.begin() }
  }

  deinit { end() }

  /// Stops watching the sessions of the process.
  private func end() {
    let isFirst = state.withLock { state in
      defer { state.hasEnded = true }
      return !state.hasEnded
    }
    guard isFirst else { return }
    stubber.disable()
    watcher.end()
  }

  private var failing: Set<StubFinding> { settings.failing ?? [] }
  /// The source location for failures of the whole test.
  private var location: SourceLocation { settings.failingLocation ?? place.location }

  /// The cassette of the settings; `nil` if there is none.
  var cassette: InsertedCassette? { state.withLock { $0.recording?.cassette } }

  /// The path of the file to which the cassette is recorded; `nil` if nothing is recorded.
  var recordedPath: String? { state.withLock { $0.recording?.recordedPath } }

  /// Sets up the stubber.
  ///
  /// The cassette is inserted first, so that all stubs are added after it and asked before it. If
  /// this method throws, the scope need not be closed.
  func open() async throws {
    if let options = settings.cassette {
      if let session = options.backingSession { stubber.backingSession = session }
      let session = try await RecordingSession(
        options, at: place, holding: outer?.allRecordedPaths ?? [])
      stubber.stubSet.insert(session.cassette)
      if let need = session.need { stubber.stubSet.add(recorder: need) }
      state.withLock {
        $0.recording = session
        $0.cassettes.append(session.cassette)
      }
    }
    do {
      try prepare()
    } catch {
      let recording = state.withLock { state in
        defer { state.recording = nil }
        return state.recording
      }
      recording?.abandon()
      throw error
    }
  }

  /// Runs the synchronous part of the set-up, which is everything but the cassette.
  func prepare() throws {
    for step in settings.steps {
      do {
        try run(step)
      } catch {
        throw SetUpFailure(
          issue: StubIssue(text: "\(error)", location: step.location ?? place.location))
      }
    }
    // The stubs of a suite may be meant for other tests, so a test that sends no request gets no
    // advice about them.
    stubber.forgetStubs()
  }

  /// Runs a step of the set-up; notes the stubs and cassettes that a shared trait adds.
  private func run(_ step: StubSettings.Step) throws {
    guard let trait = step.trait,
      SharedUses.current.defersCheck(place.test, with: .trait(trait))
    else { return try step.run(self, place) }
    let known = Set(stubber.stubs.map(\.id))
    let count = state.withLock { $0.cassettes.count }
    try step.run(self, place)
    let stubs = stubber.stubs.filter { !known.contains($0.id) }
    state.withLock { state in
      let cassettes = Array(state.cassettes[count...])
      state.shared.append(TraitPart(trait: trait, stubs: stubs, cassettes: cassettes))
    }
  }

  /// Adds the stubs of rule files and recordings.
  func load(_ rules: RuleSet) {
    stubber.stubSet.load(rules)
    state.withLock { $0.cassettes += rules.cassettes }
  }

  /// Keeps a resource until `close`, which ends it.
  func add(_ resource: any TestResource) { state.withLock { $0.resources.append(resource) } }

  /// Returns the last added resource of this type, in this scope or else in a surrounding one.
  func resource<Resource: TestResource>(_ type: Resource.Type) -> Resource? {
    let resources = state.withLock { $0.resources }
    return resources.lazy.reversed().compactMap { $0 as? Resource }.first ?? outer?.resource(type)
  }

  /// Notes that this case could not be set up, so that unused parts of shared stubs and cassettes
  /// are no failures.
  func abandon() {
    guard let test = place.test else { return }
    var things = traits.map(SharedUses.Thing.trait)
    if let path = settings.cassettePath(at: place) { things.append(.cassette(path)) }
    for thing in things { SharedUses.current.add([], of: test, to: thing, failed: true) }
  }

  /// Notes which parts of shared stubs and cassettes this case has used.
  private func noteUses(failed: Bool) {
    guard let test = place.test else { return }
    let uses = SharedUses.current
    let (recording, shared) = state.withLock { ($0.recording, $0.shared) }
    if let recording, uses.defersCheck(test, with: .cassette(recording.path)) {
      let parts = recording.cassette.parts(near: place, or: location)
      uses.add(parts, of: test, to: .cassette(recording.path), failed: failed)
    }
    for part in shared {
      let parts = part.parts(unused: stubber.unusedStubs, near: place, or: location)
      uses.add(parts, of: test, to: .trait(part.trait), failed: failed)
    }
  }

  /// Ends the recording and the resources, and collects the failures of the test.
  ///
  /// A skipped or cancelled test is treated like a failed one, because it may have ended early.
  func close(failed: Bool, skipped: Bool = false) async -> [StubIssue] {
    let isCutShort = failed || skipped
    for resource in state.withLock({ $0.resources }).reversed() { await resource.end() }
    var texts: [String] = []
    var note: String?
    if let recording = state.withLock({ $0.recording }) {
      if recording.recordedPath != nil, !isCutShort {
        await recording.waitForTasks(of: stubber.session)
      }
      note = failed ? recording.failureNote : nil
      texts = await recording.end(failed: isCutShort)
    }
    noteUses(failed: isCutShort)
    let location = settings.cassetteLocation ?? place.location
    let notes = [note].compactMap(\.self).map {
      StubIssue(text: $0, location: location, isWarning: true)
    }
    return texts.map { StubIssue(text: $0, location: location) } + notes
      + findings(failed: isCutShort)
  }

  /// Returns the failures of the test, without problems of its recording.
  func findings(failed: Bool) -> [StubIssue] {
    end()
    let problems = state.withLock { $0.problems }
    var issues = problems.map { StubIssue(text: $0, location: location) }
    issues += advice(failed: failed).map {
      StubIssue(text: $0, location: location, isWarning: true)
    }
    if failing.contains(.unmatched) { issues += unmatched }
    if failing.contains(.unused), !failed { issues += unused }
    return issues
  }

  /// Returns advice about mistakes that can let the test's requests reach the network.
  private func advice(failed: Bool) -> [String] {
    var (advice, resources) = state.withLock { ($0.advice, $0.resources) }
    // The test's own server receives requests from sessions that the stubber does not see.
    let isServed = !resources.isEmpty && stubber.journal.isExpectedEmpty.load()
    if !failed, !isServed, let noRequestsReason = stubber.noRequestsReason {
      advice.append(noRequestsReason)
    }
    if let url = watcher.firstURL, resources.isEmpty, stubber.unhandledMode == .optout {
      advice.append(
        "a request for \(url) went to the network: its session does not belong to the stubber of the "
          + "test, or another test that runs beside it has sent it; if it is of the code under test, "
          + "pass stubber.session to that code, or call enable()")
    }
    let shared = HTTPStubber.shared
    // The advice is given only once, because another test may still send its requests.
    if shared.isOutOfReach, let noRequestsReason = shared.noRequestsReason,
      !Self.hasToldOfShared.exchange(true)
    {
      advice.append(noRequestsReason)
    }
    return advice
  }

  private static let hasToldOfShared = AtomicBool(false)

  /// The files to which this scope and the surrounding scopes are recording.
  private var allRecordedPaths: Set<String> {
    (outer?.allRecordedPaths ?? []).union([recordedPath].compactMap(\.self))
  }

  private var unmatched: [StubIssue] {
    stubber.journal.entries.compactMap { entry in
      guard case .unmatched(let report) = entry.outcome else { return nil }
      return StubIssue(text: report.description, location: location)
    }
  }

  private var unused: [StubIssue] {
    let (cassettes, recording, shared) = state.withLock { ($0.cassettes, $0.recording, $0.shared) }
    let others = Set((cassettes.flatMap(\.stubs) + shared.flatMap(\.stubs)).map(\.id))
    let stubs = stubber.unusedStubs.filter { !others.contains($0.id) }
      .map { StubIssue(unused: $0, near: place) }
    let judged = cassettes.filter { cassette in
      if shared.contains(where: { $0.cassettes.contains { $0 === cassette } }) { return false }
      guard let recording, recording.cassette === cassette else { return true }
      return !SharedUses.current.defersCheck(place.test, with: .cassette(recording.path))
    }
    return stubs
      + judged.flatMap(\.unused).map { StubIssue(unused: $0, near: place, or: location) }
  }
}

/// The error if the set-up of a test fails.
struct SetUpFailure: Error, CustomStringConvertible {
  let issue: StubIssue

  var description: String { issue.text }
}

extension HTTPStubber {
  /// The stubber of the running test.
  ///
  /// Each case of each test has a separate stubber, so tests can run in parallel. The same stubber
  /// is available to all code that inherits task-local values: the test, the functions it awaits,
  /// child tasks and `Task { }`. Pass the stubber to `Task.detached { }` and to closures of
  /// dispatch queues.
  ///
  /// The test needs a trait of this library, `StubTestCase`, `withStubs` or `withCassette`. Without
  /// one, the test fails, and each call returns a new stubber, which fails all requests.
  public static var current: HTTPStubber {
    if let scope = StubScope.current { return scope.stubber }
    let location =
      Test.current?.sourceLocation
      ?? SourceLocation(fileID: #fileID, filePath: #filePath, line: #line, column: 1)
    [StubIssue(text: MissingStubber().description, location: location)].report()
    let stubber = HTTPStubber()
    stubber.add(
      stub: HTTPStubRequest().named("outside of tests").priority(.min).stub(error: MissingStubber())
    )
    stubber.forgetStubs()
    return stubber
  }
}

/// The error if there is no current stubber.
struct MissingStubber: DescribedError, Sendable, Hashable {
  var description: String {
    "HTTPStubber.current needs a test with .stubs or .cassette; add the trait to the test "
      + "or its suite, use withStubs or withCassette, or pass the stubber to detached tasks"
  }
}
