import StubCore
import StubFiles

extension Arguments {
  /// The value of an option as a network: its name, or its figures as rule files write them.
  func network(of option: CommandOption) throws(UsageError) -> NetworkProfile? {
    guard let text = value(of: option) else { return nil }
    do throws(DiagnosticList) {
      return try NetworkProfile(ruleText: text, named: "--\(option.name)")
    } catch {
      let findings = error.sorted.map(\.message).joined(separator: "; ")
      throw UsageError("--\(option.name): \(findings)")
    }
  }
}
