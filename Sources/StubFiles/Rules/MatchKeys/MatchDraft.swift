import StubCore

/// The matchers of one stub or ignore rule, gathered while the keys of `match` are read.
struct MatchDraft {
  let scope: RuleScope
  /// The mapping as written, for keys that another key completes, as `options` does `url`.
  let members: [DocumentMember]
  private(set) var matchers: [any HTTPStubMatcher] = []

  init(scope: RuleScope, members: [DocumentMember]) {
    self.scope = scope
    self.members = members
  }

  /// Adds a matcher, unless it can never do its work, which is reported.
  mutating func add(_ matcher: some HTTPStubMatcher, from value: inout ValueReader) {
    let problems = matcher.problems
    for problem in problems { value.report(found: problem) }
    if problems.isEmpty { matchers.append(matcher) }
  }

  func member(_ key: String) -> DocumentMember? { members.first { $0.key == key } }

  /// Reads the value of a key that completes this one; that key reports what is wrong with it.
  func read<Value>(_ key: String, _ read: (inout ValueReader) -> Value?) -> Value? {
    guard let member = member(key) else { return nil }
    var reader = ValueReader(member.value)
    return read(&reader)
  }

  /// Reports a key that completes others when none of them is there.
  func require(oneOf keys: [String], for value: inout ValueReader) {
    guard !members.contains(where: { keys.contains($0.key) }) else { return }
    value.report(
      found: "nothing that it belongs to", expected: "\(Quotation.oneOf(keys)) beside it",
      remedy: "try adding it, or removing this")
  }
}

extension RuleKeys where Target == MatchDraft {
  /// The keys of `match`; a new one is a file and a word here.
  static let match = RuleKeys([
    .method, .url, .urlRegex, .options, .uri, .scheme, .host, .port, .path,
    .query, .queryEquals, .headers, .headerNames, .cookies, .basicAuth, .bearer,
    .body, .json, .jsonOptions, .jsonPath, .form, .formEquals, .multipart,
    .xml, .xpath, .namespaces,
    .any, .all, .not,
  ])
}

extension ValueReader {
  /// The matchers of a mapping of match keys, all of which must accept a request.
  mutating func matchers(in scope: RuleScope) -> [any HTTPStubMatcher]? {
    var draft = MatchDraft(scope: scope, members: node.members ?? [])
    return mapping { reader in
      reader.members(.match, into: &draft)
      return draft.matchers
    }
  }

  /// Reads each member of a mapping whose keys are data, such as header names.
  mutating func entries(_ read: (String, inout ValueReader) -> Void) {
    _ = mapping { reader in reader.each(read) }
  }
}
