import Foundation
import StubLanguages
import Testing

@Suite struct URITemplateMatchingTests {
  private func match(_ template: String, _ url: String) throws -> [String: JSONValue]? {
    try URITemplate(template).values(in: TestURL(url))
  }

  @Test(
    "a path template matches whole paths of any host",
    arguments: [
      ("/kylef/{repository}", "https://github.com/kylef/WebLinking.swift", "WebLinking.swift"),
      ("/kylef/{repository}", "/kylef/URITemplate.swift", "URITemplate.swift"),
      ("/kylef/{repository}", "/kylef/a~b-c_d", "a~b-c_d"),
      ("/kylef/{repository}", "/kylef/john@x.com", "john@x.com"),
      ("/kylef/{repository}", "/kylef/a:b;c=d!$&'()*+e", "a:b;c=d!$&'()*+e"),
      ("/kylef/{repository}", "/kylef/a%20b%2Fc", "a b/c"),
      ("/kylef/{repository}", "/kylef/a b", "a b"),
      ("/kylef/{repository}", "/kylef/é", "é"),
      ("/kylef/{repository}", "/kylef/%zz", "%zz"),
      ("/kylef/{repository}", "/kylef/x?y=1", "x"),
      ("kylef/{repository}", "/kylef/x", "x"),
      ("/s(1)/{repository}", "/s(1)/y", "y"),
      ("/s(1)/{repository}", "/s%281%29/y", "y"),
      ("/%7ejoe/{repository}", "/~joe/y", "y"),
      ("/café/{repository}", "/caf%c3%a9/y", "y"),
      ("/{repository}/x", "//x/x", nil),
      ("/kylef/{repository}", "/kylef/", nil),
      ("/kylef/{repository}", "/kylef", nil),
      ("/kylef/{repository}", "/kylef/a/b", nil),
      ("/kylef/{repository}", "/api/kylef/a", nil),
      ("/kylef/{repository}", "/kylef/a/", nil),
      ("/a.b/{repository}", "/aXb/y", nil),
      ("/a%2Fb/{repository}", "/a/b/y", nil),
    ] as [(String, String, String?)])
  func paths(template: String, url: String, expected: String?) throws {
    #expect(try match(template, url)?["repository"] == expected.map(JSONValue.string))
    #expect(try match(template, url) == expected.map { ["repository": .string($0)] })
  }

  @Test(
    "a repeated variable has equal bytes, and a prefix is compared by bytes",
    arguments: [
      ("/{x}/{x}", "/caf%C3%A9/caf%C3%A9", true), ("/{x}/{x}", "/caf%C3%A9/cafe%CC%81", false),
      ("/{x:4}/{x}", "/caf%C3%A9/caf%C3%A9s", true),
      ("/{x:4}/{x}", "/caf%C3%A9/cafe%CC%81s", false),
      ("/{x}/{x:4}", "/cafe%CC%81s/caf%C3%A9", false),
      ("/{x:4}/{x}", "/cafe/cafe%CC%81s", true), ("/{x}/{x:4}", "/cafe%CC%81s/cafe", true),
      ("/a{?x:4}&y={x}", "/a?x=cafe&y=cafe%CC%81s", true),
    ])
  func equivalent(template: String, url: String, expected: Bool) throws {
    #expect((try match(template, url) != nil) == expected)
  }

  @Test(
    "in the literal value of a query + and %20 are a space, and %2B is a plus",
    arguments: [
      ("/f?q=a%20b", "/f?q=a+b", true), ("/f?q=a+b", "/f?q=a%20b", true),
      ("/f?q=a+b", "/f?q=a+b", true), ("/f?q=a%2Bb", "/f?q=a%2Bb", true),
      ("/f?q=a%2Bb", "/f?q=a+b", false), ("/f?q=a+b", "/f?q=a%2Bb", false),
      ("/f?q=a%20{x}", "/f?q=a+b", true), ("/a+b", "/a%2Bb", true), ("/a+b", "/a%20b", false),
    ])
  func spaces(template: String, url: String, expected: Bool) throws {
    #expect((try match(template, url) != nil) == expected)
  }

  @Test(
    "an absolute template compares scheme, host and port",
    arguments: [
      ("https://h.com/{x}", "https://h.com/1", true),
      ("https://h.com/{x}", "https://H.COM:443/1", true),
      ("https://h.com/{x}", "//h.com/1", true),
      ("https://h.com/{x}", "//h.com:443/1", true),
      ("HTTPS://H.com/{x}", "https://h.com/1", true),
      ("https://h.com/{x}", "http://h.com/1", false),
      ("https://h.com/{x}", "https://h.com:8443/1", false),
      ("https://h.com/{x}", "//h.com:80/1", false),
      ("https://h.com/{x}", "https://h.org/1", false),
      ("https://h.com/{x}", "/1", false),
      ("https://h.com:8443/{x}", "https://h.com:8443/1", true),
      ("https://h.com:443/{x}", "https://h.com/1", true),
      ("http://h.com:8080/{x}", "//h.com:8080/1", true),
      ("http://h.com:8080/{x}", "http://h.com/1", false),
      ("http://[::1]:8080/{x}", "http://[::1]:8080/1", true),
      ("http://[::1]/{x}", "http://[::1]/1", true),
      ("//h.com/{x}", "ftp://h.com/1", true),
      ("//h.com/{x}", "https://h.com:444/1", false),
      ("http://user@h.com/{x}", "http://h.com/1", true),
      ("ftp://h.com/{x}", "//h.com/1", false),
    ])
  func authorities(template: String, url: String, expected: Bool) throws {
    #expect(try match(template, url) == (expected ? ["x": "1"] : nil))
  }

