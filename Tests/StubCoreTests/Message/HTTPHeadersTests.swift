import StubCore
import Testing

@Suite("Header fields")
struct HTTPHeadersTests {
  @Test("Names compare without regard to case, order and repeats stay, values join with a comma")
  func repeats() {
    var headers: HTTPHeaders = ["X-One": "1", "Accept": "a"]
    headers.append("accept", "b")
    #expect(headers["ACCEPT"] == "a, b")
    #expect(headers.values(of: .accept) == ["a", "b"])
    #expect(headers.fields.map(\.name.rawName) == ["X-One", "Accept", "accept"])
  }

  @Test("Setting a field replaces all of its name at the first one's place; nil removes them")
  func setting() {
    var headers: HTTPHeaders = ["A": "1", "B": "2", "a": "3"]
    headers["A"] = "4"
    #expect(headers == ["A": "4", "B": "2"])
    headers["b"] = nil
    #expect(headers == ["A": "4"])
  }

  @Test("A content type's essence and parameters are found whatever their spelling")
  func contentType() {
    let type = HTTPContentType(rawValue: "Multipart/Form-Data ; Boundary=\"a b\"; charset=utf-8")
    #expect(type.essence == "multipart/form-data")
    #expect(type.parameter("boundary") == "a b")
    #expect(type.parameter("CHARSET") == "utf-8")
    #expect(type.parameter("none") == nil)
  }
}
