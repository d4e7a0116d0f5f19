import Testing

@testable import StubLanguages

@Suite("Random values in templates")
struct SeededRandomTests {
  private func render(_ source: String, seed: UInt64 = 1) throws -> String {
    let environment = TemplateEnvironment(random: SeededRandom(seed: seed))
    return try Template(source).render(["a": [1, 2, 3]], environment: environment)
  }

  @Test("One seed gives one text, another seed another")
  func repeatable() throws {
    let source = "{{uuid}} {{randomInt}} {{randomDecimal}} {{randomValue}} {{pickRandom a}}"
    #expect(try render(source) == render(source))
    #expect(try render(source) != render(source, seed: 2))
    #expect(SeededRandom(seed: 42).seed == 42)
  }

  @Test("The generator gives the numbers that SplitMix64 is known for")
  func reference() {
    let random = SeededRandom(seed: 1_234_567)
    let numbers = (0..<3).map { _ in random.next() }
    let known: [UInt64] = [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
    ]
    #expect(numbers == known)
  }

  @Test("A UUID has version 4 and the variant of RFC 9562, and each is another")
  func uuid() throws {
    let random = SeededRandom(seed: 3)
    let uuids = (0..<100).map { _ in random.uuid() }
    #expect(Set(uuids).count == 100)
    for uuid in uuids {
      #expect(
        uuid.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/)
          != nil)
    }
  }

  @Test(
    "Random text has its length and alphabet",
    arguments: [
      ("{{randomValue length=12 type='ALPHANUMERIC'}}", "[a-z0-9]{12}"),
      ("{{randomString length=5 type='alphabetic' uppercase=true}}", "[A-Z]{5}"),
      ("{{randomValue length=50 type='NUMERIC'}}", "[0-9]{50}"),
      ("{{randomValue length=9 type='HEXADECIMAL'}}", "[0-9a-f]{9}"),
      ("{{randomValue length=30 type='ALPHANUMERIC_AND_SYMBOLS'}}", "[!-~]{30}"),
      ("{{randomValue type='UUID'}}", "[0-9a-f-]{36}"),
      ("{{randomValue length=0}}", ""),
      ("{{randomValue}}", "[a-z0-9]{36}"),
    ])
  func text(source: String, pattern: String) throws {
    let expression = try Regex(pattern)
    #expect(try render(source).wholeMatch(of: expression) != nil)
  }

  @Test("Random numbers reach both ends of their range and stay inside")
  func numbers() throws {
    let dice = try render("{{#each (range 1 500)}}{{randomInt lower=1 upper=6}} {{/each}}")
    #expect(Set(dice.split(separator: " ").map(String.init)) == ["1", "2", "3", "4", "5", "6"])
    let decimal = try #require(Double(render("{{randomDecimal lower=-2 upper=-1.5}}")))
    #expect((-2 ... -1.5).contains(decimal))
    #expect(
      try render("{{randomInt lower=-9223372036854775808 upper=9223372036854775807}}").isEmpty
        == false)
  }

  @Test("Picking takes one of the choices, or so many different ones")
  func picking() throws {
    #expect(try ["x", "y"].contains(render("{{pickRandom 'x' 'y'}}")))
    #expect(try render("{{size (pickRandom a count=2)}}") == "2")
    let all = try render("{{join (pickRandom a count=9) ' '}}")
    #expect(all.split(separator: " ").sorted() == ["1", "2", "3"])
    #expect(try render("[{{pickRandom (array)}}]") == "[]")
  }

  @Test("Threads that share a source never draw one value twice")
  func threads() async {
    let random = SeededRandom(seed: 5)
    let values = await withTaskGroup(of: [UInt64].self) { group in
      for _ in 0..<8 { group.addTask { (0..<1000).map { _ in random.next() } } }
      return await group.reduce(into: Set<UInt64>()) { $0.formUnion($1) }
    }
    #expect(values.count == 8000)
  }
}
