import Testing

@testable import StubLanguages

@Suite("Helpers of templates")
struct TemplateHelperTests {
  @Test("Every name of a helper is used once, and every helper has a usage")
  func names() {
    let names = TemplateHelper.all.flatMap(\.names)
    #expect(Set(names).count == names.count)
    #expect(Set(names).isDisjoint(with: TemplateHelperTable.blocks))
    for helper in TemplateHelper.all {
      #expect(helper.names.contains { helper.usage.contains($0) }, "\(helper.names)")
    }
  }

  @Test("A helper of one's own is called by its name")
  func own() throws {
    let reverse = TemplateHelper("reverse", usage: "{{reverse text}}", arguments: 1...1) {
      .string(String($0.text(0).reversed()))
    }
    let template = try Template("{{reverse a}}", helpers: TemplateHelperTable([reverse]))
    #expect(try template.render(["a": "xyz"], environment: TemplateEnvironment()) == "zyx")
  }

  @Test(
    "Comparing helpers take text for the number it holds",
    arguments: [
      TemplateLine("{{eq a 1}} {{eq a '1.0'}} {{eq a 'x'}}", ["a": 1], gives: "true true false"),
      TemplateLine(
        "{{eq a 1}} {{eq a true}} {{eq b true}}", ["a": "1", "b": "true"], gives: "true false true"),
      TemplateLine("{{eq a ''}} {{eq a null}} {{eq a undefined}}", gives: "false true true"),
      TemplateLine("{{eq a b}}", ["a": [1, ["x": 2]], "b": [1, ["x": 2]]], gives: "true"),
      TemplateLine("{{ne a 1}} {{neq a 2}}", ["a": 1], gives: "false true"),
      TemplateLine(
        "{{lt a 10}} {{gt a 10}} {{lte a 9}} {{gte a 9}}", ["a": "9"], gives: "true false true true"
      ),
      TemplateLine(
        "{{lt 'a' 'b'}} {{gt 'a' 'b'}} {{lte 'b' 'b'}} {{gte 'a' 'b'}}",
        gives: "true false true false"),
      TemplateLine(
        "{{lt a 1}} {{gt a 1}} {{lte a 1}} {{gte a 1}}", gives: "false false false false"),
      TemplateLine(
        "{{lt a b}}",
        [
          "a": .number(JSONNumber(text: "9007199254740992")),
          "b": .number(JSONNumber(text: "9007199254740993")),
        ], gives: "true"),
      TemplateLine(
        "{{and 1 'a' true}} {{and 1 ''}} {{or 0 'a'}} {{or 0 ''}} {{not 0}} {{not 1}}",
        gives: "true false true false true false"),
      TemplateLine(
        "{{contains a 2}} {{contains a 5}} {{contains 'abc' 'bc'}} {{contains b 'k'}} {{contains c 1}}",
        ["a": [1, 2], "b": ["k": 1]], gives: "true false true true false"),
    ])
  func comparing(line: TemplateLine) throws { #expect(try line.render() == line.expected) }

  @Test(
    "Text helpers change text",
    arguments: [
      TemplateLine(
        "{{upper 'straße'}} {{uppercase 'a'}} {{lower 'ÄB'}} {{lowercase 'A'}}",
        gives: "STRASSE A äb a"),
      TemplateLine("{{capitalize 'hello big world'}}", gives: "Hello Big World"),
      TemplateLine("[{{trim ' a b\n'}}] {{#trim}}  x  {{/trim}}", gives: "[a b] x"),
      TemplateLine(
        "{{replace 'a.b.c' '.' '-'}} {{replace 'abc' '' 'x'}} {{replace 'aaa' 'a' 'aa'}}",
        gives: "a-b-c abc aaaaaa"),
      TemplateLine(
        "{{substring 'abcdef' 2}} {{substring 'abcdef' 1 3}} {{substring 'äöü' 1 2}}",
        gives: "cdef bc ö"),
      TemplateLine(
        "[{{substring 'abc' 5}}{{substring 'abc' -4 1}}{{substring 'abc' 2 1}}]", gives: "[a]"),
      TemplateLine(
        "{{json (split 'a,b,,c' ',')}} {{json (split 'ab' '')}} {{json (split '' ',')}}",
        gives: "[\"a\",\"b\",\"\",\"c\"] [\"a\",\"b\"] []"),
      TemplateLine(
        "{{join a '-'}} {{join 1 2 3 '+'}} {{arrayJoin ';' (array 1 2)}}", ["a": ["x", "y"]],
        gives: "x-y 1+2+3 1;2"),
      TemplateLine(
        "{{#arrayJoin ', ' a prefix='[' suffix=']' as |v|}}<{{v}}{{@index}}>{{/arrayJoin}}",
        ["a": ["x", "y"]], gives: "[<x0>, <y1>]"),
      TemplateLine("{{#arrayJoin ',' none prefix='['}}x{{/arrayJoin}}", gives: "["),
      TemplateLine(
        "{{regexExtract 'id-42-x' '[0-9]+'}} {{regexExtract 'id-42' '([a-z]+)-(?<n>[0-9]+)' group='n'}}",
        gives: "42 42"),
      TemplateLine("{{regexExtract 'a-1' '([a-z])-([0-9])' 'p'}}{{p.0}}{{p.[1]}}", gives: "a1"),
      TemplateLine(
        "{{regexExtract 'a' '[0-9]'}}|{{regexExtract 'a' '[0-9]' default='none'}}", gives: "|none"),
    ])
  func text(line: TemplateLine) throws { #expect(try line.render() == line.expected) }

  @Test("A regular expression has to match the whole text for `matches`")
  func matches() throws {
    let line = TemplateLine(
      "{{matches a '[0-9]+'}} {{matches a '[0-9]'}} {{matches b 'x'}} {{matches b ''}}",
      ["a": 42], gives: "true false false true")
    #expect(try line.render() == line.expected)
  }

  @Test(
    "Value helpers choose, count and name values",
    arguments: [
      TemplateLine(
        "{{default a 'x'}} {{default b 'x'}} {{default c 'x'}} {{default d e 'x'}}",
        ["b": "", "c": 0, "e": 5], gives: "x x 0 5"),
      TemplateLine(
        "{{size a}} {{size b}} {{length c}} {{size d}} {{size e}}",
        ["a": [1, 2], "b": ["k": 1], "c": "äöü", "e": 1234], gives: "2 1 3 0 4"),
      TemplateLine(
        "{{lookup a 'b'}} {{lookup c 1}} {{lookup c i}} {{lookup (lookup a 'd') 'e'}}",
        ["a": ["b": 1, "d": ["e": 2]], "c": [5, 6], "i": 0], gives: "1 6 5 2"),
      TemplateLine(
        "{{#each (array 1 'a' true)}}{{this}};{{/each}}", gives: "1;a;true;"),
      TemplateLine(
        "{{join (range 1 4) ','}} {{join (range 3 3) ','}}", gives: "1,2,3,4 3"),
      TemplateLine("{{val a or='x'}}{{val 5 assign='v'}}{{v}}{{val v}}", gives: "x55"),
      TemplateLine("{{#assign 'v'}}a{{b}}{{/assign}}[{{v}}]", ["b": 1], gives: "[a1]"),
      TemplateLine("{{log a 'x' level='warn'}}{{log}}", gives: ""),
    ])
  func values(line: TemplateLine) throws { #expect(try line.render() == line.expected) }

  @Test(
    "JSON helpers write, read and query JSON",
    arguments: [
      TemplateLine(
        "{{json a}} {{toJson b}} {{json c}}", ["a": ["x": [1, nil]], "b": "q\"\n"],
        gives: "{\"x\":[1,null]} \"q\\\"\\n\" null"),
      TemplateLine("{{json a pretty=true}}", ["a": ["x": 1]], gives: "{\n  \"x\": 1\n}"),
      TemplateLine("{{#with (parseJSON a)}}{{x.[0]}}{{/with}}", ["a": "{\"x\":[7]}"], gives: "7"),
      TemplateLine(
        "{{parseJson a 'v'}}{{v.x}} {{#parseJson 'w'}}{\"y\":2}{{/parseJson}}{{w.y}}",
        ["a": "{\"x\":1}"], gives: "1 2"),
      TemplateLine(
        "{{jsonPath a '$.b[0]'}} {{jsonPath t '$.c'}}", ["a": ["b": [1]], "t": "{\"c\":\"x\"}"],
        gives: "1 x"),
      TemplateLine(
        "{{jsonPath a '$.b[*]'}} {{json (jsonPath a '$..c')}}", ["a": ["b": [1, 2]]],
        gives: "1,2 []"),
      TemplateLine(
        "{{jsonPath a '$.z' default='d'}} {{jsonPath t '$.z' default='d'}}|{{jsonPath a '$.z'}}|{{jsonPath m '$.z'}}",
        ["a": [:], "t": "no JSON"], gives: "d d||"),
      TemplateLine(
        "{{#each (jsonPath a '$.b[?@ > 1]')}}<{{this}}>{{/each}}", ["a": ["b": [1, 2, 3]]],
        gives: "<2><3>"),
    ])
  func json(line: TemplateLine) throws { #expect(try line.render() == line.expected) }

  @Test(
    "Encoding helpers encode and decode",
    arguments: [
      TemplateLine(
        "{{base64 'äb'}} {{base64 'w6Ri' decode=true}} {{base64 'a' padding=false}}",
        gives: "w6Ri äb YQ"),
      TemplateLine(
        "{{base64 'YQ' decode=true}} {{#base64}}x{{/base64}} {{base64 '_-8' decode=true}}",
        gives: "a eA== \u{fffd}\u{fffd}"),
      TemplateLine(
        "{{urlEncode 'a b&c=ä/~'}} {{urlEncode 'a%20b+c' decode=true}}",
        gives: "a%20b%26c%3D%C3%A4%2F~ a b c"),
      TemplateLine("{{urlDecode 'a+b%C3%A4%zz'}}", gives: "a bä%zz"),
    ])
  func encoding(line: TemplateLine) throws { #expect(try line.render() == line.expected) }

  @Test(
    "Number helpers are exact while a result is a machine integer",
    arguments: [
      TemplateLine(
        "{{add 1 2}} {{add '1' 2.5}} {{subtract 1 3}} {{multiply 3 4}} {{multiply 0.5 4}}",
        gives: "3 3.5 -2 12 2"),
      TemplateLine(
        "{{divide 6 3}} {{divide 7 2}} {{mod 7 3}} {{mod -7 3}} {{mod 7.5 2}}",
        gives: "2 3.5 1 -1 1.5"),
      TemplateLine(
        "{{add 9223372036854775806 1}} {{add 9223372036854775807 1}}",
        gives: "9223372036854775807 9.223372036854776e+18"),
      TemplateLine(
        "{{divide -9223372036854775808 -1}} {{mod -9223372036854775808 -1}}",
        gives: "9.223372036854776e+18 0"),
      TemplateLine(
        "{{math 1 '+' 2}} {{math 5 '-' 2}} {{math 2 '*' 3}} {{math 6 '/' 4}} {{math 6 '%' 4}}",
        gives: "3 3 6 1.5 2"),
      TemplateLine(
        "{{round 2.5}} {{round -2.5}} {{round 1.005 2}} {{round 9.99 1}} {{round 7 2}} {{round -0.4}}",
        gives: "3 -3 1.01 10.0 7 0"),
      TemplateLine("{{round '1e300'}} {{round '12.345' 1}}", gives: "1e+300 12.3"),
      TemplateLine(
        "{{numberFormat 1234567.891 decimals=2 grouping=','}} {{numberFormat -1234.5 grouping='.' separator=',' decimals=1}}",
        gives: "1,234,567.89 -1.234,5"),
      TemplateLine(
        "{{numberFormat 5 decimals=2}} {{numberFormat 123456 grouping=' '}} {{numberFormat 0.5}}",
        gives: "5.00 123 456 1"),
    ])
  func numbers(line: TemplateLine) throws { #expect(try line.render() == line.expected) }

  @Test(
    "A helper refuses invalid arguments",
    arguments: [
      ("{{add a 1}}", "a number as argument 1 of `add`"),
      ("{{substring 'abc' a}}", "a whole number as argument 2 of `substring`"),
      ("{{substring 'abc' 1.5}}", "a whole number as argument 2 of `substring`"),
      ("{{mod 1 0.0}}", "a divisor other than zero"),
      ("{{multiply '1e200' '1e200'}}", "a result that is a number"),
      ("{{multiply 1 a}}", "a number as argument 2 of `multiply`"),
      ("{{math 1 '^' 2}}", "+, -, *, / or % as argument 2 of `math`"),
      ("{{range 1 1000000}}", "a distance between the ends from 0 to 99999"),
      (
        "{{range -9223372036854775808 9223372036854775807}}",
        "a distance between the ends from 0 to 99999"
      ),
      ("{{round 1.5 99}}", "a number of decimals from 0 to 15"),
      ("{{parseJSON '{'}}", "JSON as argument 1 of `parseJSON`"),
      ("{{base64 '!' decode=true}}", "Base64 text"),
      ("{{jsonPath '{' '$'}}", "JSON as argument 1 of `jsonPath`"),
      ("{{regexExtract 'a' '('}}", "arguments that `regexExtract` can use"),
      (
        "{{regexExtract '\(String(repeating: "a", count: 60))!c' '^(a+)+c'}}",
        "a search that ends in time"
      ),
      ("{{randomInt lower=2 upper=1}}", "`lower` to be at most `upper`"),
      ("{{randomValue length=-1}}", "a length from 0 to 1000000"),
      (
        "{{randomValue type='X'}}",
        "a type of ALPHABETIC, ALPHANUMERIC, ALPHANUMERIC_AND_SYMBOLS, HEXADECIMAL, NUMERIC, UUID"
      ),
      ("{{date 'x'}}", "a time in ISO 8601 or in milliseconds since 1970"),
      ("{{now offset='x'}}", "an offset such as '3 days' or '-1 months'"),
      ("{{now offset='3 fortnights'}}", "an offset such as '3 days' or '-1 months'"),
      ("{{now offset='9000 years'}}", "a time in the years 1 to 9999"),
      ("{{now offset='9223372036854775807 days'}}", "a time in the years 1 to 9999"),
      ("{{now timezone='Nowhere/Land'}}", "a time zone such as 'Europe/Rome' or '+02:00'"),
      ("{{now timezone='../../etc/passwd'}}", "a time zone such as 'Europe/Rome' or '+02:00'"),
      ("{{now format=\"yyyy 'x\"}}", "a closing quote in the time format"),
    ])
  func refusals(source: String, expected: String) throws {
    let error = try #require(throws: TemplateError.self) {
      try Template(source).render([:], environment: TemplateEnvironment())
    }
    #expect(error.expected == expected)
    #expect(error.line == 1)
    #expect(error.column == 3)
  }

  @Test("No helper crashes, whatever it is given", arguments: TemplateHelper.all.map(\.names[0]))
  func anyArguments(name: String) throws {
    let helper = try #require(TemplateHelperTable.standard[name])
    let values: [JSONValue] = [
      nil, "", "ä\r\n", "-1", "1e400", "[1", 0, -3, 1.5, .number(JSONNumber(Int.min)),
      .number(JSONNumber(Int.max)), .number(JSONNumber(text: "1e999")), [1, nil], ["a": 1],
    ]
    let most = min(helper.arguments.upperBound, 3)
    for count in helper.arguments.lowerBound...most {
      var lists: [[JSONValue]] = [[]]
      for _ in 0..<count { lists = lists.flatMap { list in values.map { list + [$0] } } }
      for arguments in lists.prefix(500) + lists.suffix(500) { try call(helper, arguments, [:]) }
    }
    let plain: [JSONValue] = Array(repeating: "a", count: helper.arguments.lowerBound)
    for option in helper.options {
      for value in values + ["epoch", "3 days", "UTC", true] {
        try call(helper, plain, [option: value])
      }
    }
  }

  /// Only the two kinds of end that a helper may have are let through.
  private func call(
    _ helper: TemplateHelper, _ arguments: [JSONValue], _ options: [String: JSONValue]
  ) throws {
    var input = TemplateCall(
      name: helper.names[0], arguments: arguments, options: options,
      environment: TemplateEnvironment(random: SeededRandom(seed: 1)))
    do {
      _ = try helper.call(&input).templateText
    } catch is TemplateHelperError, is PatternError, is JSONPathError {}
  }
}
