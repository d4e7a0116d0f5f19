import Foundation
import StubLanguages
import Testing

@Suite("JSON and Codable")
struct JSONCodableTests {
  private struct User: Codable, Equatable {
    var name: String
    var age: Int
    var extra: JSONValue?
  }

  @Test("An encodable value becomes JSON with its members sorted")
  func encoding() throws {
    let value = try JSONValue(encoding: User(name: "Ann", age: 34, extra: ["z": [1.5, nil]]))
    #expect(value.text() == #"{"age":34,"extra":{"z":[1.5,null]},"name":"Ann"}"#)
    #expect(try JSONValue(encoding: 5) == 5)
  }

  @Test("A JSON value is taken as it is, its order and numbers included")
  func encodingJSON() throws {
    let value = try JSONValue(parsing: #"{"b":1.50,"a":2}"#)
    #expect(try JSONValue(encoding: value).text() == value.text())
    #expect(try value.decode(as: JSONValue.self).text() == value.text())
  }

  @Test("A JSON value decodes into a type, or reports what is missing")
  func decoding() throws {
    let value: JSONValue = ["age": 34, "name": "Ann", "extra": ["a": [true, "b", 18.25]]]
    let user = try value.decode(as: User.self)
    #expect(user == User(name: "Ann", age: 34, extra: ["a": [true, "b", 18.25]]))
    #expect(throws: DecodingError.self) { try (["age": 34] as JSONValue).decode(as: User.self) }
  }

  @Test("Accessors give the content of their own kind only")
  func accessors() {
    let value: JSONValue = ["s": "x", "n": 1, "b": false, "a": [1], "o": [:], "z": nil]
    #expect(value["s"]?.string == "x")
    #expect(value["n"]?.number?.integer == 1)
    #expect(value["b"]?.bool == false)
    #expect(value["a"]?.array == [1])
    #expect(value["o"]?.object?.isEmpty == true)
    #expect(value["z"]?.isNull == true)
    #expect(value["n"]?.string == nil)
    #expect(value["a"]?[0] == 1)
    #expect(value["a"]?[1] == nil)
    #expect(value["s"]?["t"] == nil)
  }
}
