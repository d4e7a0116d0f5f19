import StubCore
import StubDocuments

/// A stub file as it was read, which is read again only after a change.
package final class ReadFile: Sendable {
  let contents: RuleFileReader
  /// The state of the file when it was read; `nil` if it was missing.
  private let stamp: FileStamp?

  /// Reads the file at `path`, whose state is `stamp`, with an empty reader.
  init(
    path: String, _ stamp: FileStamp?, with reader: RuleFileReader,
    progress: LoadingProgress.Observer? = nil
  ) {
    var contents = reader
    contents.read(path: path, progress: progress)
    (self.contents, self.stamp) = (contents, stamp)
  }

  var hasErrors: Bool { contents.diagnostics.hasErrors }

  /// Returns whether the file has this state, and the files that it needed have not changed.
  func isCurrent(_ stamp: FileStamp?, in source: FileSource) -> Bool {
    self.stamp == stamp && contents.referredFiles.allSatisfy { source.stamp($0.key) == $0.value }
      && contents.bodyFiles.allSatisfy { source.stamp($0.key) == $0.value }
  }
}

extension RuleFileReader {
  /// Adds the contents of the files, in order.
  ///
  /// Files in `earlier` that have not changed are not read. The observer is called before long
  /// files and while they are read, and from time to time for short files. A file that is not a
  /// rule file is skipped if another file, without errors, names it as a body.
  mutating func read(
    paths: [String], keeping earlier: [String: ReadFile] = [:],
    progress: LoadingProgress.Observer? = nil
  ) {
    let files = files(paths, keeping: earlier, progress)
    let bodies = files.contains(where: \.hasErrors) ? Self.bodies(of: files) : []
    for (number, (path, file)) in zip(paths, files).enumerated() {
      if file.hasErrors, bodies.contains(RuleFileFinder.resolved(path)) {
        bodyOnlyFiles.insert(path)
        readFiles[path] = file
      } else if append(file.contents) {
        // A mistake may be mended by a change elsewhere, as of the permissions of a folder.
        if !file.hasErrors { readFiles[path] = file }
      } else {
        read(path: path, progress: Self.observer(progress, of: paths, at: number))
      }
    }
  }

  /// The size, in bytes, from which reading a file takes noticeable time.
  private static let longFile = 1 << 18
  /// The number of files between two calls of the observer.
  private static let fileBatch = 500

  /// Returns the paths without links of all bodies that files without errors name.
  private static func bodies(of files: [ReadFile]) -> Set<String> {
    let named = files.filter { !$0.hasErrors }.flatMap(\.contents.bodyFiles.keys)
    return Set(named.map(RuleFileFinder.resolved))
  }

  /// Reads each file on its own: short files in parallel, and only one long file at a time, because
  /// long files take much memory.
  private func files(
    _ paths: [String], keeping earlier: [String: ReadFile], _ progress: LoadingProgress.Observer?
  ) -> [ReadFile] {
    let (source, alongside) = (draft.scope.reading, alongside)
    return stride(from: 0, to: paths.count, by: Self.fileBatch).flatMap { start in
      progress?(LoadingProgress(file: paths[start], of: paths.count, behind: start))
      let batch = start..<min(start + Self.fileBatch, paths.count)
      let files = batch.concurrentMap { number -> ReadFile? in
        let path = paths[number]
        let stamp = source.stamp(path)
        if let file = earlier[path], file.isCurrent(stamp, in: source) { return file }
        guard stamp?.size ?? 0 < Self.longFile else { return nil }
        return ReadFile(path: path, stamp, with: alongside)
      }
      return zip(batch, files).map { number, file in
        let path = paths[number]
        return file
          ?? ReadFile(
            path: path, source.stamp(path), with: alongside,
            progress: Self.observer(progress, of: paths, at: number))
      }
    }
  }

  /// Calls the observer before the reading of one of the files.
  ///
  /// - Returns: the observer for the progress in this file.
  private static func observer(
    _ progress: LoadingProgress.Observer?, of paths: [String], at number: Int
  ) -> LoadingProgress.Observer? {
    guard let progress else { return nil }
    let place = LoadingProgress(file: paths[number], of: paths.count, behind: number)
    progress(place)
    return { progress($0.within(place)) }
  }
}
