import StubCore
package import StubPlatform

/// A file with the cassettes that test runs have used; each line has seconds since 1970 and a path.
package struct UsedCassettes: Sendable {
  package static let variable = "STUBBER_USED_CASSETTES"
  /// The default path of the file, relative to the folder in which the tests of a package run.
  package static let defaultFile = ".build/stubber-cassettes.txt"

  package let file: String

  package init(file: String) { self.file = file }

  /// Creates the list that a test run writes; `nil` if the variable is not set and there is no
  /// folder `.build`.
  package init?(_ variables: [String: String]) {
    if let file = variables[Self.variable] {
      self.init(file: file)
    } else if DurableFile.mode(of: DurableFile.folder(of: Self.defaultFile)) != nil {
      self.init(file: Self.defaultFile)
    } else {
      return nil
    }
  }

  /// Adds a line for a use of the cassette; errors are ignored.
  package func note(_ path: String, at date: Date = Date()) {
    let descriptor = open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let line = "\(Int(date.timeIntervalSince1970)) \(Self.resolved(path))\n"
    try? DurableFile.write(Array(line.utf8), to: descriptor)
  }

  /// Returns the date of the last use of each cassette, by its resolved path; `nil` if the file
  /// cannot be read.
  package func lastUses() -> [String: Date]? {
    guard let bytes = try? DurableFile.read(file) else { return nil }
    var uses: [String: Date] = [:]
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1)
      guard words.count == 2, let seconds = Int(words[0]) else { continue }
      let date = Date(timeIntervalSince1970: Double(seconds))
      uses[String(words[1])] = max(uses[String(words[1])] ?? date, date)
    }
    return uses
  }

  /// Returns the absolute path with symbolic links resolved.
  package static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }
}
