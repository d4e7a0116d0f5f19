import Foundation
import StubCore

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

/// What can carry a value with a name: each of them has to know each name.
enum SecretCarriers {
  typealias Carrier = @Sendable (_ name: String, _ value: String) -> Interaction

  static let names = [
    "password", "user_password", "passwd", "db_pwd", "api_key", "ApiKey", "X-Api-Key",
    "access_token",
    "refreshToken", "client_secret", "DD-APPLICATION-KEY", "dd_app_key", "X-Hub-Signature-256",
    "ssn",
    "license_key", "private_key", "authorization_code", "device_code", "aws_session_token",
    "X-Amz-Security-Token", "connectionString", "PHPSESSID", "recovery_code", "apiKeys", "id_token",
  ]

  private static let json = "application/json"
  private static let form = "application/x-www-form-urlencoded"

  private static func places(_ bytes: [UInt8], _ type: String) -> Interaction {
    SecretPlaces.received(type, Data(bytes))
  }

  static let all: [(String, Carrier)] = [
    ("query", { SecretPlaces.request("http://h/?a=b&\($0)=\($1)") }),
    ("form", { SecretPlaces.sent(form, "a=b&\($0)=\($1)&c=d") }),
    (
      "header field",
      { name, value in
        SecretPlaces.request(
          "http://h/", HTTPHeaders([.init(name: HTTPHeaderName(name), value: value)]))
      }
    ),
    ("cookie", { SecretPlaces.request("http://h/", ["Cookie": "theme=dark; \($0)=\($1)"]) }),
    ("JSON member", { SecretPlaces.sent(json, #"{"a":1,"\#($0)":"\#($1)"}"#) }),
    ("nested JSON", { SecretPlaces.received(json, #"[{"a":{"\#($0)" : "\#($1)"}}]"#) }),
    ("JSON list", { SecretPlaces.received(json, #"{"\#($0)":["\#($1)","x"]}"#) }),
    ("JSON in JSON", { SecretPlaces.received(json, #"{"a":"{\"\#($0)\":\"\#($1)\"}"}"#) }),
    ("JSON pair", { SecretPlaces.received(json, #"[["\#($0)", "\#($1)"]]"#) }),
    ("name and value", { SecretPlaces.received(json, #"[{"name":"\#($0)","value":"\#($1)"}]"#) }),
    (
      "value and name", { SecretPlaces.received(json, #"{"value":"\#($1)","a":1,"key":"\#($0)"}"#) }
    ),
    (
      "parameter of a stack",
      { SecretPlaces.received(json, #"{"ParameterKey":"\#($0)","ParameterValue":"\#($1)"}"#) }
    ),
    ("GraphQL variable", { SecretPlaces.sent(json, #"{"variables":{"\#($0)":"\#($1)"}}"#) }),
    ("XML element", { SecretPlaces.received("text/xml", "<a><\($0)>\($1)</\($0)></a>") }),
    ("XML attribute", { SecretPlaces.received("text/xml", "<a b='c' \($0)='\($1)'/>") }),
    (
      "settings in XML",
      { SecretPlaces.received("text/xml", #"<add key="\#($0)" value="\#($1)"/>"#) }
    ),
    (
      "named element",
      { SecretPlaces.received("application/xml", #"<string name="\#($0)">\#($1)</string>"#) }
    ),
    (
      "value of a named element",
      { SecretPlaces.received("text/xml", "<set name='\($0)'>\n<value>\($1)</value></set>") }
    ),
    (
      "property list",
      { SecretPlaces.received("text/xml", "<key>\($0)</key><string>\($1)</string>") }
    ),
    ("HTML field", { SecretPlaces.received("text/html", "<input name='\($0)' value='\($1)'>") }),
    (
      "multipart field",
      { name, value in
        SecretPlaces.sent(
          "multipart/form-data; boundary=b",
          "--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n--b--\r\n")
      }
    ),
    ("YAML", { SecretPlaces.received("application/yaml", "a:\n  - \($0): \($1)\n") }),
    ("YAML in a line", { SecretPlaces.received("text/yaml", "a: { b: 1, \($0): \"\($1)\" }\n") }),
    ("INI", { SecretPlaces.received("text/plain", "[a]\n\($0) = \($1)\n") }),
    ("TOML", { SecretPlaces.received("application/toml", "a = 1\n\($0) = \"\($1)\"\n") }),
    ("environment", { SecretPlaces.received("application/octet-stream", "A=b\n\($0)=\($1)\n") }),
    (
      "event stream",
      { SecretPlaces.received("text/event-stream", "data: {\"\($0)\":\"\($1)\"}\n\n") }
    ),
    (
      "MessagePack",
      {
        places(
          BinarySample.messagePack(["a": [["b": 1, $0: .string($1)]]]), "application/msgpack"
        )
      }
    ),
    (
      "list in MessagePack",
      { places(BinarySample.messagePack([$0: [.string($1)]]), "application/x-msgpack") }
    ),
    ("CBOR", { places(BinarySample.cbor(["a": [$0: .string($1)]]), "application/cbor") }),
    (
      "open CBOR",
      {
        places(
          BinarySample.cbor([["b": [], $0: .string($1)]], isOpen: true),
          "application/vnd.x+cbor")
      }
    ),
    (
      "gzip JSON",
      { name, value in
        SecretPlaces.received(
          json, SecretPlaces.packed(#"{"\#(name)":"\#(value)","é":1}"#, gzip: true),
          ["Content-Encoding": "gzip"])
      }
    ),
    (
      "base64 in JSON",
      {
        let text = #"{"\#($0)":"\#($1)"}"#
        let padded = text + String(repeating: " ", count: (3 - text.utf8.count % 3) % 3)
        return SecretPlaces.received(json, #"{"a":"\#(SecretPlaces.base64(padded))"}"#)
      }
    ),
  ]

  /// A GraphQL query in the URL of a GET, where the names of arguments have no quotes.
  static let queries: [Carrier] = [
    { SecretPlaces.request("http://h/?query=mutation%7Ba(\($0)%3A%22\($1)%22)%7Bid%7D%7D") },
    { SecretPlaces.request("http://h/?variables=%7B%22\($0)%22%3A%22\($1)%22%7D") },
    { SecretPlaces.sent("application/graphql", "mutation { a(\($0): \"\($1)\") { id } }") },
  ]
}

extension Interaction {
  /// The interaction as it is recorded.
  var redacted: Interaction {
    var interactions = [self]
    var redactor = Redactor(.usual)
    _ = redactor.redact(&interactions)
    return interactions[0]
  }

  /// The texts and bodies of all parts, compressed ones unpacked.
  var contents: [Data] {
    var headers = request.headers.fields
    var (texts, bodies) = (
      [request.url, failure?.message ?? ""], [(request.body, request.headers)]
    )
    if let response {
      headers += response.headers.fields
      bodies.append((response.body, response.headers))
    }
    texts += headers.map(\.value)
    return texts.map { Data($0.utf8) } + bodies.compactMap(\.0)
      + bodies.compactMap { PackedBodies.unpacked($0.0, $0.1) }
  }
}
