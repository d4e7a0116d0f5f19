package import StubCore
package import StubDocuments

/// The settings with which all values of a rule file are read.
package struct RuleScope: Sendable {
  /// The path of the rule file, as the caller gave it.
  package let file: String
  package let variables: EnvironmentVariables
  /// The prefix for URLs and URI templates without a host, without a slash at its end; `nil` if the
  /// file sets none.
  var baseURL: String?
  /// The gates of all files that are read together; a test opens a gate to let the waiting
  /// responses begin.
  package let gates: GateTable
  /// Whether all responses of WireMock's stubs are templates.
  package let usesTemplates: Bool
  /// Whether responses of WireMock's stubs name their stub, as WireMock's own responses do.
  package var namesStubs = false
  /// The largest size, in bytes, of files that are read.
  package var fileSizeLimit = RuleContext.usualFileSizeLimit
  /// The source of the bytes of stub files; by default, the file system.
  var reading = FileSource.files
  /// The formats in which files are read.
  var formats = StubFormats.own
  /// The name of the group of stubs that was sent to a server with these stubs; `nil` for stubs in
  /// files.
  package var sentSet: String?

  package init(
    file: String, variables: EnvironmentVariables, gates: GateTable = GateTable(),
    usesTemplates: Bool = false
  ) {
    (self.file, self.variables) = (file, variables)
    (self.gates, self.usesTemplates) = (gates, usesTemplates)
  }

  /// The folder of the rule file, from which relative file names start.
  package var folder: FileFolder { FileFolder(of: file) }

  /// Returns the origin of a stub on line `line`.
  func origin(line: Int) -> HTTPStub.Origin { .init(file: file, line: line, sentSet: sentSet) }

  /// Returns the path of a file whose name is relative to the rule file.
  package func path(_ name: String) -> String { folder.path(of: name) ?? name }

  /// Returns the URL or URI template, after the base URL if it has no host.
  func absolute(_ url: String) -> String {
    guard let baseURL, Self.isOnlyPath(url) else { return url }
    return baseURL + url
  }

  /// Returns whether the text begins with a path, a query, or an expression for one of them.
  static func isOnlyPath(_ url: String) -> Bool {
    guard url.hasPrefix("{") else {
      return url.hasPrefix("?") || (url.hasPrefix("/") && !url.hasPrefix("//"))
    }
    return !url.contains("://") && url.dropFirst().first.map { "+/;?&#".contains($0) } == true
  }
}

/// The states and settings that stubs share even if they are read at different times.
package struct RuleContext: Sendable {
  /// The scenario states that WireMock's stubs share.
  package private(set) var scenarios: ScenarioStates
  package private(set) var gates = GateTable()
  /// Whether all responses of WireMock's stubs are templates.
  package var usesTemplates = false
  /// Whether responses of WireMock's stubs name their stub, as WireMock's own responses do.
  package var namesStubs = false
  /// The largest size, in bytes, of a file that is read as a whole.
  ///
  /// Such files are stub files, recordings, and bodies to compare.
  package var fileSizeLimit = usualFileSizeLimit
  /// The source of the bytes of stub files; by default, the file system.
  package var reading = FileSource.files
  /// The formats in which files are read.
  package var formats: StubFormats

  /// The default limit: 256 MiB.
  package static let usualFileSizeLimit = 256 << 20

  package init(
    scenarios: ScenarioStates = ScenarioStates(), formats: StubFormats = .own
  ) {
    (self.scenarios, self.formats) = (scenarios, formats)
  }

  /// Returns the context for the stubs of a session, which have their own states and gates.
  package func session(_ scenarios: ScenarioStates) -> RuleContext {
    var context = self
    (context.scenarios, context.gates) = (scenarios, GateTable())
    return context
  }
}
