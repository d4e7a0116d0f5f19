public import Foundation
public import StubCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URLError {
  /// Creates the error of the loading system with the code `code`.
  public init(_ code: NetworkErrorCode) { self.init(code.urlErrorCode) }

  /// Creates an error with the URL of the request, and with a text if the code alone does not
  /// explain the problem.
  init(_ code: URLError.Code, for url: URL?, _ text: String? = nil) {
    var information: [String: Any] = [:]
    if let url {
      information[NSURLErrorFailingURLErrorKey] = url
    }
    if let text { information[NSLocalizedDescriptionKey] = text }
    self.init(code, userInfo: information)
  }

  static func stubberGone(_ request: URLRequest) -> URLError {
    URLError(
      .cannotConnectToHost, for: request.url,
      "the HTTPStubber of this session no longer exists; keep a reference to it for as long as its "
        + "sessions are used")
  }

  static func webSocket(_ request: URLRequest) -> URLError {
    URLError(
      .unsupportedURL, for: request.url,
      "the stubber cannot answer the WebSocket \(request.url?.absoluteString ?? ""), because URLProtocol "
        + "cannot open one; add an ignore rule to connect it to the real server, or replace the WebSocket "
        + "in the test")
  }
}

extension StubFailure {
  /// Returns the failure as an error for an in-process client.
  func error(for url: URL?) -> any Error {
    switch self {
    case .network(let code): URLError(code.urlErrorCode, for: url)
    case .error(let error): Self.bridged(error, for: url)
    }
  }

  /// Returns an error of the loading system as the `URLError` that clients expect, and any other
  /// error unchanged.
  ///
  /// On Apple's platforms, a cast converts an `NSError` to a `URLError`; on other platforms, the
  /// cast fails.
  private static func bridged(_ error: any Error, for url: URL?) -> any Error {
    if let error = error as? DomainError { return NSError(error, for: url) }
    let plain = error as NSError
    guard !(error is URLError), plain.domain == NSURLErrorDomain else { return error }
    return URLError(NetworkErrorCode(rawValue: plain.code).urlErrorCode, userInfo: plain.userInfo)
  }
}

extension NSError {
  /// Creates an `NSError` with the domain and the code of `error`.
  fileprivate convenience init(_ error: DomainError, for url: URL?) {
    var information: [String: Any] = [:]
    if let url { information[NSURLErrorFailingURLErrorKey] = url }
    if let message = error.message { information[NSLocalizedDescriptionKey] = message }
    self.init(domain: error.domain, code: error.code, userInfo: information)
  }
}

extension NetworkErrorCode {
  /// The code in the platform's type; `unknown` if the platform lacks this code.
  fileprivate var urlErrorCode: URLError.Code {
    // On one of the platforms, the initializer returns an optional.
    let code: URLError.Code? = URLError.Code(rawValue: rawValue)
    return code ?? .unknown
  }
}

/// The report as the error that a client gets for an unmatched request.
///
/// If the loading system passes errors on unchanged, `catch let report as UnmatchedReport` gives
/// the report. On all platforms, the error has the domain, the code and the description of these
/// properties.
extension UnmatchedReport: LocalizedError, CustomNSError {
  public static var errorDomain: String { "HTTPStubber.UnmatchedRequest" }
  public var errorCode: Int { 1 }
  public var errorDescription: String? { description }

  public var errorUserInfo: [String: Any] {
    var information: [String: Any] = [NSLocalizedDescriptionKey: description]
    if let url = URL(string: request.target.absoluteString) {
      information[NSURLErrorFailingURLErrorKey] = url
    }
    return information
  }
}
