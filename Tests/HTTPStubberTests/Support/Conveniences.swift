import Foundation
import HTTPStubber
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

func request(
  _ method: HTTPMethod, _ address: String, headers: [String: String] = [:], body: String? = nil
) throws -> URLRequest {
  var request = URLRequest(url: try url(address))
  request.httpMethod = method.rawValue
  for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
  request.httpBody = body.map { Data($0.utf8) }
  return request
}

extension URLSession {
  /// Loads a request and gives its text and response.
  func text(for request: URLRequest) async throws -> (text: String, response: HTTPURLResponse) {
    let (data, response) = try await data(for: request)
    return (String(decoding: data, as: UTF8.self), try #require(response as? HTTPURLResponse))
  }

  func text(from address: String) async throws -> String {
    try await text(for: URLRequest(url: try url(address))).text
  }

  /// The code of the `URLError` that loading the URL ends with.
  func errorCode(for request: URLRequest) async -> URLError.Code? {
    do {
      _ = try await data(for: request)
      return nil
    } catch {
      return (error as? URLError)?.code
    }
  }
}

/// Lets what is due reach its client, which is told on a queue of its own.
///
/// What must not have happened is looked at after a whole request has been answered meanwhile.
func letPass() async throws {
  let other = HTTPStubber()
  other.add(stub: HTTPStubRequest().stub(for: .get, body: "now"))
  for _ in 0..<3 {
    let text = try await other.session.text(from: "http://other.example/")
    #expect(text == "now")
  }
}

extension HTTPStubRequest {
  /// Matches the path alone.
  @discardableResult
  func at(_ path: String) -> HTTPStubRequest { match(PathIs(path: path)) }
}

/// A matcher of these tests, so that they need none of the library's.
struct PathIs: HTTPStubMatcher {
  let path: String

  func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    request.target.path == path
      ? .matched : .mismatched(expected: "path \(path)", found: request.target.path)
  }
}

/// A matcher that is a closure.
struct Where: HTTPStubMatcher {
  let fits: @Sendable (ReceivedRequest) -> Bool

  init(_ fits: @escaping @Sendable (ReceivedRequest) -> Bool) { self.fits = fits }

  func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    fits(request) ? .matched : .mismatched(expected: "a fitting request", found: "another")
  }
}

/// A temporary file that is gone when the value goes.
final class TemporaryFile {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

  init(_ data: Data) throws { try data.write(to: url) }

  deinit { try? FileManager.default.removeItem(at: url) }
}
