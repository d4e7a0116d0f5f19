import StubCore
import TestSupport
import Testing

@testable import StubServer

@Suite("Header fields that are the same as before")
struct KnownFieldsTests {
  private static let lines = ["GET /a HTTP/1.1", "GET /b?c HTTP/1.1", "GET /a HTTP/1.0"]

  private static let fields = [
    "", "Host: a\r\n", "Host: a\r\nAccept: */*\r\n", "Host: a\r\nAccept: text/html\r\n",
    "Host: b:81\r\nAccept: */*\r\nConnection: close\r\n", "Host: a\r\nHost: a\r\n",
    "Host: a\r\nContent-Length: 3\r\n", "Host: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\n",
    "Host: a\r\nTransfer-Encoding: chunked\r\n", "Host: a\r\nAccept-Language: en\r\n",
  ]

  private static let bodies = [
    "", "abc", "3\r\nabc\r\n0\r\nT: u\r\n\r\n", "0\r\nT: u\r\nV: w\r\n\r\n",
  ]

  @Test("Many requests on one connection are read the same, whether their fields are known or not")
  func differential() {
    var numbers = SplitMix(seed: 20_261_122)
    var limits = ListenerLimits()
    (limits.headerCount, limits.headSize) = (3, 56)
    var answered = 0
    for _ in 0..<3_000 {
      var input = ""
      for _ in 0..<Int.random(in: 2...6, using: &numbers) {
        // Mostly like those before, so that fields are known again.
        let choices = Self.fields[..<Int.random(in: 2...Self.fields.count, using: &numbers)]
        input += Self.lines.randomElement(using: &numbers)! + "\r\n"
        input += choices.randomElement(using: &numbers)! + "\r\n"
        input += Self.bodies.randomElement(using: &numbers)!
      }
      let bytes = Array(input.utf8)
      // Byte by byte, no fields are ever known.
      let expected = events(of: bytes, piece: 1, limits: limits)
      #expect(events(of: bytes, piece: bytes.count, limits: limits) == expected, "\(input)")
      let piece = Int.random(in: 2...60, using: &numbers)
      #expect(events(of: bytes, piece: piece, limits: limits) == expected, "\(piece): \(input)")
      answered += expected.count { $0.request != nil }
    }
    #expect(answered > 3_000)
  }

  @Test("Fields are recognized only if the same bytes arrive in one piece")
  func known() throws {
    let section = Array("Host: a\r\nAccept: */*\r\n\r\n".utf8)
    var fields = WireFields()
    fields.append(Array("Host".utf8).span, Array("a".utf8).span)
    var known = KnownFields()
    func length(in bytes: [UInt8], at index: Int = 0) -> Int? {
      known.length(in: bytes.span, at: index)
    }
    #expect(length(in: section) == nil)
    let isKept = known.keep(section.span, count: 2, fields, HeadFacts())
    #expect(isKept)
    #expect(length(in: section) == section.count)
    #expect(length(in: [1, 2] + section + [3], at: 2) == section.count)
    #expect(length(in: section, at: 1) == nil)
    #expect(length(in: section.dropLast()) == nil)
    #expect(known.headers == HTTPHeaders(fields))
    known.forget()
    #expect(length(in: section) == nil)
    let long = [UInt8](repeating: 0x61, count: KnownFields.longest + 1)
    let isLongKept = known.keep(long.span, count: 1, fields, HeadFacts())
    #expect(!isLongKept)
    #expect(length(in: long) == nil)
  }

  @Test("No byte that a target may not have gets through, wherever it is")
  func forbiddenBytes() {
    for place in 0..<18 {
      for byte: UInt8 in 0...255 {
        var target = [UInt8](repeating: UInt8(ascii: "a"), count: 18)
        target[place] = byte
        let input = Array("GET /".utf8) + target + Array(" HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
        let isAllowed = (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "#")
        let request = events(of: input, piece: input.count).first?.request
        #expect((request != nil) == isAllowed, "\(byte) at \(place)")
      }
    }
  }
}
