import StubCore

/// A stub together with the text it was read from, for those that check it.
struct StubOutline: Sendable {
  let stub: HTTPStub
  let node: DocumentNode
  let conditions: StubConditions
}

/// Where the conditions of a stub are written.
enum StubConditions: Sendable {
  /// Under `match` of a rule file; the base URL stands before a URL that is only a path.
  case rule(baseURL: String?)
  /// Keys that have to hold together, in another tool's format; of some, each entry is a condition.
  case members([DocumentMember], entriesOf: Set<String> = [])
  /// A list of conditions that have to hold together.
  case elements([DocumentNode])
}
