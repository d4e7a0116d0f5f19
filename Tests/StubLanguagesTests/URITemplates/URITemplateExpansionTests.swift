import StubLanguages
import Testing

@Suite("Expanding URI templates") struct URITemplateExpansionTests {
  private static let variables: [String: JSONValue] = [
    "word": "tea", "space": "two words", "path": "/a/b", "none": "", "half": "50%", "eur": "€",
    "colors": ["red", "dark blue"], "size": ["w": "2", "h": "a;b"], "undefined": nil,
    "no_members": [], "no_pairs": [:], "amount": 12,
  ]

  @Test(
    "Each operator writes texts, lists and objects in its own way (RFC 6570 §3.2)",
    arguments: [
      ("plain", "plain"), ("{word}", "tea"), ("{space}", "two%20words"), ("{path}", "%2Fa%2Fb"),
      ("{half}", "50%25"), ("{eur}", "%E2%82%AC"), ("{amount}", "12"),
      ("({none})", "()"), ("({undefined})", "()"), ("{word,space}", "tea,two%20words"),
      ("{word,undefined,none}", "tea,"), ("{word:2}", "te"), ("{eur:1}", "%E2%82%AC"),
      ("{colors}", "red,dark%20blue"), ("{colors*}", "red,dark%20blue"),
      ("{size}", "w,2,h,a%3Bb"), ("{size*}", "w=2,h=a%3Bb"), ("({no_members})", "()"),
      ("{+path}/x", "/a/b/x"), ("{+half}", "50%25"), ("{+space}", "two%20words"),
      ("{+path:3}", "/a/"), ("{+colors*}", "red,dark%20blue"), ("{+size*}", "w=2,h=a;b"),
      ("{#path}", "#/a/b"), ("{#word,path}", "#tea,/a/b"), ("{#undefined}", ""), ("{#none}", "#"),
      ("{#size}", "#w,2,h,a;b"),
      ("x{.word}", "x.tea"), ("x{.colors}", "x.red,dark%20blue"),
      ("x{.colors*}", "x.red.dark%20blue"),
      ("x{.size*}", "x.w=2.h=a%3Bb"), ("x{.none}", "x."), ("x{.no_pairs}", "x"),
      ("{/word}", "/tea"), ("{/word,path}", "/tea/%2Fa%2Fb"), ("{/colors*}", "/red/dark%20blue"),
      ("{/colors*,word:1}", "/red/dark%20blue/t"), ("{/none}", "/"), ("{/undefined,word}", "/tea"),
      ("{;word}", ";word=tea"), ("{;none}", ";none"), ("{;colors}", ";colors=red,dark%20blue"),
      ("{;colors*}", ";colors=red;colors=dark%20blue"), ("{;size*}", ";w=2;h=a%3Bb"),
      ("{;word:2,undefined}", ";word=te"),
      ("{?word}", "?word=tea"), ("{?none}", "?none="), ("{?undefined}", ""),
      ("{?word,half}", "?word=tea&half=50%25"), ("{?colors*}", "?colors=red&colors=dark%20blue"),
      ("{?size}", "?size=w,2,h,a%3Bb"), ("{?size*}", "?w=2&h=a%3Bb"),
      ("?a=1{&word}", "?a=1&word=tea"), ("{&none,amount}", "&none=&amount=12"),
      ("{&size*}", "&w=2&h=a%3Bb"),
      ("/shop{/word}{?colors}{#eur}", "/shop/tea?colors=red,dark%20blue#%E2%82%AC"),
    ])
  func expansions(template: String, expected: String) throws {
    #expect(try URITemplate(template).expand(Self.variables) == expected)
  }

  @Test(
    "What an expansion does not tell is found as something that expands to the same",
    arguments: [
      (.cutOff, "/{word:2}"), (.cutOff, "/x{?word:2}"), (.objectAsList, "/x{?size}"),
      (.objectAsList, "/{size}"), (.reservedCommas, "/x{+colors}"), (.listOfOne, "{/word*}"),
      (.emptyOrUndefined, "/({none})"), (.whichVariable, "/up{+path}{word}/here"),
    ] as [(URITemplateAmbiguity, String)])
  func ambiguous(reason: URITemplateAmbiguity, template: String) throws {
    let template = try URITemplate(template)
    let wanted = Self.variables.filter { template.variableNames.contains($0.key) }
    let expansion = try template.expand(Self.variables)
    let found = try #require(template.values(in: TestURL(expansion)), "\(reason)")
    #expect(found != wanted, "\(template) is not ambiguous")
    #expect(try template.expand(found) == expansion)
  }

  @Test("An absolute base and its path give the same URL")
  func absoluteOrPath() throws {
    let template = try URITemplate("{+base}index")
    let url = TestURL(try template.expand(["base": "http://a.example/x/"]))
    let found = try #require(template.values(in: url))
    #expect(try template.expand(found) == url.pathAndQuery)
  }
}
