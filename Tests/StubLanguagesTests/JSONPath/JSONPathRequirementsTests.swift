import StubLanguages
import Testing

@Suite("Names and values that a JSONPath query needs")
struct JSONPathRequirementsTests {
  @Test(
    "The names on the way, and in filters that a missing member does not pass, are needed",
    arguments: [
      ("$", []), ("$.a.b", ["a", "b"]), ("$['a']..b[0].*", ["a", "b"]), ("$['a','b']", []),
      ("$.a[?(@.b)]", ["a", "b"]), ("$[?(@.a.b && @.c)]", ["a", "b", "c"]),
      ("$[?(@.a || @.b)]", []), ("$[?(!@.a)]", []), ("$[?(@.a == 1)]", ["a"]),
      ("$[?(1 < @.a)]", ["a"]), ("$[?(@.a != 1)]", []), ("$[?(@.a == @.b)]", []),
      ("$[?(@.a == $.b)]", []), ("$[?(@.a[?(@.b > 1)])]", ["a", "b"]),
      ("$[?match(@.a, 'x')]", ["a"]), ("$[?length(@.a) > 1]", []),
    ])
  func names(path: String, names: [String]) throws {
    #expect(try JSONPath(path).requirements.names == names)
  }

  @Test(
    "A literal that must be equal is needed, with the name of its member if the filter tells it",
    arguments: [
      ("$[?(@.a == 'x')]", [Literal("a", "x")]), ("$[?('x' == @.b.a)]", [Literal("a", "x")]),
      ("$[?(@ == 'x')]", [Literal(nil, "x")]), ("$[?(@.a[0] == 1)]", [Literal(nil, 1)]),
      ("$[?(@.a == 1 && @.b == 'y')]", [Literal("a", 1), Literal("b", "y")]),
      ("$[?(@.a == 1 || @.b == 'y')]", []), ("$[?(@.a < 1)]", []), ("$[?(@.a == true)]", []),
      ("$[?(@.a == null)]", []),
    ])
  func literals(path: String, literals: [Literal]) throws {
    let found = try JSONPath(path).requirements.literals.map { Literal($0.name, $0.value) }
    #expect(found == literals)
  }

  struct Literal: Sendable, Equatable {
    let name: String?
    let value: JSONValue

    init(_ name: String?, _ value: JSONValue) { (self.name, self.value) = (name, value) }
  }
}
