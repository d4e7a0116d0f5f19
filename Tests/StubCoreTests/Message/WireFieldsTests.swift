import StubCore
import Testing

@Suite("Header fields off the wire")
struct WireFieldsTests {
  private func headers(_ pairs: [(String, String)]) -> HTTPHeaders {
    var fields = WireFields()
    for (name, value) in pairs { fields.append(Array(name.utf8).span, Array(value.utf8).span) }
    return HTTPHeaders(fields.trimmed())
  }

  @Test("Fields from received bytes behave like fields that were written as texts")
  func likeOthers() {
    let pairs = [("Host", "a"), ("x-one", ""), ("X-ONE", "Grüße"), ("Accept", "b, c")]
    let wire = headers(pairs)
    let list = HTTPHeaders(pairs.map { HTTPHeaders.Field(name: HTTPHeaderName($0), value: $1) })
    #expect(wire == list)
    #expect(wire.fields.map(\.name.rawName) == pairs.map(\.0))
    for name in ["host", "X-One", "accept", "Accep", "none"] as [HTTPHeaderName] {
      #expect(wire[name] == list[name])
      #expect(wire.values(of: name) == list.values(of: name))
      #expect(wire.contains(name) == list.contains(name))
    }
    #expect(!wire.isEmpty)
    #expect(headers([]).isEmpty)
  }

  @Test("Changing one changes it alone")
  func changing() {
    let wire = headers([("A", "1"), ("B", "2")])
    var changed = wire
    changed["a"] = "3"
    changed.append("C", "4")
    #expect(changed == ["A": "3", "B": "2", "C": "4"])
    #expect(wire == ["A": "1", "B": "2"])
  }

  @Test("A field can be put before the others, and the first of a name can be extended")
  func puttingTogether() {
    var fields = WireFields()
    for (name, value) in [("cookie", "a=1"), ("x", "y"), ("cookie", "b=2")] {
      fields.append(Array(name.utf8).span, Array(value.utf8).span)
    }
    fields.extend(.cookie, by: "; ", Array("c=3".utf8).span)
    #expect(
      HTTPHeaders(fields.preceded(by: "Host", Array("h".utf8)))
        == ["Host": "h", "cookie": "a=1; c=3", "x": "y", "cookie": "b=2"])
  }
}
