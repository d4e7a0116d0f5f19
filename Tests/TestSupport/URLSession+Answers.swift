public import Foundation
import Testing

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

public func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

public func urlRequest(
  _ method: String, _ address: String, headers: [String: String] = [:], body: String? = nil
) throws -> URLRequest {
  var request = URLRequest(url: try url(address))
  request.httpMethod = method
  for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
  request.httpBody = body.map { Data($0.utf8) }
  return request
}

extension URLSession {
  /// The text of the answer to a GET.
  public func text(from address: String) async throws -> String {
    try await answer(from: address).text
  }

  public func answer(
    _ method: String, _ address: String, headers: [String: String] = [:], body: String? = nil
  ) async throws -> (text: String, response: HTTPURLResponse) {
    try await answer(patientlyTo: urlRequest(method, address, headers: headers, body: body))
  }

  public func answer(
    from address: String
  ) async throws -> (text: String, response: HTTPURLResponse) {
    try await answer(patientlyTo: URLRequest(url: try url(address)))
  }

  /// Waits longer than the minute that Foundation does: the machine may be busy with other tests.
  private func answer(
    patientlyTo request: URLRequest
  ) async throws -> (text: String, response: HTTPURLResponse) {
    var request = request
    request.timeoutInterval = 300
    return try await answer(to: request)
  }

  public func answer(
    to request: URLRequest
  ) async throws -> (text: String, response: HTTPURLResponse) {
    let (data, response) = try await data(for: request)
    return (String(decoding: data, as: UTF8.self), try #require(response as? HTTPURLResponse))
  }

  public func errorCode(from address: String) async throws -> URLError.Code? {
    await errorCode(for: URLRequest(url: try url(address)))
  }

  /// The code of the `URLError` that loading ends with.
  public func errorCode(for request: URLRequest) async -> URLError.Code? {
    do {
      _ = try await data(for: request)
      return nil
    } catch {
      return (error as? URLError)?.code
    }
  }
}
