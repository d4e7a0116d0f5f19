import Foundation
import StubCore
import Testing

@testable import StubServer

@Suite struct WireStreamTests {
  /// Sends a part of a file behind some text, as a loop would, and returns what comes.
  private func sent(_ text: String, _ path: String, _ range: Range<Int>) throws -> [UInt8] {
    let sockets = try SocketPair()
    let stream = WireStream(sockets.near, on: try EventLoop())
    stream.write(Array(text.utf8))
    stream.write(FilePart(file: try OpenFile.shared(path), range: range))
    #expect(stream.outputCount == text.utf8.count + range.count)
    while stream.hasOutput { try #require(stream.sendOutput() >= 0) }
    return sockets.read(atMost: text.utf8.count + range.count + 1)
  }

  @Test("A part of a file is sent after the bytes before it")
  func order() throws {
    let file = try TestBodyFile(1_000)
    #expect(
      try sent("head", file.path, 10..<900) == Array("head".utf8) + Array(file.bytes[10..<900]))
    #expect(try sent("", file.path, 0..<1_000) == Array(file.bytes))
  }

  @Test("A file whose part is not there any more is given up")
  func truncationError() throws {
    let file = try TestBodyFile(1_000)
    #expect(
      try sent("head", file.path, 990..<1_010) == Array("head".utf8) + Array(file.bytes.suffix(10)))
  }

  @Test("A long body is sent from where it is, between the bytes before and after it")
  func body() throws {
    let long = Data((0..<400_000).map { UInt8(truncatingIfNeeded: $0 / 7) })
    let short = Data("short".utf8)
    let bodies = [[long], [long, long], [short, long, short], [long, short, long.dropFirst(9)]]
    for parts in bodies {
      for head in ["", "head"] {
        let sockets = try SocketPair()
        try #require(fcntl(sockets.near, F_SETFL, O_NONBLOCK) == 0)
        let stream = WireStream(sockets.near, on: try EventLoop())
        var announced = 0
        stream.onOutput = { announced += 1 }
        stream.write(Array(head.utf8))
        for part in parts { stream.write(part) }
        let expected = Array(head.utf8) + parts.flatMap(Array.init)
        #expect(stream.outputCount == expected.count)
        #expect(announced == 1)
        var found: [UInt8] = []
        while found.count < expected.count {
          if stream.hasOutput {
            let count = stream.sendOutput()
            try #require(count >= 0 || errno == EAGAIN)
          }
          found += sockets.read(atMost: expected.count - found.count)
        }
        #expect(found == expected)
        #expect(!stream.hasOutput)
        #expect(stream.outputCount == 0)
      }
    }
  }

  #if os(Linux)
  @Test("A file that the system can only read is read")
  func readable() throws {
    // The system has no way to send this one, and says that it is empty.
    let path = "/proc/self/cmdline"
    let expected = try DurableFile.read(path)
    let range = 1..<min(expected.count, 100)
    #expect(try sent("head", path, range) == Array("head".utf8) + expected[range])
  }
  #endif
}

extension WireStream {
  fileprivate func write(_ bytes: [UInt8]) { bytes.withUnsafeBytes { write($0) } }
}
