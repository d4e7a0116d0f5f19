/// Accepts requests by what follows the last dot of the last path segment.
public struct HTTPStubPathExtensionMatcher: HTTPStubMatcher {
  private let condition: PartCondition

  /// A condition on the extension without its dot.
  public init(_ value: ValueMatcher) {
    condition = PartCondition(
      "path extension", value.mapText { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 })
  }

  public var description: String { condition.description }
  public var problems: [String] { condition.value.problems }

  public var isSynchronous: Bool { condition.isSynchronous }

  public func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    let path = request.target.readablePath
    let start = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
    let name = path[start...]
    guard let dot = name.lastIndex(of: "."), dot > start, name.index(after: dot) < name.endIndex
    else { return condition.evaluate([]) }
    return condition.evaluate(single: String(name[name.index(after: dot)...]))
  }
}

extension HTTPStubMatcher where Self == HTTPStubPathExtensionMatcher {
  public static func pathExtension(_ value: ValueMatcher) -> Self { Self(value) }
}

extension HTTPStubRequest {
  /// Accepts requests by their path's extension: `"json"` for `/users/1.json`.
  @discardableResult
  public func match(pathExtension value: ValueMatcher) -> Self {
    match(HTTPStubPathExtensionMatcher(value))
  }
}
