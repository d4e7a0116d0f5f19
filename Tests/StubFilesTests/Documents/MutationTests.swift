import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite struct MutationTests {
  private static let seeds: [UInt64] = [1, 2026, 0xDEAD_BEEF]

  private static let yaml = """
    # sample
    base: &base {a: 1, b: [x, 'y', "z\\n"]}
    stubs:
      - name: one
        <<: *base
        text: |
          line é
           more
        folded: >-
          a
          b
        bytes: !!binary aGVsbG8=
        number: -0x1F
    ---
    ? key
    : {c: .5, d: ~}

    """

  private static let json =
    #"{"a": [1, -2.5e3, true, null, "\u00e9\ud83d\ude00\n"], /* c */ "b": {},}"#

  @Test("No change of bytes makes a reader crash", arguments: seeds, ["a.yaml", "a.json"])
  func mutations(seed: UInt64, name: String) {
    print("mutations of \(name) with seed \(seed)")
    var generator = SplitMix(seed: seed)
    let sample = Array((name == "a.yaml" ? Self.yaml : Self.json).utf8)
    var readings = 0
    for _ in 0..<1500 {
      var bytes = sample
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        Self.mutate(&bytes, using: &generator)
      }
      guard let source = try? SourceText(name: name, bytes: bytes) else { continue }
      var diagnostics = DiagnosticList()
      let documents = StubFormats.all.documents(in: source, reportingTo: &diagnostics)
      _ = documents.map(\.json)
      #expect(diagnostics.sorted.allSatisfy { ($0.line ?? 0) >= 1 && ($0.column ?? 0) >= 1 })
      readings += 1
    }
    #expect(readings > 100)
  }

  @Test("No beginning of a text makes a reader crash", arguments: ["a.yaml", "a.json"])
  func beginnings(name: String) throws {
    let sample = Array((name == "a.yaml" ? Self.yaml : Self.json).utf8)
    for count in 0...sample.count {
      guard let source = try? SourceText(name: name, bytes: Array(sample.prefix(count))) else {
        continue
      }
      var diagnostics = DiagnosticList()
      let documents = StubFormats.all.documents(in: source, reportingTo: &diagnostics)
      #expect(name == "a.yaml" || diagnostics.hasErrors == documents.isEmpty)
    }
  }

  private static func mutate(_ bytes: inout [UInt8], using generator: inout SplitMix) {
    let place = Int.random(in: 0..<max(1, bytes.count), using: &generator)
    guard place < bytes.count else { return bytes.append(UInt8(ascii: "[")) }
    let syntax = Array("{}[]:,-?&*!|>'\"%@`#\t\n\r \\<0".utf8)
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
    case 1: bytes[place] = syntax.randomElement(using: &generator) ?? 0
    case 2: bytes.insert(syntax.randomElement(using: &generator) ?? 0, at: place)
    case 3: bytes.remove(at: place)
    default:
      let end = min(bytes.count, place + Int.random(in: 1...20, using: &generator))
      bytes.insert(contentsOf: bytes[place..<end], at: place)
    }
  }
}
