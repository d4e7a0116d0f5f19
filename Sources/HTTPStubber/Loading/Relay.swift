import StubCore

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

/// Loads a request for real, when it turns out only after the start that no stub is to answer it.
enum Relay {
  /// A session without stubs; redirects come back, because the next request may be stubbed again.
  private static let session: URLSession = {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = configuration.protocolClasses?.filter {
      !($0 is StubURLProtocol.Type)
    }
    configuration.httpCookieStorage = nil
    return URLSession(configuration: configuration, delegate: StayHere(), delegateQueue: nil)
  }()

  /// The real response as a plan, or the plan to fail as the network did.
  static func load(_ request: URLRequest, body: RequestBody) async -> ResponsePlan {
    var request = request
    request.httpBodyStream = nil
    request.httpBody = body.data
    do {
      let (data, response) = try await session.data(for: request)
      guard let response = response as? HTTPURLResponse else {
        return .failing(.network(.badServerResponse))
      }
      return ResponsePlan(head: ResponseHead(response), body: .data(data))
    } catch {
      return .failing(.error(error))
    }
  }
}

/// Refuses every redirect.
private final class StayHere: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}
