import Foundation
import HTTPStubber
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

func request(
  _ method: HTTPMethod, _ address: String, headers: [String: String] = [:], body: String? = nil
) throws -> URLRequest {
  try urlRequest(method.rawValue, address, headers: headers, body: body)
}

/// Lets what is due reach its client, which is told on a queue of its own.
///
/// Lets a whole request be answered, before a test looks at what must not have happened.
func letPass() async throws {
  let other = HTTPStubber()
  other.add(stub: HTTPStubRequest().stub(for: .get, .text("now")))
  for _ in 0..<3 {
    let text = try await other.session.text(from: "http://other.example/")
    #expect(text == "now")
  }
}
