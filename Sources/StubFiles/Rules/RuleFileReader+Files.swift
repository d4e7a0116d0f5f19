import Dispatch
import StubCore
import Synchronization

extension RuleFileReader {
  /// Adds what is in the files, in their order; short ones are read on all processors before.
  ///
  /// The observer is told of long ones.
  mutating func read(paths: [String], progress: LoadingProgress.Observer? = nil) {
    var readers = readersOfShortFiles(paths)
    for (number, path) in paths.enumerated() {
      // Each is let go as soon as it is not needed.
      if let reader = readers[number].take(), append(reader) { continue }
      read(path: path, progress: progress)
    }
  }

  /// Readers that have read one short file each; `nil` for a long one, of which only one at a time
  /// is to be in memory, and which may be read in pieces.
  private func readersOfShortFiles(_ paths: [String]) -> [RuleFileReader?] {
    let none = [RuleFileReader?](repeating: nil, count: paths.count)
    guard paths.count > 1 else { return none }
    let readers = Mutex(none)
    let alongside = alongside
    DispatchQueue.concurrentPerform(iterations: paths.count) { number in
      guard DurableFile.size(of: paths[number]) ?? 0 < Self.longFile else { return }
      var reader = alongside
      reader.read(path: paths[number])
      readers.withLock { $0[number] = reader }
    }
    return readers.withLock { $0 }
  }
}
