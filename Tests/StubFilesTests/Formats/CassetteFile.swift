import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

/// A recording of another tool, beside the package.
struct CassetteFile: Sendable, CustomTestStringConvertible {
  /// The path below the folder of all of them.
  let path: String

  var testDescription: String { path }

  /// Every file but licenses.
  static let all: [CassetteFile] = {
    let root = OutsideFixtures.url(RecordedFiles.root)
    let names = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String }
    return (names ?? []).sorted().filter { name in
      var isFolder: ObjCBool = false
      let path = root.appending(path: name).path
      let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      return exists && !isFolder.boolValue && !name.hasSuffix("LICENSE")
    }.map(CassetteFile.init(path:))
  }()

  /// What reading the file gives.
  struct Reading {
    /// The name of the format; `nil` for a file of none.
    var format: String?
    var cassettes: [Cassette] = []
    var stubs: [HTTPStub] = []
    var diagnostics = DiagnosticList()

    /// The recordings and, of formats that describe stubs, the stubs.
    var interactionCount: Int { stubs.count + cassettes.map(\.interactions.count).reduce(0, +) }
  }

  func read() -> Reading {
    let file = OutsideFixtures.path("\(RecordedFiles.root)/\(path)")
    var reader = RuleFileReader(variables: EnvironmentVariables([:]), formats: .all)
    reader.read(path: file)
    return Reading(
      format: Self.format(of: file), cassettes: reader.draft.cassettes, stubs: reader.draft.stubs,
      diagnostics: reader.diagnostics)
  }

  private static func format(of file: String) -> String? {
    guard let source = try? SourceText(path: file) else { return nil }
    if let format = StubFormats.all.textFormat(of: source) { return format.title }
    var diagnostics = DiagnosticList()
    return StubFormats.all.documents(in: source, reportingTo: &diagnostics).lazy
      .compactMap { document in
        RecordingFormat.recognizing(document).map { $0.title }
          ?? StubFormats.all.tool(of: document)?.title
          ?? StubFormats.all.refusal(of: document).map { $0.title }
      }.first
  }
}
