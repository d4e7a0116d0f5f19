import StubLanguages
import Testing

@Suite struct URITemplateErrorTests {
  @Test("an error names the template, shows the place, gives the reason and a remedy")
  func text() {
    let error = #expect(throws: URITemplateError.self) { try URITemplate("/users/{user-id}") }
    #expect(
      error?.description == """
        Invalid URI template (RFC 6570) `/users/{user-id}`: \
        `-` may not stand in a variable's name at offset 12.
          /users/{user-id}
                      ^
        Try: write `_` for the hyphen.
        """)
  }

  @Test(
    "each mistake is found where it is",
    arguments: [
      ("/é/{a", 4, "`{` is never closed"), ("/{", 2, "a variable's name is missing"),
      ("/a}", 2, "`}` closes no expression"),
      ("/{a{b}}", 3, "`{` may not stand in a variable's name"),
      ("/{=a}", 2, "`=` is reserved for extensions of URI templates"),
      ("/{*a}", 2, "`*` comes before the name"),
      ("/{a:x}", 4, "`:` asks for a length from 1 to 9999"),
      ("/{}", 2, "`}` may not stand in a variable's name"),
      ("/{a..b}", 4, "a name does not end in a dot or hold two in a row"),
      ("/a b", 2, "a space may not stand in a URI"),
      ("/%zz", 1, "`%` is not followed by two hexadecimal digits"),
      ("/{é}", 2, "a character outside of ASCII may not stand in a variable's name"),
    ])
  func places(template: String, offset: Int, reason: String) {
    let error = #expect(throws: URITemplateError.self) { try URITemplate(template) }
    #expect(error?.offset == offset)
    #expect(error?.reason == reason)
    #expect(error?.remedy.isEmpty == false)
  }

  @Test("a list within a list cannot be expanded")
  func nested() throws {
    let template = try URITemplate("/a{/x}")
    let error = #expect(throws: URITemplateError.self) { try template.expand(["x": [["y"]]]) }
    #expect(error?.offset == 2)
    #expect(error?.reason == "the value of `x` holds a list or object within another")
  }

  @Test("numbers and Booleans expand as their text, undefined members of a list not at all")
  func scalars() throws {
    let template = try URITemplate("{/n,b}{?l,o*}")
    #expect(
      try template.expand(["n": 1.5, "b": true, "l": [1, nil, "x"], "o": ["k": nil, "m": false]])
        == "/1.5/true?l=1,x&m=false")
    #expect(try template.expand(["l": [nil]]) == "")
  }
}
