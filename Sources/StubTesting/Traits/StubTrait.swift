package import HTTPStubber
import StubLanguages
public import Testing

/// Gives each case of a test its own stubber, `HTTPStubber.current`.
///
/// On a suite, the trait applies to all tests in it. The traits of a test are added to the traits
/// of its suites: all their stubs are added, and the innermost are asked first. A cassette takes
/// its unset options from the outer one.
public struct StubTrait: TestTrait, SuiteTrait, TestScoping {
  typealias ID = Int

  private static let lastNumber = AtomicInt(0)

  let id: ID
  let settings: StubSettings

  init(_ settings: StubSettings) {
    let id = Self.lastNumber.add(1)
    var settings = settings
    for index in settings.steps.indices { settings.steps[index].trait = id }
    self.id = id
    self.settings = settings
  }

  public var isRecursive: Bool { true }

  /// Notes that `test` has the trait, and which cassette it uses.
  public func prepare(for test: Test) async throws {
    let uses = SharedUses.current
    if test.isSuite { return uses.share(id) }
    let settings = settings(of: test)
    let isJudged = settings.failing?.contains(.unused) ?? false
    uses.expect(
      test.id, with: .trait(id), isCommon: test.isParameterized, isShared: false,
      isJudged: isJudged)
    guard isLast(of: test), let options = settings.cassette,
      let path = settings.cassettePath(at: TestPlace(test))
    else { return }
    uses.expect(
      test.id, with: .cassette(path), isCommon: true, isShared: options.name != nil,
      isJudged: isJudged)
  }

  /// Returns this trait for a test and for each of its cases; `nil` for a suite.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    test.isSuite ? nil : self
  }

  /// Runs a test case with its stubber.
  ///
  /// The first trait of a test does this for all its traits.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await runAllCases(of: test, function) }
    if let scope = StubScope.current, scope.traits.contains(id) { return try await function() }
    let layers = layers(of: test)
    let settings = settings(of: test)
    let scope = StubScope(settings, at: TestPlace(test), traits: Set(layers.map(\.id)))
    do {
      try await scope.open()
    } catch {
      scope.abandon()
      if error is CancellationError { throw error }
      let location = settings.cassetteLocation ?? test.sourceLocation
      let issue = (error as? SetUpFailure)?.issue
      return [issue ?? StubIssue(text: "\(error)", location: location)].report()
    }
    let watch = FailureWatch()
    do {
      try await StubScope.$current.withValue(scope) {
        try await watch.run(function, in: test, testCase)
      }
    } catch {
      let isCancelled = Task.isCancelled
      await scope.close(failed: watch.hasFailed || !isCancelled, skipped: isCancelled).report()
      throw error
    }
    await scope.close(failed: watch.hasFailed, skipped: Task.isCancelled).report()
  }

  /// Runs all cases of a test, and then checks the shared stubs and cassettes for which this was
  /// the last test.
  private func runAllCases(
    of test: Test, _ function: @Sendable () async throws -> Void
  ) async throws {
    guard isLast(of: test) else { return try await function() }
    let path = settings(of: test).cassettePath(at: TestPlace(test))
    defer {
      let things =
        layers(of: test).map { SharedUses.Thing.trait($0.id) }
        + [path].compactMap { $0.map(SharedUses.Thing.cassette) }
      things.flatMap { SharedUses.current.end(test.id, with: $0) }.report()
    }
    try await function()
  }

  private func layers(of test: Test) -> [StubTrait] {
    let layers = test.traits.compactMap { $0 as? StubTrait }
    // This trait may be part of another trait; the test then lists only the other trait.
    return layers.contains { $0.id == id } ? layers : [self]
  }

  private func settings(of test: Test) -> StubSettings {
    layers(of: test).reduce(StubSettings()) { $1.settings.merged(over: $0) }
  }

  private func isLast(of test: Test) -> Bool { layers(of: test).last?.id == id }
}

/// An object, such as a server, that is made before a test starts and ended after it.
package protocol TestResource: AnyObject, Sendable {
  func end() async
}

extension StubTrait {
  /// Returns a trait that makes a resource for each case of a test.
  ///
  /// `make` is called with the stubber and with the path to which the test's cassette is recorded;
  /// the path is `nil` if nothing is recorded. The stubber already has the stubs of the previous
  /// traits; the later ones add theirs after the call.
  package static func resource(
    location: SourceLocation?,
    _ make:
      @escaping @Sendable (_ stubber: HTTPStubber, _ recordedPath: String?) throws
      -> any TestResource
  ) -> StubTrait {
    var settings = StubSettings()
    settings.steps = [
      StubSettings.Step(location: location) { scope, _ in
        scope.add(try make(scope.stubber, scope.recordedPath))
      }
    ]
    return StubTrait(settings)
  }

  /// Returns the innermost resource of this type in the running test.
  package static func currentResource<Resource: TestResource>(
    _ type: Resource.Type
  ) -> Resource? { StubScope.current?.resource(type) }
}

extension TestPlace {
  init(_ test: Test) {
    let location = test.sourceLocation
    var parts = test.id.nameComponents.map(\.asFileName)
    if parts.count < 2 {
      parts.insert(String(location.fileName.prefix { $0 != "." }), at: 0)
    }
    let name = parts.joined(separator: "/")
    self.init(
      name: name, file: location.path, location: location, test: test.id, testName: name)
  }
}

extension String {
  /// The name of a suite or test in a form that suits file names, such as `load-id` for
  /// `load(id:)`.
  var asFileName: String {
    let words = split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    return words.joined(separator: "-")
  }
}
