import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Bodies in MessagePack and CBOR")
struct BinaryDocumentTests {
  private static let value: JSONValue = [
    "a": 1, "b": [true, nil, "x", ["c": "y", "d": []]],
    "e": .string(String(repeating: "z", count: 300)),
    "f": ["g": ["h": "last"]],
  ]

  private static let samples: [(type: String, bytes: [UInt8])] = [
    ("application/msgpack", BinarySample.messagePack(value)),
    ("application/vnd.msgpack", BinarySample.messagePack([value, value])),
    ("application/cbor", BinarySample.cbor(value)),
    ("application/vnd.api+cbor; a=b", BinarySample.cbor([value], isOpen: true)),
    ("application/cbor-seq", BinarySample.cbor(value) + BinarySample.cbor("x")),
  ]

  @Test("Each string is found with its key and those around it; other bytes stay")
  func strings() throws {
    let sample = try #require(
      BinaryDocument(BinarySample.messagePack(Self.value), type: "application/x-msgpack"))
    var found: [String] = []
    let new = sample.replacing { text, name, path in
      found.append("\(path.joined(separator: "/")):\(name ?? "-"):\(text.prefix(4))")
      return name == "h" ? String(repeating: "n", count: 40) : nil
    }
    #expect(found == ["/b:-:x", "/b/:c:y", ":e:zzzz", "/f/g:h:last"])
    let expected: JSONValue = [
      "a": 1, "b": [true, nil, "x", ["c": "y", "d": []]],
      "e": .string(String(repeating: "z", count: 300)),
      "f": ["g": ["h": .string(String(repeating: "n", count: 40))]],
    ]
    #expect(new == BinarySample.messagePack(expected))
  }

  @Test("Without a change all bytes stay, in each type", arguments: samples)
  func unchanged(type: String, bytes: [UInt8]) throws {
    let document = try #require(BinaryDocument(bytes, type: type))
    #expect(document.replacing { _, _, _ in nil } == bytes)
  }

  @Test("A part of a document is no document, nor is one of another type", arguments: samples)
  func cut(type: String, bytes: [UInt8]) {
    let isSequence = type.hasSuffix("seq")
    for count in 1..<bytes.count where !isSequence {
      #expect(BinaryDocument(Array(bytes[..<count]), type: type) == nil, "\(count)")
    }
    #expect(BinaryDocument(bytes, type: "application/json") == nil)
  }

  @Test("Any bytes are read or refused, also those that say they are long or deep")
  func hostile() {
    var generator = SplitMix(seed: 7)
    for _ in 0..<3_000 {
      let bytes = (0..<Int.random(in: 0..<40, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      for type in ["application/msgpack", "application/cbor"] {
        _ = BinaryDocument(bytes, type: type)?.replacing { _, _, _ in "new" }
      }
    }
    for byte: UInt8 in [0x91, 0x81, 0x9F, 0xBF, 0xDD, 0xDB, 0x5F, 0xC0, 0xFF] {
      let bytes = [UInt8](repeating: byte, count: 100_000)
      for type in ["application/msgpack", "application/cbor"] {
        _ = BinaryDocument(bytes, type: type)
      }
    }
  }
}
