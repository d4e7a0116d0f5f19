import Testing

@testable import StubLanguages

@Suite("Roots of templates")
struct TemplateRootsTests {
  @Test(
    "The roots are the members of the context that a template may look at",
    arguments: [
      ("text", []),
      ("{{a}} {{b.c}} {{./d}} {{@root.e.f}} {{[g h]}}", ["a", "b", "d", "e", "g h"]),
      ("{{#if a}}{{b}}{{else}}{{c}}{{/if}}", ["a", "b", "c"]),
      ("{{upper a}} {{val b or=(lower c)}}", ["a", "b", "c"]),
      ("{{#each a}}{{b}}{{../c}}{{@root.d}}{{this}}{{@index}}{{/each}}", ["a", "c", "d"]),
      ("{{#each a}}{{#with b}}{{../c}}{{../../d}}{{/with}}{{/each}}", ["a", "d"]),
      ("{{#each a}}x{{else}}{{b}}{{/each}}", ["a", "b"]),
      ("{{#each a as |v k|}}{{v.x}}{{k}}{{/each}}", ["a"]),
      ("{{#a}}{{b}}{{/a}}", ["a", "b"]),
      ("{{this}}", ["this"]),
      ("{{json .}}", ["this"]),
      ("{{lookup @root a}}", ["this", "a"]),
      ("{{#each a}}{{json ..}}{{/each}}", ["a", "this"]),
      ("{{uuid}} {{now}} {{!a}} {{size}}", ["size"]),
      ("{{{{raw}}}}{{a}}{{{{/raw}}}}", []),
    ] as [(String, Set<String>)])
  func roots(source: String, roots: Set<String>) throws {
    #expect(try Template(source).roots == roots)
  }

  @Test(
    "Of each root the members are known that a template may look at",
    arguments: [
      ("{{request.path}} {{@root.request.query.a}}", ["path", "query"]),
      ("{{#each request.items}}{{path}}{{../request.url}}{{/each}}", ["items", "url"]),
      ("{{request.path}} {{json request}}", ["path", "this"]),
      ("{{#with request}}{{method}}{{/with}}", ["this"]),
      ("{{#request}}{{method}}{{/request}}", ["this"]),
      ("{{lookup request 'path'}}", ["this"]),
      ("{{method}}", []),
    ] as [(String, Set<String>)])
  func members(source: String, members: Set<String>) throws {
    #expect(try Template(source).members(ofRoot: "request") == members)
  }

  @Test(
    "The names that a template gives to values are known unless one is computed",
    arguments: [
      ("{{a}}{{upper 'x'}}", []),
      (
        "{{regexExtract a 'x' 'b'}}{{parseJSON c 'd'}}{{#assign 'e'}}x{{/assign}}", ["b", "d", "e"]
      ),
      ("{{regexExtract a 'x'}}{{parseJSON c}}{{#parseJSON 'd'}}1{{/parseJSON}}", ["d"]),
      ("{{#if a}}{{val b assign='c'}}{{/if}}", ["c"]),
      ("{{val b assign='c'}}{{val b assign=d}}", nil),
    ] as [(String, Set<String>?)])
  func assignedNames(source: String, names: Set<String>?) throws {
    #expect(try Template(source).assignedNames == names)
  }
}
