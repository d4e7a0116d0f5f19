import StubCore
import StubFiles

extension Arguments {
  /// The value of an option as a network: its name, or its figures as rule files write them.
  func network(of option: CommandOption) throws(UsageError) -> NetworkProfile? {
    try rule(of: option) { text, name throws(DiagnosticList) in
      try NetworkProfile(ruleText: text, named: name)
    }
  }

  /// The value of an option as a fault of connections, as rule files write it.
  func connectionFault(of option: CommandOption) throws(UsageError) -> ConnectionFaultRule? {
    try rule(of: option) { text, name throws(DiagnosticList) in
      try ConnectionFaultRule(ruleText: text, named: name)
    }
  }

  /// The value of an option as faults of TLS, as rule files write them.
  func tlsFaults(of option: CommandOption) throws(UsageError) -> [TLSFaultRule]? {
    try rule(of: option) { text, name throws(DiagnosticList) in
      try TLSFaultRule.rules(ruleText: text, named: name)
    }
  }

  private func rule<Value>(
    of option: CommandOption, _ read: (String, String) throws(DiagnosticList) -> Value
  ) throws(UsageError) -> Value? {
    guard let text = value(of: option) else { return nil }
    do throws(DiagnosticList) {
      return try read(text, "--\(option.name)")
    } catch {
      let findings = error.sorted.map(\.message).joined(separator: "; ")
      throw UsageError("--\(option.name): \(findings)")
    }
  }
}
