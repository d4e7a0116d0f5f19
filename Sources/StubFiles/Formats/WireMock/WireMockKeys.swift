/// The keys of WireMock's mapping files.
enum WireMockKeys {
  static let file = FormatKeys(read: ["mappings"], idle: ["$schema", "meta"])

  static let stub = FormatKeys(
    read: [
      "name", "priority", "request", "response", "scenarioName", "requiredScenarioState",
      "newScenarioState",
    ],
    idle: ["$schema", "id", "uuid", "persistent", "metadata", "insertionIndex"],
    refused: [
      RefusedKey("postServeActions", "try removing it; nothing is called after an answer"),
      RefusedKey("serveEventListeners", "try removing it; nothing is called after an answer"),
      RefusedKey("expect", "try removing it, and counting requests in the journal"),
      RefusedKey("protoFile", "try HTTP stubs; gRPC messages are not understood"),
      RefusedKey("grpcRequest", "try HTTP stubs; gRPC messages are not understood"),
      RefusedKey("grpcResponse", "try HTTP stubs; gRPC messages are not understood"),
    ])

  /// Of these a request has at most one.
  static let urls = ["url", "urlPattern", "urlPath", "urlPathPattern", "urlPathTemplate"]

  static let request = FormatKeys(
    read: ["method"] + urls + [
      "scheme", "host", "port", "pathParameters", "queryParameters", "formParameters", "headers",
      "cookies", "basicAuth", "basicAuthCredentials", "bodyPatterns", "multipartPatterns",
    ],
    refused: [
      RefusedKey("clientIp", "try removing it; every client is on this machine"),
      RefusedKey("customMatcher", "try a matcher in Swift"),
      RefusedKey("jwtAuth", "try \"matches\" on the Authorization header"),
    ])

  static let response = FormatKeys(
    read: [
      "status", "statusMessage", "headers", "body", "jsonBody", "base64Body", "bodyFileName",
      "fixedDelayMilliseconds", "delayDistribution", "chunkedDribbleDelay", "fault",
      "transformers", "transformerParameters",
    ],
    idle: ["fromConfiguredStub"],
    refused: [
      RefusedKey("proxyBaseUrl", "try removing the stub, and unhandled: optin to pass it on"),
      RefusedKey("proxyUrlPrefixToRemove", "try removing it together with proxyBaseUrl"),
      RefusedKey("additionalProxyRequestHeaders", "try removing it together with proxyBaseUrl"),
      RefusedKey("removeProxyRequestHeaders", "try removing it together with proxyBaseUrl"),
    ])

  /// Operators without a counterpart here.
  static let operators = FormatKeys(
    read: WireMockOperator.all.map(\.name) + WireMockBodyOperator.all.map(\.name),
    refused: [
      RefusedKey("matchesJsonSchema", "try matchesJsonPath for the parts that count"),
      RefusedKey("before", "try \"matches\" with a pattern for the date"),
      RefusedKey("after", "try \"matches\" with a pattern for the date"),
      RefusedKey("equalToDateTime", "try \"equalTo\" with the date as text"),
      RefusedKey("matchesPathTemplate", "try \"matches\" with a pattern"),
    ])
}
