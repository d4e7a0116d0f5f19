/// The known keys of one kind of mapping in the stub files of another tool.
struct ToolKeys: Sendable {
  /// The keys that are read.
  let read: [String]
  /// The keys that are ignored because they do not affect responses, such as identifiers.
  let idle: [String]
  /// The keys for unsupported features, each with a text that says what to do instead.
  let refused: [String: String]
  /// The keys for which `null` is a value; other keys with `null` are ignored.
  ///
  /// If the set is `nil`, every `null` is a value.
  let nulls: Set<String>?

  /// Creates the keys of one kind of mapping; unsupported keys are grouped by the text that says
  /// what to do instead.
  init(
    read: [String], idle: [String] = [], refused: KeyValuePairs<String, [String]> = [:],
    nulls: Set<String>? = nil
  ) {
    self.read = read
    self.idle = idle
    self.nulls = nulls
    self.refused = Dictionary(
      uniqueKeysWithValues: refused.flatMap { remedy, keys in keys.map { ($0, remedy) } })
  }

  /// Returns whether this is a known key, even if it is ignored or unsupported.
  func has(_ key: String) -> Bool {
    read.contains(key) || idle.contains(key) || refused[key] != nil
  }
}

/// The keys of mountebank's imposters.
enum MountebankKeys {
  private static let script = "use a response with \"is\"; scripts are not run"

  static let file = ToolKeys(read: ["imposters"], idle: ["_links"])

  static let imposter = ToolKeys(
    read: ["protocol", "port", "name", "stubs", "defaultResponse", "key", "cert"],
    idle: [
      "host", "recordRequests", "recordMatches", "numberOfRequests", "requests", "_links",
      "ciphers", "comment",
    ],
    refused: [
      "remove it, and use --client-ca": ["mutualAuth"],
      "add a stub for OPTIONS": ["allowCORS"],
      script: ["endOfRequestResolver", "middleware"],
      "use a stub file without a protocol of its own": ["schema"],
    ])

  static let stub = ToolKeys(
    read: ["predicates", "responses"], idle: ["_uuid", "_links", "matches", "comment", "name"])

  static let response = ToolKeys(
    read: ["is", "fault", "repeat", "behaviors", "_behaviors"],
    idle: ["_proxyResponseTime", "comment"],
    refused: [
      "save the imposters with --removeProxies after recording": ["proxy"], script: ["inject"],
    ])

  static let behavior = ToolKeys(
    read: ["wait", "repeat"],
    refused: [
      script: ["decorate", "shellTransform"],
      "use a rule file, whose templates take text from the request": ["copy"],
      "add a stub for each row of the data": ["lookup"],
    ])

  /// The predicates that compare texts; each is named after its comparison.
  static let tests = ["equals", "deepEquals", "contains", "startsWith", "endsWith", "matches"]
  static let combinations = ["exists", "not", "or", "and"]

  static let predicate = ToolKeys(
    read: tests + combinations + [
      "caseSensitive", "keyCaseSensitive", "except", "jsonpath", "xpath",
    ],
    idle: ["comment"],
    refused: [script: ["inject"]])

  static let field = ToolKeys(
    read: ["method", "path", "query", "headers", "form", "body"],
    refused: [
      "remove it": ["requestFrom", "ip"],
      "use HTTP imposters; plain TCP is not served": ["data"],
    ])
}

extension Mapping {
  func settle(_ keys: ToolKeys) {
    for key in keys.idle { _ = take(key) }
    for member in remaining {
      guard let remedy = keys.refused[member.key], take(member.key) != nil,
        member.value.saysSomething
      else { continue }
      refuse(member, remedy: .advice(remedy))
    }
    if let values = keys.nulls { passOverNulls(of: keys.read, except: values) }
  }
}
