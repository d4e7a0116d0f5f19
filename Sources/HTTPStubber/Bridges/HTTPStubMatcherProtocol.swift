public import StubCore

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// A condition on a request, written against `URLRequest` with a plain yes or no.
///
/// ``/StubCore/HTTPStubMatcher`` can also say why a request does not fit and capture parts of it.
///
/// ```swift
/// struct NightMatcher: HTTPStubMatcherProtocol {
///   func matches(request: URLRequest, for source: HTTPMatcherSource) -> Bool {
///     request.value(forHTTPHeaderField: "X-Time") == "night"
///   }
/// }
/// ```
public protocol HTTPStubMatcherProtocol: HTTPStubMatcher {
  /// Whether the request fits; its body is in `httpBody`, however the client gave it.
  func matches(request: URLRequest, for source: HTTPMatcherSource) -> Bool
}

extension HTTPStubMatcherProtocol {
  public func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    guard let urlRequest = request.urlRequest else {
      return .mismatched(expected: "a valid URL", found: request.target.absoluteString)
    }
    return matches(request: urlRequest, for: source)
      ? .matched : .mismatched(expected: "a request that \(self) accepts", found: request.summary)
  }
}
