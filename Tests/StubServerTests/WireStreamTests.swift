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
    stream.write(FilePart(file: try OpenFile(path), range: range))
    #expect(stream.outputCount == text.utf8.count + range.count)
    while stream.hasOutput { try #require(stream.sendOutput() >= 0) }
    return sockets.read(atMost: text.utf8.count + range.count + 1)
  }

  @Test("A part of a file goes out behind what was written before it")
  func order() throws {
    let file = try TestBodyFile(1_000)
    #expect(
      try sent("head", file.path, 10..<900) == Array("head".utf8) + Array(file.bytes[10..<900]))
    #expect(try sent("", file.path, 0..<1_000) == Array(file.bytes))
  }

  @Test("A file whose part is not there any more is given up")
  func becameShorter() throws {
    let file = try TestBodyFile(1_000)
    #expect(
      try sent("head", file.path, 990..<1_010) == Array("head".utf8) + Array(file.bytes.suffix(10)))
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
