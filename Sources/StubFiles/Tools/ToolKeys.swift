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

/// The keys of MockServer's expectations.
enum MockServerKeys {
  static let expectation = ToolKeys(
    read: ["httpRequest", "httpResponse", "httpError", "times", "timeToLive", "priority"],
    idle: ["id"],
    refused: [
      "remove the stub and use --upstream": [
        "httpForward", "httpOverrideForwardedRequest", "httpForwardTemplate",
        "httpForwardClassCallback", "httpForwardObjectCallback",
      ],
      "use a rule file with a template": ["httpResponseTemplate"],
      "use a responder in Swift": ["httpResponseClassCallback", "httpResponseObjectCallback"],
      "use a rule file with a list of responses in \"respond\"": ["httpResponses"],
      "use a rule file with \"events\"": ["httpSseResponse"],
      "remove it; WebSocket is not served": ["httpWebSocketResponse"],
      "use a rule file with \"then\" for webhooks": ["afterActions"],
      "use a fault with a probability in a rule file": ["percentage"],
      "write an expectation for each operation": ["openAPIDefinition"],
    ])

  static let request = ToolKeys(
    read: [
      "method", "path", "pathParameters", "queryStringParameters", "headers", "cookies", "body",
      "secure",
    ],
    idle: ["keepAlive"],
    refused: [
      "use \"not\" on the part that must differ": ["not"],
      "remove it; all HTTP versions are served": ["protocol"],
      "use a condition on the Host header": ["socketAddress"],
      "remove it": ["localAddress", "remoteAddress", "clientCertificateChain"],
      "write an expectation for each operation": ["specUrlOrPayload", "operationId"],
    ])

  static let response = ToolKeys(
    read: [
      "statusCode", "reasonPhrase", "headers", "cookies", "body", "delay", "connectionOptions",
      "trailers",
    ])

  static let connection = ToolKeys(
    read: ["closeSocket"],
    idle: ["keepAliveOverride"],
    refused: [
      "use a fault in a rule file": ["suppressContentLengthHeader"],
      "use the fault wrongLength in a rule file": ["contentLengthHeaderOverride"],
      "remove it": ["suppressConnectionHeader"],
      "use \"dribble\" in a rule file": ["chunkSize"],
      "use the fault stall in a rule file": ["closeSocketDelay"],
    ])

  static let error = ToolKeys(read: ["dropConnection", "responseBytes", "delay"])

  /// The types of bodies, which are treated like keys.
  static let bodyTypes = ToolKeys(
    read: ["STRING", "REGEX", "JSON", "JSON_PATH", "XML", "XPATH", "PARAMETERS", "BINARY"],
    refused: [
      "use JSON_PATH or XPATH": [
        "JSON_SCHEMA", "XML_SCHEMA", "JSON_RPC", "GRAPHQL", "MULTIPART",
      ]
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
