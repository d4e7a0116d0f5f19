import StubCore

extension RuleKey where Target == ResponseDraft {
  static var error: Self {
    Self(
      "error", "The URL loading error to fail with, by name or by its code.",
      .anyOf([.oneOf(NetworkErrorCode.named.map(\.key)), .integer]), example: "timedOut"
    ) { value, response in
      let code: NetworkErrorCode?
      if case .integer? = value.node.scalar?.kind {
        code = value.integer().map { NetworkErrorCode(rawValue: $0) }
      } else {
        code = value.errorName()
      }
      response.specification.failure = code.map(StubFailure.network)
    }
  }
}

extension ValueReader {
  fileprivate mutating func errorName() -> NetworkErrorCode? {
    let names = NetworkErrorCode.named
    let text = node.scalar?.text ?? ""
    if let known = names.first(where: { $0.key == text }) { return known.value }
    return mismatch(
      expected: "the name or the code of a URL loading error",
      remedy: NearestName.to(text, among: names.map(\.key))
        .map { "did you mean \(Quotation.of($0))?" } ?? "try timedOut or -1001")
  }
}
