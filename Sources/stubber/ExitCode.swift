/// What the process tells its caller when it ends.
enum ExitCode: Int32, Sendable {
  case success = 0
  /// Something was found wrong, or no stub answers.
  case findings = 1
  case wrongUse = 2
  case cannotStart = 3
}
