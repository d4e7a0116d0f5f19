import Foundation
import Testing

@testable import StubLanguages

@Suite("Errors of templates")
struct TemplateErrorTests {
  @Test("An error names line, column, what was expected and found, a remedy, and shows the place")
  func description() throws {
    let error = try #require(throws: TemplateError.self) { try Template("a\n  b {{#if \"x}} c") }
    #expect(error.line == 2)
    #expect(error.column == 11)
    #expect(
      error.description == """
        line 2, column 11: expected the closing quote of the string, found the end of the \
        template; close it, or write `\\` before a quote that belongs to the text
          b {{#if "x}} c
                  ^
        """)
  }

  @Test(
    "A template with a mistake is refused when it is compiled",
    arguments: [
      ("{{a", "1:1 expected `}}` to close the tag, found the end of the template"),
      ("{{", "1:1 expected `}}` to close the tag, found the end of the template"),
      ("{{{a}}", "1:5 expected a path, a literal or `}}}`, found `}`"),
      ("{{!-- a }}", "1:1 expected the end of the comment, found the end of the template"),
      ("{{}}", "1:1 expected a path, a literal or a helper, found the end of the tag"),
      ("{{a b}}", "1:3 expected the name of a helper before arguments, found unknown helper `a`"),
      (
        "{{uper b}}",
        "1:3 expected the name of a helper before arguments, found unknown helper `uper`"
      ),
      ("{{a.b c}}", "1:3 expected the name of a helper before arguments, found a path"),
      ("{{if a}}", "1:3 expected a value, found `if`, which needs a body"),
      ("{{a/../b}}", "1:5 expected the name of a member, found `..`"),
      ("{{a.this}}", "1:5 expected the name of a member, found `this`"),
      ("{{a.}}", "1:5 expected a path, a literal or a helper, found the end of the tag"),
      ("{{upper a", "1:1 expected `}}` to close the tag, found the end of the template"),
      ("{{upper a b}}", "1:3 expected 1 argument for `upper`, found 2"),
      ("{{replace a 'b'}}", "1:3 expected 3 arguments for `replace`, found 2"),
      ("{{substring a}}", "1:3 expected 2 to 3 arguments for `substring`, found 1"),
      (
        "{{now form='x'}}",
        "1:3 expected only the options format, offset, timezone for `now`, found `form=`"
      ),
      ("{{upper a b=1}}", "1:3 expected no options for `upper`, found `b=`"),
      ("{{val a or=1 b}}", "1:14 expected an option as `name=value`, found `b`"),
      ("{{upper (lower a}}", "1:17 expected `)`, found the end of the tag"),
      ("{{upper a) b}}", "1:10 expected the end of the tag, found `)`"),
      ("{{a as |b|}}", "1:5 expected the end of the tag, found `as`"),
      (
        "{{#each a as |}}x{{/each}}",
        "1:15 expected names and a closing `|`, found the end of the tag"
      ),
      ("{{#if}}x{{/if}}", "1:4 expected one argument for `if`, found 0"),
      ("{{#each a b}}x{{/each}}", "1:4 expected one argument for `each`, found 2"),
      ("{{#with a b=1}}x{{/with}}", "1:4 expected no options, found `b=`"),
      ("{{#if a}}x", "1:1 expected {{/if}} for this block, found the end of the template"),
      (
        "{{#if a}}\n{{#each b}}\n{{/if}}",
        "3:1 expected {{/each}} for the block of line 2, found `{{/if}}`"
      ),
      (
        "{{#if a}}1{{else}}2{{else}}3{{/if}}",
        "1:20 expected {{/if}} for the block of line 1, found `{{else}}`"
      ),
      ("a{{/if}}", "1:2 expected a block to be open, found `if`"),
      ("a{{else}}", "1:2 expected a block to be open, found `{{else}}`"),
      ("{{{{raw}}}} a", "1:1 expected the end of the raw block, found the end of the template"),
      ("{{{{raw}}}}{{{{/b}}}}", "1:1 expected {{{{/raw}}}} for this raw block, found `b`"),
      ("{{{{b}}}}{{{{/b}}}}", "1:5 expected `raw` or a helper that takes text, found another name"),
      (
        "{{upper \"a}}",
        "1:9 expected the closing quote of the string, found the end of the template"
      ),
      ("{{a[b}}", "1:4 expected a path, a literal or `}}`, found `[`"),
      ("{{a b\"c\"}}", "1:6 expected a path, a literal or `}}`, found `\"`"),
      ("{{> a}}", "1:1 expected a value, a helper or a block, found a partial"),
      ("{{#> a}}{{/a}}", "1:1 expected a value, a helper or a block, found a partial"),
      ("é{{💥 %}}", "1:6 expected a path, a literal or `}}`, found `%`"),
      ("{{divide 1 0}}", "1:3 expected a divisor other than zero, found `0`"),
      (
        "{{now format='q'}}",
        "1:3 expected a time format of the letters y M d D E u a H h K k m s S X x Z z, found `q` in `q`"
      ),
      ("{{jsonPath a '$['}}", nil),
      ("{{regexExtract a '('}}", nil),
    ] as [(String, String?)])
  func refused(source: String, expected: String?) throws {
    let error = try #require(throws: TemplateError.self) { try Template(source) }
    guard let expected else { return }
    #expect(
      "\(error.line):\(error.column) expected \(error.expected), found \(error.found)" == expected)
    #expect(!error.remedy.isEmpty)
  }

  @Test("A misspelled helper is answered with the nearest name")
  func nearest() throws {
    let error = try #require(throws: TemplateError.self) { try Template("{{uper b}}") }
    #expect(error.remedy == "did you mean `upper`?")
  }

  @Test("A helper that refuses its arguments stops rendering at its place")
  func rendering() throws {
    #expect(
      templateError("a\n{{add b 1}}", ["b": "x"]) == """
        line 2, column 3: expected a number as argument 1 of `add`, found "x"; give a number or a \
        text that is one
        {{add b 1}}
          ^
        """)
  }

  @Test("A long line is cut around the place")
  func longLine() throws {
    let long = String(repeating: "x", count: 5000)
    let error = try #require(throws: TemplateError.self) { try Template("\(long){{}}\(long)") }
    let lines = error.excerpt.split(separator: "\n")
    #expect(lines[0].count <= 101)
    #expect(error.column == 5001)
  }

  @Test(
    "A template that takes too many steps is an error at its place, also without output",
    arguments: [
      ("a\n {{#each (range 1 1000)}}{{#each (range 1 1000)}}{{/each}}{{/each}}", 2, 25),
      ("{{#each (range 1 1000)}}{{val (array a a) assign='a'}}{{/each}}", 1, 25),
      ("{{#each (range 1 100)}}{{#each (jsonPath ../b '$..*')}}{{/each}}{{/each}}", 1, 24),
    ])
  func stepLimit(source: String, line: Int, column: Int) throws {
    var environment = TemplateEnvironment()
    environment.stepLimit = StepLimit(steps: 10_000, stepsPerByte: 0)
    let context: JSONValue = ["a": 1, "b": .array(Array(repeating: [1], count: 100))]
    let error = try #require(throws: TemplateError.self) {
      try Template(source).render(context, environment: environment)
    }
    #expect(error.expected == "a template that ends")
    #expect(error.found == "one that gave up after 10000 steps")
    #expect(error.line == line)
    #expect(error.column >= column)
  }

  @Test("Text that is too long is an error, also while a helper's body is collected")
  func outputLimit() throws {
    var environment = TemplateEnvironment()
    environment.outputLimit = 1000
    for source in [
      "{{#each (range 1 2000)}}x{{/each}}",
      "{{#upper}}{{#each (range 1 2000)}}x{{/each}}{{/upper}}",
    ] {
      let error = try #require(throws: TemplateError.self) {
        try Template(source).render(nil, environment: environment)
      }
      #expect(error.expected == "at most 1000 bytes of output")
    }
  }

  @Test("Deep nesting is an error, and the deepest allowed fits a small stack")
  func depth() async throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "{{#if a}}", count: depth) + "x"
        + String(repeating: "{{/if}}", count: depth)
    }
    func wrapped(_ opener: String, _ closer: String, _ depth: Int = 32) -> String {
      String(repeating: opener, count: depth) + "x" + String(repeating: closer, count: depth)
    }
    func subexpressions(_ depth: Int) -> String {
      "{{upper " + String(repeating: "(upper ", count: depth) + "a"
        + String(repeating: ")", count: depth) + "}}"
    }
    #expect(throws: TemplateError.self) { try Template(nested(33)) }
    #expect(throws: TemplateError.self) { try Template(nested(20_000)) }
    #expect(throws: TemplateError.self) { try Template(subexpressions(17)) }
    #expect(throws: TemplateError.self) { try Template(subexpressions(20_000)) }
    let chain =
      "{{#if a.x}}" + String(repeating: "{{else if a.x}}", count: 5000) + "{{else}}y{{/if}}"
    let sources = [
      nested(32), subexpressions(16), chain, wrapped("{{#each @root.b}}", "{{/each}}"),
      wrapped("{{#upper}}", "{{/upper}}"),
      wrapped("{{^@root.a}}{{else if @root.a}}", "{{/@root.a}}", 16),
    ]
    let outputs = await withCheckedContinuation { continuation in
      let thread = Thread {
        continuation.resume(
          returning: sources.map { source in
            try? Template(source).render(["a": "x", "b": [1]], environment: TemplateEnvironment())
          })
      }
      // With AddressSanitizer, which this variable is for, functions take several times as much.
      let isSanitized = ProcessInfo.processInfo.environment["ASAN_OPTIONS"] != nil
      thread.stackSize = (isSanitized ? 2_048 : 256) * 1_024
      thread.start()
    }
    #expect(outputs == ["x", "X", "y", "x", "X", "x"])
  }

  @Test("No cut or damaged template crashes")
  func damage() throws {
    let source = """
      {{#each a as |v k|}}{{{upper (lower v)}}}{{~else if b~}}{{! c }}{{!-- d --}}\\{{e}}{{/each}}
      {{{{raw}}}}{{{{/raw}}}}{{now format='yyyy' offset="1 days"}}{{a.[0]./b.../c}}
      """
    let bytes = Array(source.utf8)
    var generator = SeededRandom(seed: 7)
    for _ in 0..<10 {
      for length in bytes.indices {
        _ = try? Template(String(decoding: bytes[..<length], as: UTF8.self))
        var damaged = bytes
        damaged[length] = "{}~#/^!'\"[]().@=| \\a0".utf8.randomElement(using: &generator) ?? 0
        damaged.remove(at: .random(in: damaged.indices, using: &generator))
        if let template = try? Template(String(decoding: damaged, as: UTF8.self)) {
          _ = try? template.render(["a": [1], "b": 2], environment: TemplateEnvironment())
        }
      }
    }
  }
}
