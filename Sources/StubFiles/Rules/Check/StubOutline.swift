import StubCore

/// A stub together with the text it was read from, for those that check it.
struct StubOutline: Sendable {
  let stub: HTTPStub
  let node: DocumentNode
}
