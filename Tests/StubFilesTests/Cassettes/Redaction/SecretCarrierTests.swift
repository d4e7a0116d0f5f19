import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Secrets by their names, in each carrier")
struct SecretCarrierTests {
  /// Whether the value is still in the interaction once its secrets are replaced.
  private func remains(_ value: String, in interaction: Interaction) -> Bool {
    interaction.redacted.contents.contains { content in
      [Data(value.utf8), Data(SecretPlaces.base64(value).utf8)].contains {
        content.firstRange(of: $0) != nil
      }
    }
  }

  private func remaining(
    _ carriers: [(String, SecretCarriers.Carrier)], _ values: [String]
  ) -> [String] {
    var remaining: [String] = []
    for (carrier, make) in carriers {
      for name in SecretCarriers.names {
        for value in values {
          if remains(value, in: make(name, value)) {
            remaining.append("\(carrier) \(name) \(value)")
          }
        }
      }
    }
    return remaining
  }

  @Test(
    "The value of a secret name is hidden, a weak one and a token",
    arguments: SecretCarriers.all.map { $0.0 })
  func everyName(carrier: String) {
    let carriers = SecretCarriers.all.filter { $0.0 == carrier }
    #expect(remaining(carriers, ["hunter2", "kq7Zp2Lm9Xw4Rt6B"]) == [])
  }

  @Test("Arguments of GraphQL are hidden in the URL of a GET and in a body of its own")
  func graphQL() {
    let carriers = SecretCarriers.queries.map { ("GraphQL", $0) }
    let names = SecretCarriers.names.filter { !$0.contains("-") }
    for (_, make) in carriers {
      for name in names {
        #expect(!remains("hunter2", in: make(name, "hunter2")), "\(name)")
      }
    }
  }

  @Test("A list of tokens is hidden, the pieces that a tokenizer makes of a text are not")
  func tokenizer() throws {
    let kept = ["hello", "Ġworld", " the", "##ing", "Paris", "USA", ",", "2024"]
    let pieces = kept.map { #"{"token":"\#($0)","logprob":-0.1}"# }.joined(separator: ",")
    let list = kept.map { "\"\($0)\"" }.joined(separator: ",")
    let body = #"{"content":[\#(pieces)],"tokens":[\#(list)]}"#
    let file = try RecordedFile([SecretPlaces.received("application/json", body)])
    #expect(file.cassette.interactions[0].response?.body == Data(body.utf8))
    #expect(file.summary.redactions == [])
    for token in ["hunter2", "kq7Zp2Lm9Xw4Rt6B", "correct horse", "abcdefghijklmnopq"] {
      let secret = #"{"token":"\#(token)","tokens":["\#(token)"]}"#
      let file = try RecordedFile([SecretPlaces.received("application/json", secret)])
      #expect(!file.text.contains(token))
    }
  }

  @Test("A body in MessagePack or CBOR can still be read, a secret in it is replaced elsewhere too")
  func binary() throws {
    let token = "kq7Zp2Lm9Xw4Rt6B"
    for (type, bytes) in [
      ("application/msgpack", BinarySample.messagePack(["a": .string("is \(token)"), "n": 1])),
      ("application/cbor", BinarySample.cbor(["a": .string("is \(token)"), "n": 1])),
    ] {
      var interaction = SecretPlaces.received(type, Data(bytes))
      interaction.request.headers["Authorization"] = "Bearer \(token)"
      let file = try RecordedFile([interaction])
      let body = try #require(file.cassette.interactions[0].response?.body)
      let document = try #require(BinaryDocument(Array(body), type: type))
      var texts: [String] = []
      _ = document.replacing { text, _, _ in
        texts.append(text)
        return nil
      }
      #expect(texts == ["is REDACTED-authorization-1"])
    }
  }
}
