public import HTTPStubber
public import StubCore
public import StubRules
public import Testing

extension Trait where Self == StubTrait {
  /// Gives the test a stubber without stubs.
  public static var stubs: Self { Self(StubSettings()) }

  /// Sets up the stubber of the test.
  ///
  /// ```swift
  /// @Test(.stubs { stubber in
  ///   stubber.network = .threeG
  ///   stubber.add(stub: HTTPStubRequest().stub(for: .get, .text("hello")))
  /// })
  /// ```
  ///
  /// The closure is called before each case of the test; if it throws, the case fails and is not
  /// run. Findings listed in `failing` fail the test at its end; `nil` means the findings that the
  /// suite lists.
  public static func stubs(
    failing: Set<StubFinding>? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    _ setUp: @escaping @Sendable (HTTPStubber) throws -> Void
  ) -> Self {
    step(failing, sourceLocation) { scope, _ in try setUp(scope.stubber) }
  }

  /// Adds stubs to the test's stubber.
  ///
  /// ```swift
  /// @Test(.stubs {
  ///   HTTPStubRequest().match(path: "/users").stub(for: .get, .json(text: "[]"))
  ///   HTTPStubRequest().match(path: "/login").stub(for: .post, .status(.noContent))
  /// })
  /// ```
  ///
  /// The last stub is asked first. The closure is called before each case of the test. Findings
  /// listed in `failing` fail the test at its end; `nil` means the findings that the suite lists.
  public static func stubs(
    failing: Set<StubFinding>? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    @StubListBuilder _ stubs: @escaping @Sendable () throws -> [HTTPStubRequest]
  ) -> Self {
    step(failing, sourceLocation) { scope, _ in
      for stub in try stubs() { scope.stubber.add(stub: stub) }
    }
  }

  /// Adds the stubs of a rule file, of all rule files in a folder, or of a recording; with
  /// `StubFormats.all` of StubTools, also of stub files of other tools.
  ///
  /// The file is searched for in `Fixtures` beside the source file of the test, then beside the
  /// source file. Findings listed in `failing` fail the test at its end; `nil` means the findings
  /// that the suite lists.
  public static func stubs(
    file: String, formats: StubFormats = .own, failing: Set<StubFinding>? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    step(failing, sourceLocation) { scope, place in
      let path = try FixturePath(file, nextTo: place.file).path
      scope.load(try RuleSet(contentsOf: [path], formats: formats))
    }
  }

  private static func step(
    _ failing: Set<StubFinding>?, _ location: SourceLocation,
    _ run: @escaping @Sendable (StubScope, TestPlace) throws -> Void
  ) -> Self {
    var settings = StubSettings()
    settings.steps = [StubSettings.Step(location: location, run: run)]
    settings.failing = failing
    settings.failingLocation = location
    return Self(settings)
  }
}

/// Collects the stubs that a closure lists, one per line.
///
/// The closure may contain `if`, `for` and `switch`.
@resultBuilder
public enum StubListBuilder: Sendable {
  /// Returns the list for a line with one stub.
  public static func buildExpression(_ stub: HTTPStubRequest) -> [HTTPStubRequest] { [stub] }

  /// Returns the list for a line with several stubs, such as the result of a function.
  public static func buildExpression(_ stubs: [HTTPStubRequest]) -> [HTTPStubRequest] { stubs }

  /// Returns the stubs of all lines, in order.
  public static func buildBlock(_ parts: [HTTPStubRequest]...) -> [HTTPStubRequest] {
    parts.flatMap(\.self)
  }

  /// Returns the stubs of an `if` without `else`; none if its condition is false.
  public static func buildOptional(_ part: [HTTPStubRequest]?) -> [HTTPStubRequest] { part ?? [] }

  /// Returns the stubs of the chosen branch of an `if` or `switch`.
  public static func buildEither(first part: [HTTPStubRequest]) -> [HTTPStubRequest] { part }

  /// Returns the stubs of the chosen branch of an `if` or `switch`, if it is not the first.
  public static func buildEither(second part: [HTTPStubRequest]) -> [HTTPStubRequest] { part }

  /// Returns the stubs of all iterations of a `for` loop, in order.
  public static func buildArray(_ parts: [[HTTPStubRequest]]) -> [HTTPStubRequest] {
    parts.flatMap(\.self)
  }
}
