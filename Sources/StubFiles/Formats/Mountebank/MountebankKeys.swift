/// The keys of mountebank's imposters.
enum MountebankKeys {
  private static let script = "try a response with \"is\"; scripts are not run"

  static let file = FormatKeys(read: ["imposters"], idle: ["_links"])

  static let imposter = FormatKeys(
    read: ["protocol", "port", "name", "stubs", "defaultResponse", "key", "cert"],
    idle: [
      "host", "recordRequests", "recordMatches", "numberOfRequests", "requests", "_links",
      "ciphers", "comment",
    ],
    refused: [
      RefusedKey("mutualAuth", "try removing it; clients show no certificates here"),
      RefusedKey("allowCORS", "try a stub that answers OPTIONS"),
      RefusedKey("endOfRequestResolver", script),
      RefusedKey("middleware", script),
      RefusedKey("schema", "try a stub file without a protocol of its own"),
    ])

  static let stub = FormatKeys(
    read: ["predicates", "responses"], idle: ["_uuid", "_links", "matches", "comment", "name"])

  static let response = FormatKeys(
    read: ["is", "fault", "repeat", "behaviors", "_behaviors"],
    idle: ["_proxyResponseTime", "comment"],
    refused: [
      RefusedKey("proxy", "try saving the imposters with --removeProxies after recording"),
      RefusedKey("inject", script),
    ])

  static let behavior = FormatKeys(
    read: ["wait", "repeat"],
    refused: [
      RefusedKey("decorate", script),
      RefusedKey("shellTransform", script),
      RefusedKey("copy", "try a rule file, whose templates take texts from the request"),
      RefusedKey("lookup", "try a stub for each row of the data"),
    ])

  /// Predicates on parts of the request, by what they do with a text.
  static let tests = ["equals", "deepEquals", "contains", "startsWith", "endsWith", "matches"]
  static let combinations = ["exists", "not", "or", "and"]

  static let predicate = FormatKeys(
    read: tests + combinations + [
      "caseSensitive", "keyCaseSensitive", "except", "jsonpath", "xpath",
    ],
    idle: ["comment"],
    refused: [RefusedKey("inject", script)])

  static let field = FormatKeys(
    read: ["method", "path", "query", "headers", "form", "body"],
    refused: [
      RefusedKey("requestFrom", "try removing it; every client is on this machine"),
      RefusedKey("ip", "try removing it; every client is on this machine"),
      RefusedKey("data", "try HTTP imposters; plain TCP is not served"),
    ])
}
