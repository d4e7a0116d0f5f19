import StubCore
import StubLanguages
import Testing

@testable import StubAdmin

@Suite("The API describes itself")
struct DocumentRoutesTests {
  private let client = AdminClient()

  /// All values of members `$ref`.
  private static func references(_ value: JSONValue) -> [String] {
    let inner = (value.object?.members.map(\.1) ?? []) + (value.array ?? [])
    return (value["$ref"]?.string.map { [$0] } ?? []) + inner.flatMap(references)
  }

  @Test("The description has every route, and every schema that it refers to")
  func references() async {
    let document = await client(.get, "/openapi.json").json
    #expect(await client(.get, "/docs/swagger").json == document)
    #expect(document["paths"]?["/__admin/mappings/import"]?["post"] != nil)
    let schemas = Set(document["components"]?["schemas"]?.object?.members.map(\.0) ?? [])
    let names = Set(Self.references(document).map { String($0.split(separator: "/").last ?? "") })
    #expect(names.subtracting(schemas) == [])
  }

  @Test("A page leads to the description; without HTTPS there is no certificate")
  func others() async {
    #expect(await client(.get, "/docs").text.contains("/__admin/openapi.json"))
    let certificate = await client(.get, "/certs/wiremock-ca.crt")
    #expect(certificate.status == 404)
    #expect(certificate.json["errors"]?[0]?["detail"] == "start it with --https-port")
  }
}