  @Test(
    "an absolute template with a port matches that port, one without the listener's own too",
    arguments: [
      ("http://h.com:8080/{x}", ["x": "1"]), ("https://h.com:8080/{x}", ["x": "1"]),
      ("http://h.com/{x}", ["x": "1"]), ("https://h.com/{x}", ["x": "1"]),
      ("http://h.com:80/{x}", ["x": "1"]), ("//h.com/{x}", ["x": "1"]),
      ("http://h.com:9000/{x}", nil), ("http://h.com:{port}/{x}", ["port": "8080", "x": "1"]),
    ] as [(String, [String: JSONValue]?)])
  func ownPort(template: String, expected: [String: JSONValue]?) throws {
    var url = TestURL("//h.com:8080/1")
    url.isListenerPort = true
    #expect(try URITemplate(template).values(in: url) == expected)
  }

  @Test("an absolute template without a path matches the root")
  func root() throws {
    #expect(try match("https://h.com", "https://h.com") == [:])
    #expect(try match("https://h.com", "https://h.com/?a=1") == [:])
    #expect(try match("https://h.com", "https://h.com/a") == nil)
    #expect(try match("https://h.com{/id}", "https://h.com/") == [:])
    #expect(try match("https://h.com{/id}", "https://h.com/7") == ["id": "7"])
    #expect(try match("https://h.com{+rest}", "https://h.com/a/b") == ["rest": "/a/b"])
    #expect(try match("https://h.com{?q}", "https://h.com?q=1") == ["q": "1"])
  }

