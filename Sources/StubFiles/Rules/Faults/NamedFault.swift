import StubCore

/// A fault as rule files name it: the parameters it takes, and what it is with them.
///
/// ```swift
/// extension NamedFault {
///   static let close = NamedFault(
///     "close", "Closes the connection in order when that much of the body is out.", [.after]
///   ) { .close(after: $0.after ?? .bytes(0)) }
/// }
/// ```
struct NamedFault: Sendable {
  let name: String
  /// One sentence, shown by editors.
  let summary: String
  let parameters: RuleKeys<FaultParameters>
  /// The parameters that it cannot be without.
  let required: [String]
  /// The fault; `nil` when a parameter that it needs is missing or wrong.
  let make: @Sendable (FaultParameters) -> HTTPStubFault?

  init(
    _ name: String, _ summary: String, _ parameters: [RuleKey<FaultParameters>] = [],
    required: [String] = [], make: @escaping @Sendable (FaultParameters) -> HTTPStubFault?
  ) {
    self.name = name
    self.summary = summary
    self.parameters = RuleKeys(parameters)
    self.required = required
    self.make = make
  }

  /// All faults; a new one is a file and a word here.
  static let all: [NamedFault] = [
    .neverAnswer, .emptyResponse, .reset, .close, .halfClose, .garbage, .malformedChunk,
    .wrongLength, .slowHead, .stall, .duplicateLength, .invalidHeader, .resetStream, .goAway,
  ]

  /// The least that has to be written.
  var example: JSONObject {
    JSONObject(
      [("type", .string(name))]
        + required.compactMap { name in parameters[name].map { (name, $0.example) } })
  }
}
