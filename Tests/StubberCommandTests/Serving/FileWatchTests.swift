import Foundation
import StubCore
import StubFiles
import TestSupport
import Testing

@testable import stubber

@Suite("Watching files")
struct FileWatchTests {
  /// A watch that an expectation can look through.
  private final class Watching {
    private var watch: FileWatcher

    init(_ folder: TemporaryFolder, patience: Duration = .seconds(3_600)) {
      watch = FileWatcher(patience: patience) { [path = folder.path] in
        RuleFileFinder([path]).watched
      }
    }

    func detectSettledChange() -> Bool { watch.detectSettledChange() }

    var ownChanges: OwnChanges { watch.ownChanges }

    /// Has a file, as it is now, referred to by the others.
    func refer(to path: String) {
      let stamp = FileStamp(path: path)
      watch.referredFiles = { [path: stamp] }
    }

    func referToNone() { watch.referredFiles = { [:] } }
  }

  @Test("Nothing is reported while nothing changes")
  func quiet() throws {
    let folder = try TemporaryFolder()
    try folder.write("a", to: "a.yaml")
    let files = Watching(folder)
    for _ in 1...3 { #expect(!files.detectSettledChange()) }
  }

  @Test("A change is reported once, when two looks in a row find the same files")
  func settled() throws {
    let folder = try TemporaryFolder()
    try folder.write("a", to: "a.yaml")
    let files = Watching(folder)
    try folder.write("ab", to: "a.yaml")
    #expect(!files.detectSettledChange())
    try folder.write("abc", to: "a.yaml")
    #expect(!files.detectSettledChange())
    #expect(files.detectSettledChange())
    #expect(!files.detectSettledChange())
  }

  @Test("Files that never rest are reported when the patience is at its end")
  func restless() throws {
    let folder = try TemporaryFolder()
    let files = Watching(folder, patience: .milliseconds(20))
    try folder.write("0", to: "a.yaml")
    #expect(!files.detectSettledChange())
    var reports = 0
    for number in 1...40 {
      try folder.write(String(repeating: "a", count: number), to: "a.yaml")
      usleep(1_000)
      if files.detectSettledChange() { reports += 1 }
    }
    #expect(reports > 0)
  }

  @Test("New files, removed files and a removed folder are changes")
  func comingAndGoing() throws {
    let folder = try TemporaryFolder()
    let files = Watching(folder)
    func settle() -> Bool { files.detectSettledChange() || files.detectSettledChange() }
    try folder.write("a", to: "a.yaml")
    #expect(settle())
    try FileManager.default.removeItem(atPath: "\(folder.path)/a.yaml")
    #expect(settle())
    try folder.write("a", to: "b.json")
    #expect(settle())
    try FileManager.default.removeItem(atPath: folder.path)
    #expect(settle())
    #expect(!settle())
  }

  @Test("Replacing a file by one of the same size and time is a change")
  func renamed() throws {
    let folder = try TemporaryFolder()
    let time = Date(timeIntervalSince1970: 1_700_000_000)
    try folder.write("a", to: "a.yaml")
    try folder.write("b", to: "other")
    for name in ["a.yaml", "other"] {
      try FileManager.default.setAttributes(
        [.modificationDate: time], ofItemAtPath: "\(folder.path)/\(name)")
    }
    let files = Watching(folder)
    #expect(rename("\(folder.path)/other", "\(folder.path)/a.yaml") == 0)
    #expect(!files.detectSettledChange())
    #expect(files.detectSettledChange())
  }

  @Test("What the program itself writes and removes is no change, and what comes after it is one")
  func ownChanges() throws {
    let folder = try TemporaryFolder()
    let files = Watching(folder)
    let path = folder.file("a.yaml")
    files.ownChanges.note(path, isOver: false)
    try folder.write("a", to: "a.yaml")
    for _ in 1...3 { #expect(!files.detectSettledChange()) }
    files.ownChanges.note(path, isOver: true)
    for _ in 1...3 { #expect(!files.detectSettledChange()) }
    files.ownChanges.note(path, isOver: false)
    try FileManager.default.removeItem(atPath: path)
    files.ownChanges.note(path, isOver: true)
    for _ in 1...3 { #expect(!files.detectSettledChange()) }
    try folder.write("b", to: "a.yaml")
    #expect(!files.detectSettledChange())
    #expect(files.detectSettledChange())
  }

  @Test("A file that the others refer to is watched from the moment when it was read")
  func referred() throws {
    let folder = try TemporaryFolder(["a.yaml": "a", "m.txt": "one"])
    let path = folder.file("m.txt")
    let files = Watching(folder)
    files.refer(to: path)
    for _ in 1...3 { #expect(!files.detectSettledChange()) }
    try folder.write("another", to: "m.txt")
    #expect(!files.detectSettledChange())
    #expect(files.detectSettledChange())
    files.refer(to: path)
    for _ in 1...3 { #expect(!files.detectSettledChange()) }
    try FileManager.default.removeItem(atPath: path)
    #expect(!files.detectSettledChange())
    #expect(files.detectSettledChange())
    files.refer(to: path)
    for _ in 1...3 { #expect(!files.detectSettledChange()) }
    try folder.write("again", to: "m.txt")
    #expect(!files.detectSettledChange())
    #expect(files.detectSettledChange())
    files.referToNone()
    for _ in 1...3 { #expect(!files.detectSettledChange()) }
  }

  @Test("A link that leads nowhere is watched: its removal is a change, and so is its mending")
  func brokenLink() throws {
    let folder = try TemporaryFolder(["a.yaml": "a"])
    let link = folder.file("b.yaml")
    func breakLink() throws {
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "gone")
    }
    try breakLink()
    let files = Watching(folder)
    func settle() -> Bool { files.detectSettledChange() || files.detectSettledChange() }
    #expect(!settle())
    try FileManager.default.removeItem(atPath: link)
    #expect(settle())
    try breakLink()
    #expect(settle())
    try folder.write("a", to: "gone")
    #expect(settle())
    #expect(!settle())
  }

  @Test("A file of another kind is not watched")
  func otherKinds() throws {
    let folder = try TemporaryFolder()
    let files = Watching(folder)
    try folder.write("a", to: "notes.txt")
    #expect(!files.detectSettledChange())
    #expect(!files.detectSettledChange())
  }
}
