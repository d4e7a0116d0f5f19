import StubAdmin
import StubCore
import StubFiles
import StubServer

/// The stub files of `serve`: read at the start and again after changes, by a watch or by request.
final class ServedFiles: Sendable {
  private let command: ServeCommand
  private let paths: [String]
  private let admin: Admin
  private let console: Console
  /// Held while files are read, so that the last who asks gets the newest.
  private let reading = Lock(())

  init(_ command: ServeCommand, _ paths: [String], _ admin: Admin, _ console: Console) {
    (self.command, self.paths, self.admin, self.console) = (command, paths, admin, console)
  }

  /// Reads all files for the first time; `nil` when one of them has an error.
  func load() -> RuleSet? {
    let rules = console.read(paths, cassettes: command.cassettes, context: admin.context)
    if let rules { use(rules) }
    return rules
  }

  /// Reads all files again, and changes the stubs only if no file has an error.
  ///
  /// - Returns: the errors.
  func reload(_ listener: Listener) -> DiagnosticList? {
    reading.withLock { _ in
      // The log of requests is written at the same time, so no progress is shown.
      let rules = RuleSet(
        reading: paths, cassettes: command.cassettes, context: admin.context)
      for finding in rules.diagnostics.sorted { console.emit(FindingEvent(finding: finding)) }
      guard !rules.diagnostics.hasErrors else {
        console.emit(.notice("reloadFailed", "Keeping the previous stubs."))
        return rules.diagnostics
      }
      use(rules)
      listener.faults = faults(rules)
      for warning in warnings(rules) { console.emit(.warning(warning)) }
      console.emit(.notice("reloaded", "Reloaded \(rules.scope)."))
      return nil
    }
  }

  /// With an upstream, all unmatched requests go there, even if the files say otherwise.
  private func use(_ rules: RuleSet) {
    admin.context.scenarios.reset()
    admin.replaceFiles(
      with: rules, network: command.network,
      unhandled: command.configuration.upstream == nil ? nil : .optin)
  }

  /// Those of the command line, or else of the files.
  func faults(_ rules: RuleSet) -> ListenerFaults {
    ListenerFaults(
      connection: command.connectionFault ?? rules.faults.connection,
      tls: command.tlsFaults ?? rules.faults.tls)
  }

  /// What has no effect although it was asked for.
  func warnings(_ rules: RuleSet) -> [String] {
    var warnings: [String] = []
    if rules.allStubs.isEmpty, command.configuration.upstream == nil {
      warnings.append("no stubs in \(paths.joined(separator: ", ")); every request gets a 404")
    }
    if command.securePort == nil, !rules.faults.tls.isEmpty {
      warnings.append("TLS faults are configured without --https-port: no effect")
    }
    return warnings
  }
}
