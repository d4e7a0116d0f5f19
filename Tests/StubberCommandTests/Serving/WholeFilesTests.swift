import Foundation
import StubCore
import StubFiles
import TestSupport
import Testing

@testable import stubber

/// Files are written by what a test does while they are looked at; time is what a test says.
@Suite("Files that are being written")
struct WholeFilesTests {
  /// What happens while the files are waited for, and how much later than now it is.
  private final class Scene: Sendable {
    private let writing = Lock<@Sendable () -> Void>({})
    private let ahead = Lock(Duration.zero)
    /// Before any file was written, so that all seem to have just changed.
    private let start = Duration.seconds(Int(Date().timeIntervalSince1970))
    private let pauses = Lock(0)

    var pauseCount: Int { pauses.withLock { $0 } }

    func duringPause(_ write: @escaping @Sendable () -> Void) { writing.withLock { $0 = write } }

    /// Has the file written, at another time each time.
    func duringPause(_ text: String, to path: String) {
      duringPause { [self] in
        try? Data(text.utf8).write(to: URL(filePath: path))
        try? FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSince1970: Double(pauseCount))],
          ofItemAtPath: path)
      }
    }

    func pass(_ time: Duration) { ahead.withLock { $0 += time } }

    var files: StableFiles {
      StableFiles(
        now: { [self] in
          start + ahead.withLock { $0 }
        },
        pause: { [self] in
          pauses.withLock { $0 += 1 }
          writing.withLock { $0 }()
        })
    }
  }

  private let scene = Scene()
  private let files: StableFiles
  private let folder: TemporaryFolder
  private let (a, b): (String, String)

  init() throws {
    files = scene.files
    folder = try TemporaryFolder(["a.yaml": "a 1", "b.yaml": "b 1"])
    (a, b) = (folder.file("a.yaml"), folder.file("b.yaml"))
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try files.reading.bytes(path, .max).get(), as: UTF8.self)
  }

  /// Reads the files as they are, and takes them into use.
  private func use(_ paths: [String]) throws {
    let settled = files.settle(paths)
    for path in paths { _ = try text(path) }
    files.note(settled.stamps, inUse: paths)
  }

  private func overwrite(_ path: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  private func replace(_ path: String, _ text: String) throws {
    try overwrite("\(path).tmp", text)
    #expect(rename("\(path).tmp", path) == 0)
  }

  @Test("Files that rest are read at once")
  func resting() throws {
    scene.pass(.seconds(3_600))
    let settled = files.settle([a, b])
    #expect(scene.pauseCount == 0)
    #expect(settled.unfinished.isEmpty)
    #expect(settled.stamps == FileStamps(of: [a, b]))
    #expect(try text(a) == "a 1")
  }

  @Test("A file that has just changed is read when it has been still for a moment")
  func still() throws {
    let settled = files.settle([a])
    #expect(scene.pauseCount == 1)
    #expect(settled.unfinished.isEmpty)
    #expect(try text(a) == "a 1")
  }

  /// How a program may go on to write a file: each is seen in one size, and leaves it in another.
  private static let writings: [(name: String, start: String, rest: String)] = [
    ("emptied", "", ""), ("emptied, then written", "", "a 2 and the rest"),
    ("written in pieces", "a 2", "a 2 and the rest"), ("cut", "a 2 and the rest", "a"),
    ("written again", "a 2 and the rest", "a 3 and the rest"),
  ]

  @Test(
    "A file that is being written counts as it was, and others count as they are",
    arguments: writings.indices)
  func beingWritten(number: Int) throws {
    let writing = Self.writings[number]
    try use([a, b])
    try overwrite(a, writing.start)
    try overwrite(b, "b 2")
    if writing.rest != writing.start { scene.duringPause(writing.rest, to: a) }
    let settled = files.settle([a, b])
    #expect(settled.unfinished == [a])
    #expect(settled.unknown.isEmpty && settled.new.isEmpty)
    #expect(try text(a) == "a 1")
    #expect(try text(b) == "b 2")
    files.note(settled.stamps, inUse: [a, b])
    // It is not read again before there is something new.
    #expect(files.settle([a, b]).stamps == files.stamps)
    #expect(try text(a) == "a 1")
    scene.duringPause {}
    scene.pass(.seconds(3_600))
    let later = files.settle([a, b])
    #expect(later.unfinished.isEmpty)
    #expect(later.stamps != files.stamps)
    #expect(try text(a) == writing.rest)
  }

  @Test(
    "Nothing is read of a single file that is being written, as it was, nor of one that was too large"
  )
  func unknown() throws {
    try use([a])
    try overwrite(a, "a 2")
    scene.duringPause("a 2 and the rest", to: a)
    #expect(files.settle([a]).unknown == [a])
    try overwrite(a, String(repeating: "a", count: 9 << 20))
    scene.duringPause {}
    try use([a, b])
    try overwrite(a, "a 3")
    scene.duringPause("a 3 and the rest", to: a)
    #expect(files.settle([a, b]).unknown == [a])
  }

  @Test("A new file that is being written is left out until it is whole")
  func new() throws {
    try use([a, b])
    let path = try folder.write("", to: "c.yaml")
    #expect(files.settle([a, b, path]).new == [path])
    scene.pass(.seconds(3_600))
    let settled = files.settle([a, b, path])
    #expect(settled.new.isEmpty && settled.unfinished.isEmpty)
    #expect(try text(path) == "")
  }

  @Test("A file that is replaced again and again is read, as each that took its place is whole")
  func replaced() throws {
    try use([a])
    try replace(a, "a 2")
    scene.duringPause { [a] in
      try? Data("a 3".utf8).write(to: URL(filePath: "\(a).tmp"))
      rename("\(a).tmp", a)
    }
    let settled = files.settle([a])
    #expect(settled.unfinished.isEmpty)
    #expect(try text(a) == "a 2")
    #expect(settled.stamps != FileStamps(of: [a]))
  }

  @Test("An empty file counts after two seconds, as nobody is about to write it then")
  func empty() throws {
    try use([a])
    try overwrite(a, "")
    #expect(files.settle([a]).unknown == [a])
    scene.pass(.milliseconds(1_000))
    #expect(files.settle([a]).unknown == [a])
    scene.pass(.seconds(3_600))
    #expect(files.settle([a]).unfinished.isEmpty)
    #expect(try text(a) == "")
  }

  @Test("Of many files that have just changed, each counts for itself")
  func many() throws {
    let paths = try (100..<300).map { try folder.write("c \($0)", to: "c\($0).yaml") }
    try use(paths)
    let last = try #require(paths.last)
    scene.duringPause("c and the rest", to: last)
    let settled = files.settle(paths)
    #expect(settled.unfinished == [last])
    #expect(try text(last) == "c 299")
    #expect(try text(paths[198]) == "c 298")
  }

  @Test("A file that is gone is waited for once")
  func gone() throws {
    try use([a, b])
    scene.pass(.seconds(3_600))
    let count = scene.pauseCount
    _ = files.settle([a, b])
    #expect(scene.pauseCount == count)
    _ = files.settle([b])
    #expect(scene.pauseCount == count + 1)
  }

  @Test("The limit on the size of files holds for what is read in their place")
  func limit() throws {
    _ = files.settle([a])
    #expect(throws: FileProblem(code: FileProblem.tooLong)) { try files.reading.bytes(a, 2).get() }
    #expect(try files.reading.bytes(a, 3).get().count == 3)
  }
}
