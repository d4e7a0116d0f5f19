extension UnmatchedReport {
  /// The report for programs.
  public var json: JSONValue {
    [
      "error": "no stub answers the request",
      "request": ["method": .string(request.method.rawValue), "url": .string(request.url)],
      "stubs": .number(JSONNumber(stubCount)),
      "nearMisses": .array(nearMisses.map(\.json)),
      "rule": .string(suggestedRule.joined(separator: "\n")),
      "curl": .string(curlCommand),
    ]
  }
}

extension ReceivedRequest {
  fileprivate var url: String { target.absoluteString }
}

extension NearMiss {
  /// The near miss for programs.
  package var json: JSONValue {
    [
      "stub": .string(stub),
      "origin": .string(origin.description),
      "matchers": .array(verdicts.map(\.json)),
    ]
  }
}

extension NearMiss.Verdict {
  fileprivate var json: JSONValue {
    guard let mismatch else { return ["matcher": .string(matcher), "matched": true] }
    return [
      "matcher": .string(matcher), "matched": false, "expected": .string(mismatch.expected),
      "found": .string(mismatch.found),
    ]
  }
}
