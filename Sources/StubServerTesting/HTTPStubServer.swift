import Dispatch
public import Foundation
public import StubCore
public import StubServer
import StubTesting

/// A server on a free local port that answers with stubs, for clients that are not `URLSession`.
///
/// ```swift
/// let server = try await HTTPStubServer(HTTPStubRequest().stub(for: .get, .text("hello")))
/// let text = try await Client(baseURL: server.url).greeting()
/// ```
///
/// The server runs as long as a variable of the test holds it, and stops when the test ends. The
/// trait `.server` does this for you.
public final class HTTPStubServer: Sendable {
  /// The stubs, with their rules and the journal.
  public let stubSet: StubSet
  /// The base URL, such as `http://127.0.0.1:50123`, without a slash at its end.
  public let url: URL
  private let listener: Listener
  private let trust: TrustFolder?

  /// Starts a server with these stubs.
  ///
  /// - Throws: the errors of the initializer that takes a set.
  public convenience init(
    _ stubs: HTTPStubRequest..., secure: Bool = false,
    configuration: ListenerConfiguration = .forTests
  ) async throws {
    try await self.init(stubs, secure: secure, configuration: configuration)
  }

  /// Starts a server with a list of stubs; the last is asked first.
  ///
  /// - Throws: the errors of the initializer that takes a set.
  public convenience init(
    _ stubs: [HTTPStubRequest], secure: Bool = false,
    configuration: ListenerConfiguration = .forTests
  ) async throws {
    let set = StubSet()
    for stub in stubs { set.add(stub: stub) }
    try await self.init(set, secure: secure, configuration: configuration)
  }

  /// Starts a server with a set of stubs, which other servers and stubbers can share.
  ///
  /// - Parameters:
  ///   - stubs: the stubs; changes of the set take effect immediately.
  ///   - secure: whether the server uses HTTPS. Its certificate is issued by an authority made for
  ///     this server only; clients must trust ``certificateFile``.
  ///   - configuration: the options of the listener.
  /// - Throws: an error that says why the server cannot start, and what to do.
  public convenience init(
    _ stubs: StubSet, secure: Bool = false, configuration: ListenerConfiguration = .forTests
  ) async throws {
    try self.init(serving: stubs, secure: secure, configuration: configuration)
  }

  init(serving stubs: StubSet, secure: Bool, configuration: ListenerConfiguration) throws {
    stubSet = stubs
    trust = secure ? try TrustFolder() : nil
    var address = ListenAddress.tcp(host: "127.0.0.1", port: 0)
    if let trust {
      var tls = TLSConfiguration()
      tls.authorityDirectory = trust.path
      address = .tls(host: "127.0.0.1", port: 0, configuration: tls)
    }
    listener = try Listener(stubs: stubs, addresses: [address], configuration: configuration)
    try listener.start()
    guard let url = URL(string: listener.url) else {
      preconditionFailure("a listener has the URL \(listener.url)")
    }
    self.url = url
  }

  deinit { listener.stop() }

  /// The clock for delays and speeds of responses; a test can hold and advance it instead of
  /// waiting.
  public var clock: ListenerClock { listener.clock }

  /// The port of the server.
  public var port: Int { listener.port }

  /// The PEM file with the certificate of the authority that clients must trust; `nil` without
  /// HTTPS.
  ///
  /// The file is deleted with the server. Each server has a separate authority, which nothing else
  /// trusts.
  public var certificateFile: String? { listener.certificateToTrust }

  /// The received requests with their outcomes; all servers of the same stub set share the journal.
  public var journal: Journal { stubSet.journal }

  /// Adds a copy of the stub, so later changes to `stub` have no effect.
  ///
  /// Among stubs with the same priority, the last added is asked first.
  ///
  /// - Returns: the added stub.
  @discardableResult
  public func add(stub: HTTPStubRequest) -> HTTPStub { stubSet.add(stub: stub) }

  /// The listener of the server, which can give its connections a bad network or faults.
  public var connections: Listener { listener }

  /// Stops the server and frees its port.
  ///
  /// The method waits until open responses are sent; after the timeout `stop`, they are cut off.
  public func stop() async {
    listener.stop()
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { [listener] in
        listener.waitUntilStopped()
        continuation.resume()
      }
    }
  }
}

extension ListenerConfiguration {
  /// The configuration for servers of tests.
  ///
  /// It has one thread, because many servers may run in parallel, and gives open responses 1 s when
  /// a server stops.
  public static var forTests: ListenerConfiguration {
    var configuration = ListenerConfiguration()
    configuration.threadCount = 1
    configuration.timeouts.stop = .seconds(1)
    return configuration
  }
}

/// A temporary folder with the files of the certificate authority of one server.
private final class TrustFolder: Sendable {
  let path: String

  init() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "stub-server-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
