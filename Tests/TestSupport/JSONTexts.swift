/// Texts for every reader of JSON: what RFC 8259 takes, what it refuses, what it leaves open.
package enum JSONTexts {
  package static let valid = [
    "0", "-0", "7", "-12.5", "0e1", "1E3", "2e+2", "5e-1", "1.25e2", "123456", "\"\"", "\"a\"",
    " null ", "true", "\tfalse\r\n", "[]", "[ ]", "{}", "{ }", "[1,2]", "[ 1 , [ 2 , [ ] ] ]",
    "[null,true,\"x\",{}]", "{\"a\":1}", "{\"a\": {\"b\": [{\"c\": null}]}}", "{\"\":0}",
    "{\"a\\u0062\":1}", "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"]", "\"\\u0041\\u00e9\\u20AC\"",
    "\"\\ud83d\\ude00\"", "\"\\uD834\\uDD1E\"", "\"\\\\u0041\"", "\"\u{E9}\u{20AC}\u{1F600}\"",
    "\"\u{7F}\"", "\"\u{2028}\u{2029}\"", "\"\\u0000\"", "\"// no /* comment\"", "\"[1,]\"",
    "{\"x\":\"y\",\"z\":[-1.5e-2]}", "\n[\n1\n]\n",
  ]

  /// A key that is there twice, which JSON takes and rule files do not.
  package static let duplicates = [
    "{\"a\":1,\"a\":2}", "{\"a\":1,\"a\":1}", "{\"a\":1,\"\\u0061\":2}",
  ]

  /// No JSON, but taken in rule files: comments, and commas behind the last element.
  package static let lenient = [
    "[1,]", "{\"a\":1,}", "[1] // end", "[1, /* two */ 3]", "// start\n{}", "{\"a\": /**/ 1}",
  ]

  package static let invalid = [
    "", " ", "nul", "True", "NULL", "undefined", "NaN", "Infinity", "-Infinity", "+1", "01", "-01",
    "-", "1.", ".5", "-.5", "1e", "1e+", "1.e2", "0x1F", "1_000", "1a", "--1", "[", "]", "{", "}",
    "[1", "[1 2]", "[,]", "[,1]", "[1,,2]", "[1]]", "[1:2]", "[a]", "['a']", "(1)", "{\"a\"}",
    "{\"a\":}", "{\"a\" 1}", "{\"a\":1 \"b\":2}", "{\"a\":1,,\"b\":2}", "{,}", "{:1}", "{a:1}",
    "{'a':1}", "{1:2}", "{\"a\":1}}", "{\"a\":1", "{\"a", "{[]:1}", "\"", "\"a", "'a'", "\"a\"b\"",
    "\"\\x\"", "\"\\", "\"\\u12\"", "\"\\u12G4\"", "\"\\U0041\"", "\"a\nb\"", "\"a\tb\"",
    "\"\u{0}\"", "\"\u{1F}\"", "1 2", "[] []", "{} x", "[1]\u{0}", "\u{C}[]", "\u{A0}1", "[1;2]",
    "<a/>", "[\u{FF11}]", "[1] # end", "*",
  ]

  /// What parsers may take or refuse: bytes that are no UTF-8, halves of surrogate pairs, numbers
  /// beyond a double, a byte order mark, deep nesting, UTF-16.
  package static let undecided: [[UInt8]] = [
    [0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xC0, 0x80, 0x22],
    [0x22, 0xED, 0xA0, 0x80, 0x22],
    [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x5B, 0x80, 0x5D], [0xEF, 0xBB, 0xBF, 0x5B, 0x5D],
    [0xEF, 0xBB, 0xBF], [0xFF, 0xFE, 0x5B, 0x00, 0x5D, 0x00], [0x00, 0x5B, 0x00, 0x5D],
    Array("\"\\ud800\"".utf8), Array("\"\\udc00\"".utf8), Array("\"\\ud800\\ud800\"".utf8),
    Array("\"\\udc00\\ud800\"".utf8), Array("\"\\ud800x\"".utf8), Array("1e999".utf8),
    Array("-1e999".utf8), Array("1e-999".utf8), Array("1e99999999999999999999".utf8),
    Array(String(repeating: "9", count: 400).utf8),
    Array((String(repeating: "[", count: 500) + String(repeating: "]", count: 500)).utf8),
    Array(String(repeating: "[", count: 100_000).utf8),
    Array(String(repeating: "{\"a\":", count: 50_000).utf8),
  ]

  /// All of them, each with a name to find it by.
  package static let all: [(name: String, bytes: [UInt8])] =
    (valid + duplicates + lenient + invalid).map { ($0, Array($0.utf8)) }
    + undecided.enumerated().map { ("undecided \($0)", $1) }
}
