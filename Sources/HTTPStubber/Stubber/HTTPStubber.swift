import Foundation
public import StubCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Answers the requests of `URLSession` in this process.
///
/// Each stubber is a world of its own: any number of them, and of tests, can run in parallel.
///
/// ```swift
/// let stubber = HTTPStubber()
/// stubber.add(stub: HTTPStubRequest().stub(for: .get, .text("hello")))
/// let (data, _) = try await stubber.session.data(from: url)
/// ```
///
/// Requests with the schemes `http` and `https` are answered, and those with a scheme of an app's own, such as
/// `app:`; what Foundation loads without HTTP, such as `file:` and `data:`, is left alone. Requests that pass
/// through are loaded by the session itself; the journal has them, but not how they ended.
///
/// All members can be used from any thread at any time. Responders and hooks may load something
/// themselves; matchers must not: whether a request is taken on is asked while its task is made.
public final class HTTPStubber: Sendable {
  /// The stubber of the whole process, for code that cannot be given a session.
  public static let shared = HTTPStubber()

  /// The stubs with their rules and the journal.
  public let stubSet: StubSet
  let endpoint: Endpoint
  let ownSession = OwnSession()

  /// - Parameters:
  ///   - stubs: the stubs to answer from, which other hosts may share, with their hooks as they
  ///     are; `nil` for a set of its own, whose warnings go to standard error.
  ///   - clock: the time that delays and time limits go by; `nil` for the system's. Before it is advanced,
  ///     wait with `journal.waitForRequests()` for the requests whose delays are to pass.
  public init(stubs: StubSet? = nil, clock: VirtualClock? = nil) {
    stubSet = stubs ?? StubSet()
    endpoint = Endpoint(stubs: stubSet, clock: clock ?? SystemClock())
    if stubs == nil { stubSet.hooks.problem = { StandardError.write("HTTPStubber: \($0)") } }
  }
}

// The class hides the module of its name, so `HTTPStubber.HTTPMethod` is looked up in the class.
extension HTTPStubber {
  /// ``/StubCore/HTTPMethod``, for files that import another type of that name, such as Alamofire's.
  public typealias HTTPMethod = StubCore.HTTPMethod

  /// ``/StubCore/HTTPHeaders``, for files that import another type of that name, such as Alamofire's.
  public typealias HTTPHeaders = StubCore.HTTPHeaders
}

/// Where warnings go without a handler.
enum StandardError {
  static func write(_ line: String) {
    // An error of standard error cannot be reported anywhere.
    try? FileHandle.standardError.write(contentsOf: Data("\(line)\n".utf8))
  }
}
