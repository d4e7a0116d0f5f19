import StubCore

/// How a recording among the files is to be played.
struct CassetteSetting: Sendable {
  /// The recording's path, from where the rule file's is taken.
  let path: String
  let position: SourcePosition
  let configuration: CassetteConfiguration

  /// Whether it is meant for the file at that path.
  func isMeant(for file: String) -> Bool { Self.plain(path) == Self.plain(file) }

  /// The path without `.` and without what `..` takes back.
  private static func plain(_ path: String) -> [Substring] {
    var steps: [Substring] = []
    for step in path.split(separator: "/") where step != "." {
      if step == "..", let last = steps.last, last != ".." {
        steps.removeLast()
      } else {
        steps.append(step)
      }
    }
    return path.hasPrefix("/") ? ["/"] + steps : steps
  }
}

/// A setting, gathered while its keys are read.
struct CassetteDraft {
  var file: Placed<String>?
  var parts: [RequestPart]?
  var headers: [RequestPart] = []
  var configuration = CassetteConfiguration()

  var setting: CassetteSetting? {
    guard let file else { return nil }
    var configuration = configuration
    if parts != nil || !headers.isEmpty {
      configuration.matching = (parts ?? [.method, .url]) + headers
    }
    return CassetteSetting(
      path: file.value, position: file.position, configuration: configuration)
  }
}

extension ValueReader {
  /// Adds the settings of a list, each for another file.
  mutating func cassetteSettings(into file: inout FileDraft) {
    let scope = file.scope
    for setting in list({ $0.cassetteSetting(in: scope) }) ?? [] {
      if let earlier = file.cassetteSettings.first(where: { $0.isMeant(for: setting.path) }) {
        report(
          found: "\(Quotation.of(setting.path)) twice",
          expected: "each recording once; it was named \(earlier.position.inWords)",
          remedy: "try removing one of the two")
      }
      file.cassetteSettings.append(setting)
    }
  }

  private mutating func cassetteSetting(in scope: RuleScope) -> CassetteSetting? {
    var draft = CassetteDraft()
    return mapping { reader in
      reader.reportIfMissing("file")
      reader.members(.cassette, into: &draft)
      guard let setting = draft.setting else { return nil }
      return CassetteSetting(
        path: scope.path(setting.path), position: setting.position,
        configuration: setting.configuration)
    }
  }
}
