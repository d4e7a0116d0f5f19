import Foundation
public import StubCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A stubber, which answers the requests of `URLSession` in this process.
///
/// Stubbers are independent of each other, so any number of them, and of tests, can run in
/// parallel.
///
/// ```swift
/// let stubber = HTTPStubber()
/// stubber.add(stub: HTTPStubRequest().stub(for: .get, .text("hello")))
/// let (data, _) = try await stubber.session.data(from: url)
/// ```
///
/// A stubber answers requests with the schemes `http` and `https`, and with custom schemes of an
/// app, such as `app:`. It ignores URLs that Foundation loads without HTTP, such as `file:` and
/// `data:`. The session itself loads requests that pass through; the journal lists them, but not
/// how they ended.
///
/// All members can be used from any thread at any time. Responders and hooks may load URLs
/// themselves. Matchers must not, because they run while the task is being created.
public final class HTTPStubber: Sendable {
  /// The stubber for the whole process, for code to which no session can be passed.
  public static let shared = HTTPStubber()

  /// The stubs, with their rules and the journal.
  public let stubSet: StubSet
  let endpoint: Endpoint
  let ownSession = OwnSession()

  /// Creates a stubber.
  ///
  /// - Parameters:
  /// - stubs: The stubs that answer, which other hosts may share; their hooks stay unchanged. With
  ///   `nil`, the stubber has a new set, whose warnings go to standard error.
  /// - clock: The clock for delays and timeouts; `nil` for the system's clock. Before you advance a
  ///   clock, wait with `journal.waitForRequests()` for the requests whose delays are to pass.
  public init(stubs: StubSet? = nil, clock: VirtualClock? = nil) {
    stubSet = stubs ?? StubSet()
    endpoint = Endpoint(stubs: stubSet, clock: clock ?? SystemClock())
    if stubs == nil { stubSet.hooks.problem = { StandardError.write("HTTPStubber: \($0)") } }
  }
}

// The class hides the module of the same name, so `HTTPStubber.HTTPMethod` is
// looked up in the class.
extension HTTPStubber {
  /// ``/StubCore/HTTPMethod``, for files that import another type with this name, such as
  /// Alamofire's.
  public typealias HTTPMethod = StubCore.HTTPMethod

  /// ``/StubCore/HTTPHeaders``, for files that import another type with this name, such as
  /// Alamofire's.
  public typealias HTTPHeaders = StubCore.HTTPHeaders
}

/// The output for warnings if there is no handler.
enum StandardError {
  static func write(_ line: String) {
    // If writing fails, there is no way to report it.
    try? FileHandle.standardError.write(contentsOf: Data("\(line)\n".utf8))
  }
}
