import StubCore
import StubDocuments

extension RefusedFormat {
  /// All formats; those with a more specific structure come first.
  package static let all = [
    mitmproxyFlows, vcr1, talkback, nodeReplay, govcr, wireMockNet, openAPI, postman, insomnia,
    pact,
    mockoon, bruno, graphQL, propertyList, jsonServer,
  ]

  /// Stub files that only `StubFormats.all` of StubTools reads.
  static let otherTools = RefusedFormat(
    title: "stub files of other tools", found: "this is a stub file of another tool",
    remedy: "import StubTools, and load the file with formats: .all",
    recognizes: { document in
      let first = document.sample ?? document
      return ["httpRequest", "httpResponse", "httpError"].contains { first[$0] != nil }
        || ["mappings", "imposters"].contains { document[$0]?.elements != nil }
        || ["request", "response", "grpcRequest", "grpcResponse"].contains {
          document[$0]?.members != nil
        }
        || document["protocol"]?.scalar != nil && document["stubs"]?.elements != nil
        || document["data"]?["pairs"]?.elements != nil
    })

  private static func recording(of server: String) -> String {
    "serve it with \(server) and record that: stubber record http://localhost:PORT -o FILE.yaml"
  }

  private static func sending(with client: String) -> String {
    "send it with \(client) through: stubber record URL -o FILE.yaml"
  }

  private static let again = "record its requests again: stubber record URL -o FILE.yaml"

  static let mitmproxyFlows = RefusedFormat(
    title: "mitmproxy flows", found: "mitmproxy flows are not supported, as they have no bodies",
    remedy: "use mitmdump -nr FLOWS --set hardump=FILE.har",
    recognizes: { document in
      guard let first = document.sample else { return false }
      return first["client_conn"] != nil && first["request"] != nil
    })

  /// Cassettes (recordings) of VCR 1, which a command of VCR 2 can convert.
  static let vcr1 = RefusedFormat(
    title: "VCR 1", found: "cassettes of VCR 1 are not supported",
    remedy: "convert it with VCR 2: rake vcr:migrate_cassettes DIR=…",
    recognizes: { $0.sample?["request"]?["uri"] != nil },
    place: { $0.elements?.first ?? $0 })

  static let talkback = RefusedFormat(
    title: "talkback tapes", remedy: recording(of: "talkback"),
    recognizes: { $0["meta"] != nil && $0["req"] != nil && $0["res"] != nil },
    begins: { source in
      // The tapes are JSON5, in which keys need no quotes.
      let line = source.firstLine(comment: "//").drop { $0.isWhitespace }
      return line.hasPrefix("{") && source.begins(withAll: "meta:", "req:", "url:", "createdAt")
    },
    fileExtensions: ["json5"])

  static let nodeReplay = RefusedFormat(
    title: "fixtures of node-replay", remedy: again,
    begins: { source in
      let words = source.firstLine(comment: "#").split(separator: " ")
      let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]
      guard words.count >= 2, methods.contains(String(words[0])), !words[1].hasSuffix(":"),
        words[1].hasPrefix("/") || words[1] == "REGEXP" || words[1].contains("://")
      else { return false }
      return source.begins(withAll: " HTTP/1.") || source.begins(withAll: "\nHTTP/1.")
    })

  static let govcr = RefusedFormat(
    title: "govcr cassettes", remedy: again,
    recognizes: { document in
      guard let tracks = document["Tracks"], tracks.elements != nil else { return false }
      return tracks.sample.map { $0["Request"] != nil } ?? true
    })

  static let wireMockNet = RefusedFormat(
    title: "mappings of WireMock.Net", remedy: recording(of: "dotnet-wiremock"),
    recognizes: { document in
      let mapping = document.sample ?? document
      return mapping["Request"]?.members != nil && mapping["Response"]?.members != nil
        || mapping["Guid"] != nil && (mapping["Request"] ?? mapping["Response"]) != nil
    })

  static let openAPI = RefusedFormat(
    title: "OpenAPI descriptions", remedy: recording(of: "prism mock FILE"),
    recognizes: { document in
      (document["openapi"] ?? document["swagger"])?.scalar != nil
        && (document["info"] ?? document["paths"]) != nil
    })

  static let postman = RefusedFormat(
    title: "Postman collections", remedy: sending(with: "newman run FILE"),
    recognizes: { document in
      let info = document["info"]
      return info?["_postman_id"] != nil || info != nil && document["item"]?.elements != nil
        || document["_postman_variable_scope"] != nil
        || document["requests"]?.elements != nil && document["order"]?.elements != nil
    })

  static let insomnia = RefusedFormat(
    title: "Insomnia files", remedy: "export it from Insomnia as HAR",
    recognizes: { document in
      document["__export_format"] != nil
        || document["type"]?.scalar?.text.contains(".insomnia.rest/") ?? false
    })

  static let pact = RefusedFormat(
    title: "Pact files", remedy: recording(of: "pact-stub-server --file FILE"),
    recognizes: { document in
      document["consumer"]?.members != nil && document["provider"]?.members != nil
        && (document["interactions"] ?? document["messages"])?.elements != nil
    })

  static let mockoon = RefusedFormat(
    title: "Mockoon environments", remedy: recording(of: "mockoon-cli start --data FILE"),
    recognizes: { $0["lastMigration"] != nil && $0["routes"]?.elements != nil })

  static let bruno = RefusedFormat(
    title: "Bruno collections", remedy: sending(with: "bru run"),
    recognizes: { document in
      let isCollection = document["type"]?.scalar?.text == "collection"
      let first = document["items"]?.sample?["type"]?.scalar?.text ?? ""
      return document["opencollection"] != nil
        || document["name"] != nil
          && document["version"] != nil && (isCollection || first.hasPrefix("http"))
    },
    begins: { $0.firstLine(comment: "#").trimmingWhitespace() == "meta {" },
    fileExtensions: ["bru"])

  static let graphQL = RefusedFormat(
    title: "GraphQL files",
    remedy: "write a stub for each operation: match: { jsonPath: { $.operationName: NAME } }",
    recognizes: { ($0["data"] ?? $0)["__schema"] != nil },
    begins: { source in
      let line = source.firstLine(comment: "#")
      if line.hasPrefix("\"\"\"") { return source.begins(withAll: "type ", "{") }
      let words = line.split(separator: " ")
      guard words.count > 1, let first = words.first.map(String.init) else { return false }
      return graphQLLines.contains(first) || graphQLBlocks.contains(first) && line.contains("{")
    })

  private static let graphQLLines = ["scalar", "union", "directive"]
  private static let graphQLBlocks = [
    "type", "input", "interface", "enum", "schema", "extend", "query", "mutation", "subscription",
    "fragment",
  ]

  /// A property list that is not a known recording, because rule files are never property lists.
  static let propertyList = RefusedFormat(
    title: "property list",
    found: "this property list is not a recording of BeKindRewind, JSZVCR or YAHTTPVCR",
    remedy: "remove it",
    recognizes: { DocumentFormat(of: $0.position.source) == .propertyList })

  /// Databases of json-server, whose members have any names, and lists of records as values.
  static let jsonServer = RefusedFormat(
    title: "files of json-server", remedy: recording(of: "json-server FILE"),
    recognizes: { document in
      guard document.document.format == .json, let members = document.members, !members.isEmpty,
        !members.contains(where: { Keys.file[$0.key] != nil || Keys.stub[$0.key] != nil }),
        members.allSatisfy({ $0.value.elements != nil || $0.value.members != nil })
      else { return false }
      return members.contains { $0.value.sample?["id"] != nil }
    })
}
