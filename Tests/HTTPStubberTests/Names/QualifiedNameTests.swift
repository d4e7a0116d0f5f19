import AlamofireNames
import HTTPStubber
import TestSupport
import Testing

@Suite("Names that another library has too")
struct QualifiedNameTests {
  @Test("Stubs name no type, so that nothing is ambiguous")
  func implicitNames() async throws {
    let stubber = HTTPStubber()
    stubber.add(
      stub: HTTPStubRequest().match(method: .get).stub(
        .text("x", headers: [.eTag: "1", "X-A": "b"])))
    #expect(try await stubber.session.text(from: "http://a.example") == "x")
    #expect(
      AlamofireNames.request("http://a.example", method: .post, headers: ["X-A": "b"])
        == "POST http://a.example X-A: b")
  }

  @Test("The types are found in the class and in their module")
  func qualifiedNames() {
    let method: HTTPStubber.HTTPMethod = .get
    let headers = HTTPStubber.HTTPHeaders([.accept: "text/plain"])
    #expect(method == StubCore.HTTPMethod.get)
    #expect(headers == ["Accept": "text/plain"] as StubCore.HTTPHeaders)
    #expect(AlamofireNames.HTTPMethod.get.rawValue == method.rawValue)
  }
}
