public import StubServer
public import StubTesting
public import Testing

extension Trait where Self == StubTrait {
  /// Gives the test a server, `HTTPStubServer.current`, that answers with the stubs of the test.
  public static var server: Self { server(location: nil) }

  /// Gives the test a server, `HTTPStubServer.current`, that answers with the stubs of the test.
  ///
  /// ```swift
  /// @Test(
  ///   .stubs { HTTPStubRequest().match(path: "/users").stub(for: .get, .json(text: "[]")) },
  ///   .server(secure: true))
  /// ```
  ///
  /// The server and `HTTPStubber.current` both answer with the stubs of all other traits, including
  /// cassettes. Each case of the test has a separate server, which stops when the case ends. With
  /// `secure`, the server uses HTTPS. To record a cassette, set `upstream` in the configuration.
  public static func server(
    secure: Bool = false, configuration: ListenerConfiguration = .forTests,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    server(secure: secure, configuration: configuration, location: sourceLocation)
  }

  private static func server(
    secure: Bool = false, configuration: ListenerConfiguration = .forTests,
    location: SourceLocation?
  ) -> Self {
    StubTrait.resource(location: location) { stubber, recordedPath in
      if let recordedPath, configuration.upstream == nil {
        throw NothingToRecord(path: recordedPath)
      }
      return try HTTPStubServer(
        serving: stubber.stubSet, secure: secure, configuration: configuration)
    }
  }
}

extension HTTPStubServer: TestResource {
  package func end() async { await stop() }

  /// The server of the running test.
  ///
  /// The same server is available to all code that inherits task-local values: the test, the
  /// functions it awaits, child tasks and `Task { }`.
  ///
  /// - Throws: an error if the test does not have the trait `.server`.
  public static var current: HTTPStubServer {
    get throws {
      guard let server = StubTrait.currentResource(HTTPStubServer.self) else {
        throw MissingServer()
      }
      return server
    }
  }
}

/// The error if a cassette is to be recorded, but the test's server has no upstream server to which
/// it can forward requests.
struct NothingToRecord: DescribedError, Sendable, Hashable {
  let path: String

  var description: String {
    "the cassette \(path) would be recorded, but the server of the test has no real one to ask; set "
      + "upstream in the configuration of .server, or only play the cassette, with record: .none"
  }
}

/// The error if a test has no server.
package struct MissingServer: DescribedError, Sendable, Hashable {
  /// Creates the error; its text is always the same.
  package init() {}

  package var description: String {
    "HTTPStubServer.current needs a test with .server; add the trait to the test or its suite"
  }
}
