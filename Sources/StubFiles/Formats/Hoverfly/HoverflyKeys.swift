/// The keys of Hoverfly's simulations.
enum HoverflyKeys {
  static let file = FormatKeys(read: ["data"], idle: ["meta"])

  static let data = FormatKeys(
    read: ["pairs", "globalActions"],
    refused: [
      RefusedKey("variables", "try removing it; templated responses are not understood"),
      RefusedKey("literals", "try removing it; templated responses are not understood"),
    ])

  static let pair = FormatKeys(read: ["request", "response"], idle: ["labels"])

  static let request = FormatKeys(
    read: [
      "requestType", "method", "scheme", "destination", "path", "query", "queriesWithMatchers",
      "deprecatedQuery", "headers", "headersWithMatchers", "body", "requiresState",
    ])

  static let response = FormatKeys(
    read: [
      "status", "body", "bodyFile", "encodedBody", "headers", "templated", "fixedDelay",
      "logNormalDelay", "transitionsState", "removesState",
    ],
    refused: [
      RefusedKey("postServeAction", "try removing it; nothing is called after an answer")
    ])

  static let actions = FormatKeys(read: ["delays", "delaysLogNormal"])

  /// Matchers without a counterpart here.
  static let refusedMatchers = [
    RefusedKey("jwt", "try \"regex\" on the Authorization header"),
    RefusedKey("jwtjsonpath", "try \"regex\" on the Authorization header"),
    RefusedKey("xmltemplated", "try \"xpath\" for the parts that count"),
    RefusedKey("xmlpartial", "try \"xpath\" for the parts that count"),
  ]
}
