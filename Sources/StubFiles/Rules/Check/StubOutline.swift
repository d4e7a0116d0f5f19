import StubCore

/// A stub together with the text it was read from, for those that check it.
struct StubOutline: Sendable {
  let stub: HTTPStub
  let node: DocumentNode
  /// What stands before its URL when that is only a path.
  let baseURL: String?
}
