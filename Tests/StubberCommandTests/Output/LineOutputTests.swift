import Foundation
import StubCore
import StubLanguages
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

  /// What a pipe gives until its other end is closed.
  private final class Reading: Sendable {
    private let text = Lock("")
    private let isOver = DispatchSemaphore(value: 0)

    init(_ pipe: Pipe) {
      let descriptor = dup(pipe.fileHandleForReading.fileDescriptor)
      DispatchQueue(label: "reading").async { [self] in
        let bytes = (try? DurableFile.read(from: descriptor)) ?? []
        close(descriptor)
        text.withLock { $0 = String(decoding: bytes, as: UTF8.self) }
        isOver.signal()
      }
    }

    func lines() -> [String] {
      isOver.wait()
      return text.withLock { $0 }.split(separator: "\n").map(String.init)
    }
  }

  /// A line that is written in several pieces.
  private struct Pieces: TextOutputStreamable {
    let number: Int

    func write(to line: inout some TextOutputStream) {
      for piece in ["line", " ", String(number)] { line.write(piece) }
    }
  }

  @Test(
    "A log that is not read holds up no thread; whole lines are dropped, and their number told",
    arguments: [false, true])
  func unread(inPieces: Bool) throws {
    let pipe = Pipe()
    let output = LineOutput(
      pipe.fileHandleForWriting.fileDescriptor, isDelayed: true, room: 4_096)
    for number in 0..<50_000 {
      let line: any TextOutputStreamable = inPieces ? Pieces(number: number) : "line \(number)"
      output.print(line, orDropping: { "dropped \($0)" })
    }
    let reading = Reading(pipe)
    output.flush()
    try pipe.fileHandleForWriting.close()
    var next = 0
    for line in reading.lines() {
      if let count = line.wholeMatch(of: /dropped (\d+)/).flatMap({ Int($0.output.1) }) {
        next += count
      } else {
        #expect(line == "line \(next)")
        next += 1
      }
    }
    #expect(next == 50_000)
  }

  @Test("A pipe that does not block gets every line whole")
  func nonBlocking() throws {
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    #expect(fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0)
    let output = LineOutput(descriptor, isDelayed: true)
    for number in 0..<50_000 { output.print("line \(number)") }
    let reading = Reading(pipe)
    #expect(output.finish() == nil)
    try pipe.fileHandleForWriting.close()
    #expect(reading.lines() == (0..<50_000).map { "line \($0)" })
  }

  @Test("A reader that has gone away is noticed, also when nothing is printed")
  func goneReader() throws {
    let pipe = Pipe()
    let output = LineOutput(pipe.fileHandleForWriting.fileDescriptor, isDelayed: true)
    #expect(!output.isReaderGone)
    try pipe.fileHandleForReading.close()
    #expect(output.isReaderGone)
    withExtendedLifetime(pipe) {}
  }

  #if os(Linux)
  @Test("Output that cannot be written is a problem when the process ends")
  func fullDisk() throws {
    let descriptor = open("/dev/full", O_WRONLY)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    let output = LineOutput(descriptor, isDelayed: true)
    output.print("one")
    #expect(output.finish() == FileProblem(code: ENOSPC))
  }
  #endif
}
