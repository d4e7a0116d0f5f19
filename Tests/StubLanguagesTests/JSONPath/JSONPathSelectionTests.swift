import StubLanguages
import Testing

@Suite("JSONPath, what a query selects") struct JSONPathSelectionTests {
  /// A query with what it selects from ``document``, as JSON, and where.
  struct Query: Sendable, CustomTestStringConvertible {
    let text: String
    let values: String
    let paths: [String]

    init(_ text: String, _ values: String, _ paths: String...) {
      self.text = text
      self.values = values
      self.paths = paths
    }

    var testDescription: String { text }
  }

  private static let document = """
    {"shop": {"items": [{"n": "tea", "p": 3, "tags": ["hot", "green"]}, {"n": "cup", "p": 12.5},
    {"n": "pot", "p": 30, "old": true, "tags": []}], "open": null, "a b": "é"},
    "list": [0, 1, 2, 3, 4, 5], "": "empty"}
    """

  private static let queries = [
    // Names, indexes, wildcards, descent (RFC 9535 §2.3, §2.5).
    Query("$.shop.items[0].n", #"["tea"]"#, "$['shop']['items'][0]['n']"),
    Query("$['shop']['a b']", #"["é"]"#, "$['shop']['a b']"),
    Query(#"$["shop"]["a\u0020b"]"#, #"["é"]"#, "$['shop']['a b']"),
    Query("$['']", #"["empty"]"#, "$['']"),
    Query("$.shop.open", "[null]", "$['shop']['open']"),
    Query("$.shop.closed", "[]"),
    Query("$.list.length", "[]"),
    Query("$.list[0]", "[0]", "$['list'][0]"),
    Query("$.list[-1]", "[5]", "$['list'][5]"),
    Query("$.list[6]", "[]"), Query("$.list[-7]", "[]"), Query("$.shop[0]", "[]"),
    Query("$.list['0']", "[]"),
    Query(
      "$.shop.items[*].p", "[3,12.5,30]", "$['shop']['items'][0]['p']",
      "$['shop']['items'][1]['p']", "$['shop']['items'][2]['p']"),
    Query("$.shop.items.*.tags[0]", #"["hot"]"#, "$['shop']['items'][0]['tags'][0]"),
    Query(
      "$..tags[*]", #"["hot","green"]"#, "$['shop']['items'][0]['tags'][0]",
      "$['shop']['items'][0]['tags'][1]"),
    Query(
      "$..['p']", "[3,12.5,30]", "$['shop']['items'][0]['p']", "$['shop']['items'][1]['p']",
      "$['shop']['items'][2]['p']"),
    Query("$.list[0,2]", "[0,2]", "$['list'][0]", "$['list'][2]"),
    Query("$.list[2,0,2]", "[2,0,2]", "$['list'][2]", "$['list'][0]", "$['list'][2]"),
    Query("$['','list'][1]", "[1]", "$['list'][1]"),
    // Slices (§2.3.4).
    Query("$.list[1:3]", "[1,2]", "$['list'][1]", "$['list'][2]"),
    Query("$.list[4:]", "[4,5]", "$['list'][4]", "$['list'][5]"),
    Query("$.list[:-4]", "[0,1]", "$['list'][0]", "$['list'][1]"),
    Query("$.list[::3]", "[0,3]", "$['list'][0]", "$['list'][3]"),
    Query("$.list[::-3]", "[5,2]", "$['list'][5]", "$['list'][2]"),
    Query("$.list[3:1:-1]", "[3,2]", "$['list'][3]", "$['list'][2]"),
    Query("$.list[1:5:0]", "[]"), Query("$.list[9:]", "[]"), Query("$.shop[0:1]", "[]"),
    Query("$.list[-99:1]", "[0]", "$['list'][0]"),
    // Filters (§2.3.5).
    Query(
      "$.shop.items[?@.tags].n", #"["tea","pot"]"#, "$['shop']['items'][0]['n']",
      "$['shop']['items'][2]['n']"),
    Query("$.shop.items[?!@.tags].n", #"["cup"]"#, "$['shop']['items'][1]['n']"),
    Query(
      "$.shop.items[?@.p > 3 && @.p <= 30].n", #"["cup","pot"]"#, "$['shop']['items'][1]['n']",
      "$['shop']['items'][2]['n']"),
    Query(
      "$.shop.items[?@.p == 3 || @.old == true].n", #"["tea","pot"]"#, "$['shop']['items'][0]['n']",
      "$['shop']['items'][2]['n']"),
    Query(
      "$.shop.items[?(@.n != 'tea' && !(@.p == 30))].n", #"["cup"]"#, "$['shop']['items'][1]['n']"),
    Query(
      "$.shop.items[?@.x == @.y].p", "[3,12.5,30]", "$['shop']['items'][0]['p']",
      "$['shop']['items'][1]['p']", "$['shop']['items'][2]['p']"),
    Query("$.shop.items[?@.n < 'pot'].n", #"["cup"]"#, "$['shop']['items'][1]['n']"),
    Query("$.shop.items[?@.n >= 3].n", "[]"),
    Query("$.shop.items[?@.p == 1.25e1].n", #"["cup"]"#, "$['shop']['items'][1]['n']"),
    Query("$.shop.items[?@.p == $.shop.items[0].p].n", #"["tea"]"#, "$['shop']['items'][0]['n']"),
    Query("$.shop.items[?@.tags[?@ == 'hot']].n", #"["tea"]"#, "$['shop']['items'][0]['n']"),
    Query("$.shop[?@ == null]", "[null]", "$['shop']['open']"),
    Query("$.list[?@ > 3]", "[4,5]", "$['list'][4]", "$['list'][5]"),
    Query("$.list[?@ < 1, 5]", "[0,5]", "$['list'][0]", "$['list'][5]"),
    // Functions (§2.4).
    Query(
      "$.shop.items[?length(@.n) == 3 && length(@.tags) == 2].n", #"["tea"]"#,
      "$['shop']['items'][0]['n']"),
    Query("$.shop.items[?count(@.*) > 3].n", #"["pot"]"#, "$['shop']['items'][2]['n']"),
    Query(
      "$.shop.items[?match(@.n, '[ct].*')].n", #"["tea","cup"]"#, "$['shop']['items'][0]['n']",
      "$['shop']['items'][1]['n']"),
    Query(
      "$.shop.items[?search(@.n, 'o|u')].n", #"["cup","pot"]"#, "$['shop']['items'][1]['n']",
      "$['shop']['items'][2]['n']"),
    Query(
      "$.shop.items[?value(@..tags[1]) == 'green'].n", #"["tea"]"#, "$['shop']['items'][0]['n']"),
    Query("$.shop.items[?match(@.n, 'te')].n", "[]"),
    Query("$.shop.items[?match(@.p, '3')].n", "[]"),
    // White space where the grammar allows it (§2.1.1).
    Query("$ .list [ 0 , 1 ]", "[0,1]", "$['list'][0]", "$['list'][1]"),
    Query("$.list[ 1 : 5 : 3 ]", "[1,4]", "$['list'][1]", "$['list'][4]"),
    Query("$.list[? @ == 2 ]", "[2]", "$['list'][2]"),
  ]

  @Test("A query selects these values, at these places", arguments: queries)
  func selects(query: Query) throws {
    let document = try JSONValue(parsing: Self.document)
    let path = try JSONPath(query.text)
    let nodes = path.nodes(in: document)
    #expect(.array(nodes.map(\.value)) == (try JSONValue(parsing: query.values)))
    #expect(nodes.map(\.path) == query.paths)
    #expect(path.select(from: document) == nodes.map(\.value))
  }

  @Test("The root alone is selected by $, and everything below it by $..*")
  func root() throws {
    let value: JSONValue = ["a": [1, ["b": 2]]]
    #expect(try JSONPath("$").select(from: value) == [value])
    #expect(try JSONPath("$..*").nodes(in: value).count == 4)
    #expect(try JSONPath("$[*]").select(from: "text") == [])
  }

  @Test(
    "Anything else is no query",
    arguments: [
      "", " $", "$ ", "a", ".a", "@", "@.a", "$.", "$..", "$...a", "$a", "$.a.", "$.[0]", "$.a b",
      "$.1a", "$.a-b", "$.'a'", "$.\"a\"", "$[", "$]", "$[]", "$[ ]", "$[a]", "$[0", "$[0,]",
      "$[,0]",
      "$[0 1]", "$[-0]", "$[01]", "$[1.0]", "$[1e0]", "$[9007199254740993]", "$[0:01]", "$[:::]",
      "$[1:2:3:4]", "$['a]", "$['a\"]", "$['\\x']", "$['\\u12']", "$['\\ud800']", "$['a\nb']",
      "$[\"a'b\\'\"]", "$[?]", "$[?@.a=1]", "$[?@.a===1]", "$[?@.a<>1]", "$[?@.a &&]", "$[?|| @.a]",
      "$[?(@.a]", "$[?@.a)]", "$[?1]", "$[?'a']", "$[?true]", "$[?@.* == 1]", "$[?@..a == 1]",
      "$[?@[0,1] == 1]", "$[?@.a == [1]]", "$[?@.a == {}]", "$[?@.a == True]", "$[?@.a == 01]",
      "$[?@.a == 1.]", "$[?@.a == 'b]", "$[?! @.a == 1]", "$[?length(@.*) == 1]", "$[?length(@.a)]",
      "$[?count('a') == 1]", "$[?count(@.a)]", "$[?match(@.a)]", "$[?match(@.a, 'b') == true]",
      "$[?search(@.a, 'b', 'c')]", "$[?value(@.a)]", "$[?nothing(@.a)]", "$[?Length(@.a) == 1]",
      "$[?length (@.a) == 1]", "$.a[?@.b == $]x", "$[?@.a == 1 @.b]", "$&", "$.a|$.b",
    ])
  func refused(query: String) {
    #expect(throws: JSONPathError.self) { try JSONPath(query) }
  }

  @Test(
    "As Jayway has it, a filter tests an object itself, or the elements of an array",
    arguments: [
      ("$[?(@.b == 1)]", #"{"b": 1, "c": {"b": 1}}"#, #"[{"b":1,"c":{"b":1}}]"#),
      ("$.a[?(@.b)].b", #"{"a": {"b": 1}}"#, "[1]"),
      ("$.a[?(@.b)].b", #"{"a": [{"b": 1}, [], {"b": 2}]}"#, "[1,2]"),
      ("$.a[?(!@.b)]", #"{"a": {}}"#, "[{}]"),
      ("$..[?(@.b)]", #"{"a": [{"b": 1}], "c": {"b": 2}}"#, #"[{"b":1},{"b":2}]"#),
      ("$..[?(@ == 'x')]", #"["x", ["x"]]"#, "[]"),
      (
        "$[?(@.a == '1')]", #"[{"a": 1}, {"a": 1.0}, {"a": "1"}]"#,
        #"[{"a":1},{"a":1.0},{"a":"1"}]"#
      ),
      ("$[?(@.a != 1.0)]", #"[{"a": 1}, {"a": "1"}, {}]"#, #"[{"a":"1"},{}]"#),
      ("$[0, ?(@.a)]", #"[{"a": 1}]"#, #"[{"a":1},{"a":1}]"#),
    ])
  func jayway(text: String, document: String, selected: String) throws {
    let values = try JSONPath(text, .jayway).select(from: JSONValue(parsing: document))
    #expect(JSONValue.array(values).text() == selected)
  }

  @Test("Filters on objects themselves, which lead no level down, are at most 64")
  func manyFilters() throws {
    let filters = String(repeating: "[?(@.a)]", count: 64)
    let value = try JSONValue(parsing: #"{"a": 1}"#)
    #expect(try JSONPath("$\(filters)", .jayway).select(from: value) == [value])
    #expect(throws: JSONPathError.self) { try JSONPath("$\(filters)[?(@.a)]", .jayway) }
    #expect(try JSONPath("$\(filters)[?(@.a)]").select(from: value) == [])
  }
}
