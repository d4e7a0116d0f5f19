import AlamofireNames
import HTTPStubber
import Testing

import struct AlamofireNames.HTTPHeaders
import struct AlamofireNames.HTTPMethod

@Suite("Names of another library, imported one by one")
struct ScopedImportTests {
  @Test("The plain names are those of the other library, and those of the stubber are in its class")
  func plainNames() {
    let headers: HTTPHeaders = ["X-A": "b"]
    #expect(AlamofireNames.request("/", method: HTTPMethod.get, headers: headers) == "GET / X-A: b")
    let stub = HTTPStubRequest().stub(
      for: HTTPStubber.HTTPMethod("LINK"), .status(.ok, headers: ["A": "b"]))
    #expect(HTTPStubber().add(stub: stub).methods == ["LINK"])
  }
}
