import StubCore

extension ValueReader {
  /// The value of `respond`: responses by method, or those for every method.
  mutating func respond(in scope: RuleScope) -> ResponseScripts? {
    guard let members = node.members, members.contains(where: { Self.isMethod($0.key) }) else {
      return script(in: scope).map { [ResponseKey(method: nil): $0] }
    }
    return mapping { reader in
      var scripts = ResponseScripts()
      reader.each { name, value in
        guard let key = value.responseKey(name), let script = value.script(in: scope) else {
          return
        }
        scripts[key] = script
      }
      return scripts
    }
  }

  /// Whether the key can only be meant for a method, and not for a part of a response.
  private static func isMethod(_ key: String) -> Bool {
    key == "any" || HTTPMethod(ruleText: key) != nil
      || HTTPMethod.standard.contains(HTTPMethod(rawValue: key.uppercasedASCII()))
  }

  private mutating func responseKey(_ name: String) -> ResponseKey? {
    if name == "any" { return ResponseKey(method: nil) }
    if let method = HTTPMethod(ruleText: name) { return ResponseKey(method: method) }
    return mismatchedKey(name)
  }

  private mutating func mismatchedKey(_ name: String) -> ResponseKey? {
    let isResponseKey = RuleKeys.response[name] != nil
    report(
      atKeyByte: 0,
      found: isResponseKey
        ? "the response key \(Quotation.of(name)) beside methods"
        : "\(Quotation.of(name)) instead of a method",
      expected: "a method in upper case, or \"any\"",
      remedy: isResponseKey
        ? "try moving it into the response of a method" : HTTPMethod.remedy(for: name))
    return nil
  }

  /// One response, a list of them, or a mapping of `sequence` and `then`.
  private mutating func script(in scope: RuleScope) -> ResponseScript? {
    if node.elements != nil {
      return sequence(in: scope).map { ResponseScript(responders: $0) }
    }
    guard node.members?.contains(where: { $0.key == "sequence" }) ?? false else {
      return response(in: scope).map { ResponseScript(responders: [$0]) }
    }
    return mapping { reader in
      let ending = reader.optional("then") { $0.keyword(sequenceEndings) }
      let responders = reader.required("sequence") { $0.sequence(in: scope) }
      return responders.map { ResponseScript(responders: $0, ending: ending ?? .repeatLast) }
    }
  }

  private mutating func sequence(in scope: RuleScope) -> [any HTTPStubResponder]? {
    guard let responders = list({ $0.response(in: scope) }) else { return nil }
    guard node.elements?.isEmpty ?? true else { return responders }
    report(found: "an empty list", expected: "at least one response", remedy: "try { status: 200 }")
    return nil
  }
}

private let sequenceEndings: KeyValuePairs<String, HTTPStubSequenceEnding> = [
  "repeat": .repeatLast, "cycle": .cycle, "fallThrough": .fallThrough,
]

extension Schema {
  /// What a stub answers to one method, or to all.
  static var script: Schema {
    .anyOf([
      .named("response"), .list(of: .named("response")).adding("minItems", 1),
      .object(
        [
          ("sequence", .list(of: .named("response")).adding("minItems", 1)),
          ("then", .oneOf(sequenceEndings.map(\.key))),
        ], required: ["sequence"]),
    ])
  }

  /// Responses by method, or those for every method.
  static var respond: Schema {
    .anyOf([
      .named("responses"),
      Schema([
        "type": "object", "minProperties": 1, "additionalProperties": false,
        "patternProperties": ["^(any|[!-`{-~]*[A-Z][!-`{-~]*)$": Schema.named("responses").value],
      ]),
    ])
  }
}