  @Test("variables stand in scheme, host and port too")
  func variablesInAuthority() throws {
    let template = "{scheme}://{user}.h.com:{port}/{x}"
    #expect(
      try match(template, "https://joe.h.com/1")
        == ["scheme": "https", "user": "joe", "port": "443", "x": "1"])
    #expect(try match(template, "http://joe.h.com:81/1")?["port"] == "81")
    #expect(try match(template, "http://joe.k.com:81/1") == nil)
    #expect(try match("http://www{.dom*}/", "http://www.a.b/") == ["dom": ["a", "b"]])
    #expect(try match("https://{+host}/x", "https://a.b.c/x") == ["host": "a.b.c"])
  }

  @Test(
    "each operator finds its variables",
    arguments: [
      ("/files/{+path}", "/files/a/b%20c.txt", ["path": "a/b c.txt"]),
      ("/files/{+path}", "/files/a%2Fb", ["path": "a%2Fb"]),
      ("/files{/path*}", "/files/a/b", ["path": ["a", "b"]]),
      ("/files{/path*}", "/files", [:]),
      ("/files{/path*}{/name}", "/files/a/b/c", ["path": ["a", "b"], "name": "c"]),
      ("/{name}.{format}", "/archive.tar.gz", ["name": "archive.tar", "format": "gz"]),
      ("/{name}{.format}", "/report.json", ["name": "report", "format": "json"]),
      ("/{name}{.format}", "/report", ["name": "report"]),
      ("/map{;x,y}", "/map;x=1;y=2", ["x": "1", "y": "2"]),
      ("/map{;x,y}", "/map;y=2", ["y": "2"]),
      ("/map{;x,y}", "/map;x", ["x": ""]),
      ("/map{;p*}", "/map;a=1;b=2", ["p": ["a": "1", "b": "2"]]),
      ("/map{;p*}", "/map;p=1;p=2", ["p": ["1", "2"]]),
      ("/{x,y}", "/1,2", ["x": "1", "y": "2"]),
      ("/{x}", "/1,2", ["x": ["1", "2"]]),
      ("/{x}", "/1%2C2", ["x": "1,2"]),
      ("/{x:3}/y", "/abc/y", ["x": "abc"]),
      ("/{x:3}/y", "/%C3%A9bc/y", ["x": "ébc"]),
      ("/{x:1}/{x}", "/a/abc", ["x": "abc"]),
      ("/{x}/{x}", "/a/a", ["x": "a"]),
      ("/page{#at}", "/page#top", ["at": "top"]),
      ("/page{#at}", "/page", [:]),
      ("/page#top", "/page#bottom", [:]),
      ("/page#top{&x,y*}", "/page#top&x=1", ["x": "1"]),
      ("/page#top{&x}", "/page#top&x=", ["x": ""]),
    ] as [(String, String, [String: JSONValue])])
  func operators(template: String, url: String, expected: [String: JSONValue]) throws {
    #expect(try match(template, url) == expected)
  }

  @Test(
    "texts that no expansion produces do not match",
    arguments: [
      ("/{x:3}/y", "/abcd/y"), ("/{x}/{x}", "/a/b"), ("/{x:1}/{x}", "/b/abc"),
      ("/map{;x}", "/map;xy=1"), ("/files{/a}", "/files/a/b"), ("/a{.x}", "/ab"),
      ("/{a}/{b}", "/1"), ("{?q:2}", "/?q=abc"),
    ])
  func impossible(template: String, url: String) throws {
    #expect(try match(template, url) == nil)
  }

  @Test(
    "a query is matched by name, whatever the order and whatever else is there",
    arguments: [
      ("/u", "/u?x=1", [:]),
      ("/u{?a,b}", "/u?b=2&a=1", ["a": "1", "b": "2"]),
      ("/u{?a,b}", "/u?b=2&z=3", ["b": "2"]),
      ("/u{?a,b}", "/u", [:]),
      ("/u{?a}", "/u?a=x+y%2B", ["a": "x y+"]),
      ("/u{?a}", "/u?a", ["a": ""]),
      ("/u{?a}", "/u?a=1,2", ["a": ["1", "2"]]),
      ("/u{?a}", "/u?a=http://h/p?q", ["a": "http://h/p?q"]),
      ("/u?x=1", "/u?y=2&x=1", [:]),
      ("/u?x=1", "/u?x=2", nil),
      ("/u?x=1", "/u", nil),
      ("/u?x=1&x=2", "/u?x=1", nil),
      ("/u?x=1&x=2", "/u?x=2&x=1", [:]),
      ("/u?flag", "/u?flag", [:]),
      ("/u?flag", "/u?flag=", [:]),
      ("/u?flag", "/u?flags", nil),
      ("/u?x=1{&a}", "/u?a=2&x=1", ["a": "2"]),
      ("/u?q={q}&page={page}", "/u?page=2&q=x", ["q": "x", "page": "2"]),
      ("/u?q={q}&page={page}", "/u?q=x", nil),
      ("/u?q={q}", "/u?q=", [:]),
      ("go?to=http://h/{x}", "/go?to=http://h/1", ["x": "1"]),
      ("/u?at={x}:{y}", "/u?at=1:2", ["x": "1", "y": "2"]),
      ("/u{?f*}", "/u?f=1&f=2&z=3", ["f": ["1", "2"]]),
      ("/u{?a,rest*}", "/u?a=1&c=2&d=3", ["a": "1", "rest": ["c": "2", "d": "3"]]),
      ("/u{?a,rest*}", "/u?a=1", ["a": "1"]),
      ("/u?ref={+path}", "/u?ref=/a/b", ["path": "/a/b"]),
    ] as [(String, String, [String: JSONValue]?)])
  func queries(template: String, url: String, expected: [String: JSONValue]?) throws {
    #expect(try match(template, url) == expected)
  }

  @Test(
    "a long hostile path costs no more than states times length",
    .timeLimit(.minutes(10)))
  func hostile() throws {
    let many = (0..<10).map { "{a\($0)}-" }.joined()
    let template = try URITemplate("/\(many){b:999}{+c}{d*}!{e}/end")
    // With the square of the length it would take more than the limit.
    let target = TestURL("/" + String(repeating: "-,a", count: 10_000))
    #expect(template.values(in: target) == nil)
  }

  @Test("a template states the paths that it can match to the index")
  func shape() throws {
    func shape(_ text: String) throws -> URITemplate.PathShape { try URITemplate(text).pathShape }
    let users = try shape("https://h/us%65rs/{id}/a-{b}/end")
    #expect(users.segments == ["users", nil, nil, "end"])
    #expect(users.isComplete)
    #expect(try shape("https://h{?q}").segments == [""])
    #expect(try shape("/a{/rest*}").segments == ["a"])
    #expect(try !shape("/a{/rest*}").isComplete)
    #expect(try shape("/a/b{+rest}/c").segments == ["a"])
    #expect(try shape("a/b").segments == [])
    #expect(try URITemplate("https://H.com:81/x").literalHost == "h.com")
    #expect(try URITemplate("https://{h}/x").literalHost == nil)
    #expect(try URITemplate("https://{h}/x").namesHost)
    #expect(try !URITemplate("/x").namesHost)
    #expect(try URITemplate("/{a}{?b,a,c*}").variableNames == ["a", "b", "c"])
  }

  @Test("A long path does not match so many variables that it would take much memory")
  func many() throws {
    let names = (0..<200).map { "a\($0)" }
    let template = try URITemplate("/{\(names.joined(separator: ","))}")
    #expect(template.values(in: TestURL("/" + names.joined(separator: ",")))?.count == 200)
    #expect(template.values(in: TestURL("/" + String(repeating: "a", count: 60_000))) == nil)
  }
}
