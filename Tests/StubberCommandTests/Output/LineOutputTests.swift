import Foundation
import Testing

@testable import stubber

@Suite("Lines of output")
struct LineOutputTests {
  @Test("Lines from many threads are written whole and in the order of each thread")
  func wholeLines() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "lines-\(UUID())")
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let handle = try FileHandle(forWritingTo: file)
    let output = LineOutput(handle.fileDescriptor, isDelayed: true)
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for number in 0..<1_000 { output.print("thread \(thread) line \(number)") }
    }
    output.flush()
    let text = try String(contentsOf: file, encoding: .utf8)
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.count == 4_000)
    for thread in 0..<4 {
      let own = lines.filter { $0.hasPrefix("thread \(thread) ") }
      #expect(own == (0..<1_000).map { "thread \(thread) line \($0)" })
    }
  }

  @Test("A single line is written without another one", arguments: [true, false])
  func singleLine(isDelayed: Bool) throws {
    let pipe = Pipe()
    let output = LineOutput(pipe.fileHandleForWriting.fileDescriptor, isDelayed: isDelayed)
    output.print("one")
    #expect(pipe.fileHandleForReading.availableData == Data("one\n".utf8))
  }
}
