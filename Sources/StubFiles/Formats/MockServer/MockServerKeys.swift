/// The keys of MockServer's expectations.
enum MockServerKeys {
  private static let forward = "try removing the stub, and unhandled: optin to pass it on"
  private static let script = "try a rule file, whose templates are described in its guide"
  private static let callback = "try a responder in Swift"

  static let expectation = FormatKeys(
    read: ["httpRequest", "httpResponse", "httpError", "times", "timeToLive", "priority"],
    idle: ["id"],
    refused: [
      RefusedKey("httpForward", forward),
      RefusedKey("httpOverrideForwardedRequest", forward),
      RefusedKey("httpForwardTemplate", forward),
      RefusedKey("httpForwardClassCallback", forward),
      RefusedKey("httpForwardObjectCallback", forward),
      RefusedKey("httpResponseTemplate", script),
      RefusedKey("httpResponseClassCallback", callback),
      RefusedKey("httpResponseObjectCallback", callback),
      RefusedKey("httpResponses", "try a rule file with a list of responses in \"respond\""),
      RefusedKey("httpSseResponse", "try a rule file with \"events\""),
      RefusedKey("httpWebSocketResponse", "try removing it; WebSocket is not served"),
      RefusedKey("afterActions", "try removing it; nothing is called after an answer"),
      RefusedKey("percentage", "try a fault with a probability in a rule file"),
      RefusedKey("openAPIDefinition", "try an expectation for each operation"),
    ])

  static let request = FormatKeys(
    read: [
      "method", "path", "pathParameters", "queryStringParameters", "headers", "cookies", "body",
      "secure",
    ],
    idle: ["keepAlive"],
    refused: [
      RefusedKey("not", "try \"not\" on the part that must differ"),
      RefusedKey("protocol", "try removing it; every version of HTTP is answered"),
      RefusedKey("socketAddress", "try a condition on the Host header"),
      RefusedKey("localAddress", "try removing it"),
      RefusedKey("remoteAddress", "try removing it; every client is on this machine"),
      RefusedKey("clientCertificateChain", "try removing it"),
      RefusedKey("specUrlOrPayload", "try an expectation for each operation"),
      RefusedKey("operationId", "try an expectation for each operation"),
    ])

  static let response = FormatKeys(
    read: [
      "statusCode", "reasonPhrase", "headers", "cookies", "body", "delay", "connectionOptions",
    ],
    refused: [RefusedKey("trailers", "try removing it; trailers are not sent")])

  static let connection = FormatKeys(
    read: ["closeSocket"],
    idle: ["keepAliveOverride"],
    refused: [
      RefusedKey("suppressContentLengthHeader", "try a fault in a rule file"),
      RefusedKey("contentLengthHeaderOverride", "try the fault wrongLength in a rule file"),
      RefusedKey("suppressConnectionHeader", "try removing it"),
      RefusedKey("chunkSize", "try dribble in a rule file"),
      RefusedKey("closeSocketDelay", "try the fault stall in a rule file"),
    ])

  static let error = FormatKeys(read: ["dropConnection", "responseBytes", "delay"])

  /// Types of bodies that are compared, and those that are not understood.
  static let bodyTypes = [
    "STRING", "REGEX", "JSON", "JSON_PATH", "XML", "XPATH", "PARAMETERS", "BINARY",
  ]
  static let refusedBodyTypes = ["JSON_SCHEMA", "XML_SCHEMA", "JSON_RPC", "GRAPHQL", "MULTIPART"]
}
