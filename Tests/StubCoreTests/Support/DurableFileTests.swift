import Foundation
import Testing

@testable import StubCore

@Suite("Files that are written completely or not at all")
final class DurableFileTests {
  private let folder = NSTemporaryDirectory() + "durable-\(UUID())"

  init() throws {
    try FileManager.default.createDirectory(
      atPath: "\(folder)/there", withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func text(of name: String) throws -> String {
    String(decoding: try DurableFile.read("\(folder)/\(name)"), as: UTF8.self)
  }

  @Test("A link stays, and the file that it leads to is replaced")
  func link() throws {
    let link = "\(folder)/link"
    try DurableFile.create("\(folder)/there/target", Array("old".utf8), mode: 0o644)
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "there/target")
    try DurableFile.replace(link, with: Array("new".utf8), mode: 0o640)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: link) == "there/target")
    #expect(try text(of: "there/target") == "new")
    #expect(DurableFile.mode(of: link) == 0o640)
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/there") == ["target"])
  }

  @Test("A link that leads nowhere is replaced")
  func brokenLink() throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/link", withDestinationPath: "gone")
    try DurableFile.replace("\(folder)/link", with: Array("new".utf8), mode: 0o644)
    #expect(try text(of: "link") == "new")
    #expect(DurableFile.mode(of: "\(folder)/gone") == nil)
  }

  @Test("What a file had is written over by more and by less, and its permissions stay")
  func writingOver() throws {
    let path = "\(folder)/mounted"
    try DurableFile.create(path, Array("old".utf8), mode: 0o640)
    for content in ["a longer text", "x"] {
      try DurableFile.writeOver(path, Array(content.utf8))
      #expect(try text(of: "mounted") == content)
    }
    #expect(DurableFile.mode(of: path) == 0o640)
    #expect(throws: FileProblem.self) { try DurableFile.writeOver("\(folder)/none", [1]) }
  }

  @Test("What a socket sends is read to its end")
  func socket() throws {
    var ends: [Int32] = [-1, -1]
    #if canImport(Glibc)
    let type = Int32(SOCK_STREAM.rawValue)
    #else
    let type = SOCK_STREAM
    #endif
    try #require(socketpair(AF_UNIX, type, 0, &ends) == 0)
    defer { close(ends[0]) }
    try DurableFile.write(Array("stubs: []".utf8), to: ends[1])
    close(ends[1])
    #expect(try DurableFile.read(from: ends[0]) == Array("stubs: []".utf8))
  }

  @Test("A pipe gets the bytes and stays one, but only if it was asked for")
  func pipe() throws {
    let path = "\(folder)/pipe"
    try #require(mkfifo(path, 0o600) == 0)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    try #require(reader >= 0)
    defer { close(reader) }
    #expect(throws: FileProblem(code: FileProblem.noFile)) {
      try DurableFile.replace(path, with: Array("x".utf8), mode: 0o644)
    }
    try DurableFile.replace(path, with: Array("bytes".utf8), mode: 0o644, ofAnyKind: true)
    var room = [UInt8](repeating: 0, count: 16)
    #expect(read(reader, &room, room.count) == 5)
    #expect(room.prefix(5).elementsEqual("bytes".utf8))
    #expect(DurableFile.isStream(path))
    #expect(DurableFile.mode(of: path) == 0o600)
  }
}
