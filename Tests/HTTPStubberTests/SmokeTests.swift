import Foundation
import HTTPStubber
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct SmokeTests {
  @Test func hello() async throws {
    let stubber = HTTPStubber()
    stubber.add(stub: HTTPStubRequest().stub(for: .get, body: "hello"))
    let url = try #require(URL(string: "http://a.example/x"))
    let (data, _) = try await stubber.session.data(from: url)
    #expect(String(decoding: data, as: UTF8.self) == "hello")
  }
}
