import StubCore
import StubDocuments
import StubRules

/// The conditions of a request pattern while its keys are read.
struct WireMockRequestDraft {
  var match: MatchDraft
  /// The path template, to which path parameters refer.
  private var template: WireMockPathTemplate?

  init(_ match: MatchDraft) { self.match = match }

  static let keys = Keys<WireMockRequestDraft>(
    [
      Key("method", .string) { reader, value, draft in
        guard let methods = reader.wireMockMethods(value) else { return }
        draft.match.add(HTTPStubMethodMatcher(methods), from: value)
      }
    ] + urls + [
      Key("pathParameters", .wireMockConditions) { reader, value, draft in
        guard let template = draft.template else {
          return draft.match.require(oneOf: ["urlPathTemplate"], for: value)
        }
        reader.entries(value) { name, value in
          guard let condition = reader.wireMockCondition(value) else { return }
          let part = MatchedPart.derived("path parameter \(name)") { request in
            PartValues(template.match(request.target.path)?[name])
          }
          draft.match.add(PartMatcher(part, condition), from: value)
        }
      },
      Key("scheme", .string) { reader, value, draft in
        guard let scheme = reader.string(value) else { return }
        draft.match.add(PartMatcher(.scheme, .equals(scheme)), from: value)
      },
      .condition("host", on: .host), .condition("clientIp", on: .clientAddress),
      Key("port", .integer(in: 1...65_535)) { reader, value, draft in
        guard let port = reader.integer(value, in: 1...65_535) else { return }
        draft.match.add(HTTPStubPortMatcher(port), from: value)
      },
      .conditions("queryParameters") { _, name, condition, _ in
        PartMatcher(.query(name), condition)
      },
      .conditions("formParameters") { _, name, condition, _ in PartMatcher(.form(name), condition)
      },
      .conditions("cookies") { _, name, condition, value in
        // A missing header or parameter can match other conditions, such as `doesNotContain`, but
        // a missing cookie matches only `absent`.
        PartMatcher(.cookie(name), value["absent"] == nil ? condition.ofPresent : condition)
      },
      .conditions("headers") { reader, name, condition, value in
        guard reader.isFieldName(value, name) else { return nil }
        return PartMatcher(.header(HTTPHeaderName(name)), condition)
      },
      .credentials("basicAuth"), .credentials("basicAuthCredentials"),
      Key("bodyPatterns", .list(of: .component("Condition"))) { reader, value, draft in
        for matcher in reader.list(value, { reader.wireMockBodyMatcher($0) }) ?? [] {
          draft.match.add(matcher, from: value)
        }
      },
      Key("multipartPatterns", .list(of: WireMockPart.keys.openSchema)) { reader, value, draft in
        for matcher in reader.list(value, { reader.wireMockPart($0) }) ?? [] {
          draft.match.add(matcher, from: value)
        }
      },
      .refused("customMatcher", "use a matcher in Swift"),
      .refused("jwtAuth", "use \"matches\" on the Authorization header"),
    ], nulls: [])

  static let urlNames = urls.map(\.name)

  /// The keys for the URL; a request pattern has at most one.
  private static let urls: [Key<WireMockRequestDraft>] = [
    Key("url", .pathText) { reader, value, draft in
      guard let url = reader.pathText(value) else { return }
      draft.match.add(HTTPStubURLMatcher(url), from: value)
    },
    Key("urlPath", .pathText) { reader, value, draft in
      guard let path = reader.pathText(value) else { return }
      draft.match.add(PartMatcher(.path, .equals(path)), from: value)
    },
    Key("urlPattern", .string) { reader, value, draft in
      guard let regex = reader.wholePattern(value) else { return }
      let part = MatchedPart.derived("path and query", id: "path and query", isAddress: true) {
        .one($0.target.pathAndQuery)
      }
      draft.match.add(PartMatcher(part, .matches(regex)), from: value)
    },
    Key("urlPathPattern", .string) { reader, value, draft in
      guard let regex = reader.wholePattern(value) else { return }
      draft.match.add(PartMatcher(.encodedPath, .matches(regex)), from: value)
    },
    Key("urlPathTemplate", .pathText) { reader, value, draft in
      guard reader.pathText(value) != nil, let template = reader.wireMockPathTemplate(value)
      else { return }
      draft.match.add(WireMockPathTemplateMatcher(template: template), from: value)
      draft.template = template
    },
  ]
}

extension Key where Target == WireMockRequestDraft {
  /// Returns a key with a condition on one part of the request.
  fileprivate static func condition(_ name: String, on part: MatchedPart) -> Self {
    Self(name, .component("Condition")) { reader, value, draft in
      guard let condition = reader.wireMockCondition(value) else { return }
      draft.match.add(PartMatcher(part, condition), from: value)
    }
  }

  /// Returns a key with conditions on named parts of the request, such as header fields.
  fileprivate static func conditions(
    _ name: String,
    _ matcher: @escaping @Sendable (Reader, String, ValueMatcher, Value) -> PartMatcher?
  ) -> Self {
    Self(name, .wireMockConditions) { reader, value, draft in
      reader.entries(value) { name, value in
        guard let condition = reader.wireMockCondition(value, ofSeveral: true),
          let matcher = matcher(reader, name, condition, value)
        else { return }
        draft.match.add(matcher, from: value)
      }
    }
  }

  /// Returns a key with the credentials of basic authentication.
  fileprivate static func credentials(_ name: String) -> Self {
    Self(name, WireMockCredentials.keys.openSchema) { reader, value, draft in
      let read = reader.read(value, WireMockCredentials.keys, into: WireMockCredentials())
      guard let user = read?.user, let password = read?.password else { return }
      draft.match.add(
        HTTPStubBasicAuthMatcher(user: .equals(user), password: .equals(password)), from: value)
    }
  }
}

/// The credentials of basic authentication while their keys are read.
private struct WireMockCredentials {
  var user: String?
  var password: String?

  static let keys = Keys<WireMockCredentials>([
    Key("username", .string, isRequired: true) { $2.user = $0.text($1) },
    Key("password", .string, isRequired: true) { $2.password = $0.text($1) },
  ])
}

extension Reader {
  /// Reads the matchers of a request pattern.
  func wireMockMatchers(_ value: Value, in scope: RuleScope) -> [any HTTPStubMatcher]? {
    mapping(value) { mapping in
      var draft = WireMockRequestDraft(MatchDraft(self, value, in: scope))
      mapping.reportAllButOne(of: WireMockRequestDraft.urlNames, among: mapping.given)
      mapping.readInOrder(WireMockRequestDraft.keys, into: &draft)
      return draft.match.matchers
    }
  }
}

extension Reader {
  /// Reads the methods that a name stands for; `nil` for `ANY`, or after an error.
  fileprivate func wireMockMethods(_ value: Value) -> [HTTPMethod]? {
    guard let method = methodName(value) else { return nil }
    switch method.rawValue {
    case "ANY": return nil
    case "GET_OR_HEAD": return [.get, .head]
    default: return [method]
    }
  }

  /// Reads a path, with or without a query.
  fileprivate func pathText(_ value: Value) -> String? {
    guard let text = string(value) else { return nil }
    return text.hasPrefix("/")
      ? text
      : mismatch(
        value, expected: "a path that starts with \"/\"", remedy: "use \(Quotation.of("/\(text)"))")
  }
}
