import Foundation
import HTTPStubber

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A stubber's own session, with redirects left to the caller.
struct InProcessHost: ContractHost {
  private final class RefusingRedirects: NSObject, URLSessionTaskDelegate {
    func urlSession(
      _ session: URLSession, task: URLSessionTask,
      willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
      completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      completionHandler(nil)
    }
  }

  private let stubber: HTTPStubber
  private let session: URLSession

  init(stubs: StubSet) {
    stubber = HTTPStubber(stubs: stubs)
    session = URLSession(
      configuration: stubber.configuration, delegate: RefusingRedirects(), delegateQueue: nil)
  }

  func send(_ request: ContractRequest) async throws -> ContractReply {
    guard let url = URL(string: request.url) else {
      throw URLError(.badURL)
    }
    var urlRequest = URLRequest(url: url)
    urlRequest.httpMethod = request.method
    urlRequest.httpBody = request.body
    for (name, value) in request.headers { urlRequest.addValue(value, forHTTPHeaderField: name) }
    do {
      let (data, response) = try await session.data(for: urlRequest)
      guard let response = response as? HTTPURLResponse else { return .failure }
      let fields = response.allHeaderFields.map { key, value in
        ("\(key)".lowercased(), Optional("\(value)"))
      }
      return .response(
        status: response.statusCode, headers: Dictionary(fields) { $1 }, body: data)
    } catch let error as URLError where error.code == .cannotFindHost {
      // The request left for the network, which no rule allows.
      throw error
    } catch {
      return .failure
    }
  }

  func stop() { session.invalidateAndCancel() }
}
