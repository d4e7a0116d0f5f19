import StubCore
import StubDocuments

/// A condition on a part of a multipart body while its keys are read.
struct WireMockPart {
  private var scope = HTTPStubMultipartMatcher.Scope.any
  private var name: String?
  private var fileName: String?
  private var headers: [(HTTPHeaderName, ValueMatcher)] = []
  private var contents: [any HTTPStubMatcher] = []

  private static let scopes: KeyValuePairs<String, HTTPStubMultipartMatcher.Scope> = [
    "ANY": .any, "ALL": .every,
  ]

  static let keys = Keys<WireMockPart>(
    [
      Key("matchingType", .word(in: scopes.map(\.key))) { reader, value, part in
        if let scope = reader.keyword(value, scopes) { part.scope = scope }
      },
      Key("name", .string) { $2.name = $0.text($1) },
      Key("fileName", .string) { $2.fileName = $0.text($1) },
      Key("headers", .wireMockConditions) { reader, value, part in
        reader.entries(value) { name, value in
          guard let condition = reader.wireMockCondition(value) else { return }
          part.headers.append((HTTPHeaderName(name), condition))
        }
      },
      Key("bodyPatterns", .list(of: .component("Condition"))) { reader, value, part in
        part.contents = reader.list(value) { reader.wireMockBodyMatcher($0) } ?? []
      },
    ], nulls: [])

  var matcher: HTTPStubMultipartMatcher {
    HTTPStubMultipartMatcher(
      scope, name: name.map { .equals($0) }, filename: fileName.map { .equals($0) },
      contentType: nil, headerList: headers, contents: contents)
  }
}

extension Reader {
  /// Reads a condition on a part of a multipart body.
  func wireMockPart(_ value: Value) -> HTTPStubMultipartMatcher? {
    read(value, WireMockPart.keys, into: WireMockPart())?.matcher
  }
}
