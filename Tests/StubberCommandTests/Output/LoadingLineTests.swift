import Foundation
import StubFiles
import StubLanguages
import Testing

@testable import stubber

@Suite("The progress of loading")
struct LoadingLineTests {
  private static func progress(_ count: Int, of file: String = "a.har") -> LoadingProgress {
    LoadingProgress(file: file, bytesRead: count, byteCount: 100_000_000)
  }

  @Test("The line of progress has the file, the share and the speed")
  func text() {
    var line = LoadingLine()
    #expect(line.text(for: Self.progress(0), at: .zero) == nil)
    let text = line.text(for: Self.progress(42_900_000), at: .milliseconds(390))
    #expect(text == "Loading a.har  42 %  110 MB/s")
  }

  @Test("The line of progress appears after a third of a second, and then ten times a second")
  func times() {
    var line = LoadingLine()
    let times = [0, 299, 300, 399, 400, 450, 700]
    let shown = times.filter { line.text(for: Self.progress(1), at: .milliseconds($0)) != nil }
    #expect(shown == [300, 400, 700])
    #expect(line.isShown)
  }

  @Test("The speed is that of the current file")
  func files() {
    var line = LoadingLine()
    _ = line.text(for: Self.progress(1), at: .zero)
    let first = line.text(for: Self.progress(1_000_000, of: "b.yml"), at: .seconds(1))
    let second = line.text(for: Self.progress(51_000_000, of: "b.yml"), at: .seconds(2))
    #expect(first == "Loading b.yml  1 %")
    #expect(second == "Loading b.yml  51 %  51 MB/s")
  }

  @Test("A long name loses its beginning; an empty file has no share")
  func extremes() {
    var line = LoadingLine()
    let name = String(repeating: "folder/", count: 12) + "a.har"
    let progress = LoadingProgress(file: name, bytesRead: 0, byteCount: 0)
    let text = line.text(for: progress, at: .seconds(1))
    #expect(text == "Loading …\(name.suffix(47))  0 %")
  }

  @Test("Until something of a file was read, it has its size and the seconds that it takes")
  func wholeFile() {
    var line = LoadingLine()
    #expect(line.text(for: Self.progress(0), at: .zero) == nil)
    #expect(line.text(for: Self.progress(0), at: .seconds(3)) == "Loading a.har  100 MB  3 s")
  }

  @Test("While nothing is told of a long file, the line goes on, and is gone at the end")
  func silence() {
    let lines = Lock<[String]>([])
    var console = Console(print: { _ in }, printError: { _ in })
    console.overwrite = { text in lines.withLock { $0.append(text) } }
    let isShown = console.loading { progress in
      progress?(Self.progress(0))
      let start = ContinuousClock.now
      while lines.withLock(\.isEmpty), ContinuousClock.now - start < .seconds(300) {
        Thread.sleep(forTimeInterval: 0.01)
      }
      return !lines.withLock(\.isEmpty)
    }
    #expect(isShown)
    #expect(lines.withLock { $0.first?.hasPrefix("Loading a.har  100 MB  ") } == true)
    #expect(lines.withLock { $0.last } == "")
  }

  @Test("There is no progress without a terminal, in JSON, or when it is turned off")
  func quiet() {
    let lines = Lock<[String]>([])
    var console = Console(print: { _ in }, printError: { _ in })
    #expect(console.loading { $0 == nil })
    console.overwrite = { text in lines.withLock { $0.append(text) } }
    #expect(console.loading(showsProgress: false) { $0 == nil })
    #expect(console.loading { $0 != nil })
    console.isJSON = true
    #expect(console.loading { $0 == nil })
    #expect(lines.withLock { $0.isEmpty })
  }
}
