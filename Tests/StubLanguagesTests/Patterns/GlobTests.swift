import StubLanguages
import Testing

@Suite struct GlobTests {
  @Test(
    "a path glob matches whole paths",
    arguments: [
      ("/a/*", "/a/b", true), ("/a/*", "/a/b/c", false), ("/a/*", "/a/", false),
      ("/a/*.json", "/a/.json", true), ("/a/*.json", "/a/b.json", true),
      ("/a/*.json", "/a/bxjson", false), ("/a/b", "/a/b", true), ("/a/b", "/a/b/", false),
      ("/a/**", "/a/", true), ("/a/**", "/a/b/c", true), ("/a/**", "/a", false),
      ("/a/**/b", "/a/b", true), ("/a/**/b", "/a/x/y/b", true), ("/a/**/b", "/a/xb", false),
      ("**/b", "b", true), ("**/b", "/x/b", true), ("**/b", "xb", false),
      ("/a**z", "/abc/xyz", true), ("**", "", true), ("**", "/a/b", true), ("", "", true),
      ("", "a", false), ("/?", "/é", true), ("/?", "//", false), ("/?", "/", false),
      ("/[a-c]", "/b", true), ("/[a-c]", "/d", false), ("/[!a-c]", "/d", true),
      ("/[^a-c]", "/b", false), ("/[!a]", "//", false), ("/[]x]", "/]", true),
      ("/[a-]", "/-", true), ("/[\\]]", "/]", true), ("/{a,b}/c", "/b/c", true),
      ("/{a,b}/c", "/x/c", false), ("/{a,}x", "/x", true), ("/{a{1,2},b}", "/a2", true),
      ("/{a{1,2},b}", "/b", true), ("/{a{1,2},b}", "/a", false), ("/{*,x/**}", "/x/y/z", true),
      ("/{x,*}", "/", false), ("/\\*", "/*", true), ("/\\*", "/a", false), ("/a,b}", "/a,b}", true),
      ("/a.b", "/axb", false), ("/a(b)+", "/a(b)+", true), ("/日*", "/日本", true),
    ])
  func paths(glob: String, path: String, expected: Bool) throws {
    #expect(try Glob(glob).matches(path) == expected)
  }

  @Test(
    "a host glob matches by labels, whatever the case",
    arguments: [
      ("*.example.com", "api.example.com", true), ("*.example.com", "example.com", false),
      ("*.example.com", "a.b.example.com", false), ("**.example.com", "example.com", true),
      ("**.example.com", "a.b.example.com", true), ("**.example.com", "badexample.com", false),
      ("API-*.Example.com", "api-7.example.COM", true), ("*", "localhost", true),
      ("*", "a.b", false), ("api.*.com", "api.x.com", true),
      ("*.example.com", ".example.com", false),
    ])
  func hosts(glob: String, host: String, expected: Bool) throws {
    #expect(try Glob(host: glob).matches(host) == expected)
  }

  @Test(
    "a hostile text costs no more than states times length, and is given up when that is too much")
  func hostile() throws {
    let glob = try Glob("/" + String(repeating: "*a", count: 20) + "/**/x/**/y/{a*,*a}*b")
    let text = "/" + String(repeating: "a", count: 2000)
    #expect(try !glob.matches(text))
    let long = "/" + String(repeating: "a", count: 1_000_000)
    let error = #expect(throws: EvaluationLimitExceeded.self) { try glob.matches(long) }
    #expect(error?.description == "gave up after 14000004 steps")
    #expect(try Glob("/*").matches(long))
  }

  @Test("braces nest to any depth without running out of stack")
  func deepNesting() throws {
    let deep = String(repeating: "{a,", count: 5000) + "b" + String(repeating: "}", count: 5000)
    #expect(try Glob(deep).matches("b"))
    #expect(try !Glob(deep).matches("c"))
  }

  @Test(
    "a glob that does not end says where it begins",
    arguments: [
      ("/é[ab", 3, "`[` is never closed"), ("/{a,{b}", 1, "`{` is never closed"),
      ("/a\\", 2, "nothing follows the backslash"), ("/[z-a]", 1, "the range `z-a` runs backwards"),
      ("[", 0, "`[` is never closed"), ("[]", 0, "`[` is never closed"),
      ("[a-", 0, "`[` is never closed"), ("[\\", 0, "`[` is never closed"),
    ])
  func errors(glob: String, offset: Int, reason: String) {
    let error = #expect(throws: PatternError.self) { try Glob(glob) }
    #expect(error?.offset == offset)
    #expect(error?.reason == reason)
  }

  @Test("globs for paths and for hosts are not equal")
  func equality() throws {
    #expect(try Glob("*") == Glob("*"))
    #expect(try Glob("*") != Glob(host: "*"))
    #expect(try Glob("a*").description == "a*")
  }
}
