/// What each text of a request looks like that a stub accepts; `nil` where nothing is known of it.
struct TextShapes: Sendable {
  var url: TextShape?
  var path: TextShape?

  init() {}

  /// What the first pattern for each text says.
  init(_ keys: [StubKey]) {
    for case .pattern(let regex, in: let text) in keys {
      switch text {
      case .url: url = url ?? regex.textShape
      case .path: path = path ?? regex.textShape
      }
    }
  }

  var isEmpty: Bool { url == nil && path == nil }
}
