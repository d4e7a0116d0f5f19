import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubServer

@Suite struct TLSFuzzTests {
  @Test("First messages with random damage are refused, and the server lives on")
  func damaged() async throws {
    let seed = UInt64.random(in: 1...UInt64.max)
    print("fuzzing the TLS handshake with seed \(seed)")
    var generator = SplitMix(seed: seed)
    let sound = ClientHelloBytes.asking(for: "a.example")
    var messages: [[UInt8]] = []
    for _ in 0..<300 {
      var bytes = sound
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: index)
        default: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: index)
        }
        if bytes.isEmpty { break }
      }
      messages.append(bytes)
    }
    try await withSecureListener { listener in
      let port = listener.port
      // One after the other, as other tests need descriptors too.
      for message in messages {
        let client = try WireClient(port: port)
        try await client.send(message)
        client.finishSending()
        // An alert, the server's side of a handshake, or a reset: what matters is the end.
        do { _ = try await client.rest() } catch is WireError {}
      }
      let client = try WireClient(port: port)
      try await client.send(sound)
      client.finishSending()
      #expect(try await client.rest().first == 0x16, "seed \(seed)")
    }
  }
}
