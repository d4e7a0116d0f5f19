import Foundation
public import StubCore
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Answers the requests of `URLSession` in this process.
///
/// Each stubber is a world of its own: any number of them, and of tests, can run in parallel.
///
/// ```swift
/// let stubber = HTTPStubber()
/// stubber.add(stub: HTTPStubRequest().stub(for: .get, body: "hello"))
/// let (data, _) = try await stubber.session.data(from: url)
/// ```
///
/// Requests with the schemes `http` and `https` are answered; all others are left alone. Those
/// that pass through are loaded by the session itself and do not appear in the journal.
///
/// All members can be used from any thread at any time.
public final class HTTPStubber: Sendable {
  /// The stubber of the whole process, for code that cannot be given a session.
  public static let shared = HTTPStubber()

  /// The stubs with their rules and the journal.
  public let stubSet: StubSet
  let endpoint: Endpoint
  private let slot: Slot
  let registration = Registration()
  let ownSession = OwnSession()

  /// - Parameters:
  ///   - stubs: the stubs to answer from; other hosts may answer from them too.
  ///   - clock: the time that delays and time limits go by.
  public init(stubs: StubSet = StubSet(), clock: any StubClock = SystemClock()) {
    stubSet = stubs
    endpoint = Endpoint(stubs: stubs, clock: clock)
    slot = SlotRegistry.shared.assign(Route(to: endpoint))
    stubs.hooks.problem = { StandardError.write("HTTPStubber: \($0)") }
  }

  deinit {
    registration.end()
    SlotRegistry.shared.giveBack(slot)
  }

  /// The class that the URL loading system knows this stubber by.
  var protocolClass: StubURLProtocol.Type { slot.protocolClass }
}

/// Where warnings go when nobody takes them.
enum StandardError {
  static func write(_ line: String) {
    // Whatever is wrong with standard error, there is nobody left to tell.
    try? FileHandle.standardError.write(contentsOf: Data("\(line)\n".utf8))
  }
}
