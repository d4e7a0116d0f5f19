import StubCore

/// What all values of one rule file are read with.
struct RuleScope: Sendable {
  /// The rule file as the caller wrote it.
  let file: String
  let variables: EnvironmentVariables
  /// What stands before URLs and URI templates that are only a path, without a slash at its end.
  var baseURL: String?
  /// Shared by all files that are read together.
  let gates: GateTable

  init(file: String, variables: EnvironmentVariables, gates: GateTable = GateTable()) {
    self.file = file
    self.variables = variables
    self.gates = gates
  }

  /// The folder that names of files count from.
  var folder: FileFolder { FileFolder(of: file) }

  /// The path of a file that the rule file names relative to itself.
  func path(_ name: String) -> String { folder.path(of: name) ?? name }

  /// The URL with the base URL before it when it is only a path.
  func absolute(_ url: String) -> String {
    guard let baseURL, url.hasPrefix("/"), !url.hasPrefix("//") else { return url }
    return baseURL + url
  }
}
