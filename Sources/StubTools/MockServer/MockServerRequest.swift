import StubCore
import StubDocuments
import StubRules

/// The conditions of `httpRequest` while its keys are read.
struct MockServerRequestDraft {
  var match: MatchDraft
  /// Whether the path is a template, because there are path parameters.
  let hasParameters: Bool
  private var template: URITemplate?

  init(_ match: MatchDraft) {
    self.match = match
    hasParameters = match.mapping["pathParameters"] != nil
  }

  static let keys = Keys<MockServerRequestDraft>([
    Key("method") { reader, value, draft in
      guard value.scalar?.text.isEmpty != true, let condition = reader.mockServerText(value)
      else { return }
      if let name = value.mockServerPlainText {
        draft.match.add(HTTPStubMethodMatcher([HTTPMethod(named: name)]), from: value)
      } else {
        draft.match.add(PartMatcher(.method, condition), from: value)
      }
    },
    Key("path") { reader, value, draft in
      guard !draft.hasParameters else {
        draft.template = reader.mockServerTemplate(value)
        if let template = draft.template {
          draft.match.add(HTTPStubURITemplateMatcher(template), from: value)
        }
        return
      }
      guard value.scalar?.text.isEmpty != true, let condition = reader.mockServerText(value)
      else { return }
      let plain = value.mockServerPlainText.map {
        ValueMatcher.equalsIgnoringCase(RequestURL.readable($0))
      }
      draft.match.add(PartMatcher(.path, plain ?? condition), from: value)
    },
    Key("pathParameters") { reader, value, draft in
      let template = draft.template
      reader.mockServerEntries(value) { name, condition, value in
        guard let template else { return }
        let part = MatchedPart.derived("path parameter \(name)") { request in
          PartValues(template.match(request.target)?[name]?.string)
        }
        draft.match.add(PartMatcher(part, condition), from: value)
      }
    },
    Key("secure") { reader, value, draft in
      guard let isSecure = reader.boolean(value) else { return }
      draft.match.add(PartMatcher(.scheme, .equals(isSecure ? "https" : "http")), from: value)
    },
    Key("queryStringParameters") { reader, value, draft in
      reader.mockServerEntries(value) { name, condition, value in
        draft.match.add(PartMatcher(.query(name), condition), from: value)
      }
    },
    Key("headers") { reader, value, draft in
      reader.mockServerEntries(value) { name, condition, value in
        guard reader.isFieldName(value, name) else { return }
        draft.match.add(PartMatcher(.header(HTTPHeaderName(name)), condition), from: value)
      }
    },
    Key("cookies") { reader, value, draft in
      reader.mockServerEntries(value) { name, condition, value in
        draft.match.add(PartMatcher(.cookie(name), condition), from: value)
      }
    },
    Key("body") { reader, value, draft in
      guard let matcher = reader.mockServerBody(value) else { return }
      draft.match.add(matcher, from: value)
    },
    .idle("keepAlive"),
    .refused("not", "use \"not\" on the part that must differ"),
    .refused("protocol", "remove it; all HTTP versions are served"),
    .refused("socketAddress", "use a condition on the Host header"),
    .refused("localAddress", "remove it"), .refused("remoteAddress", "remove it"),
    .refused("clientCertificateChain", "remove it"),
    .refused("specUrlOrPayload", "write an expectation for each operation"),
    .refused("operationId", "write an expectation for each operation"),
  ])
}

extension Reader {
  /// Reads the matchers of `httpRequest`.
  func mockServerMatchers(_ value: Value, in scope: RuleScope) -> [any HTTPStubMatcher]? {
    mapping(value) { mapping in
      var draft = MockServerRequestDraft(MatchDraft(self, value, in: scope))
      if draft.hasParameters { mapping.reportIfMissing("path") }
      mapping.readInOrder(MockServerRequestDraft.keys, into: &draft)
      return draft.match.matchers
    }
  }

  fileprivate func mockServerTemplate(_ value: Value) -> URITemplate? {
    guard let text = string(value) else { return nil }
    do throws(URITemplateError) {
      return try URITemplate(text)
    } catch {
      report(
        value, atByte: error.offset, found: error.reason, expected: "a path such as /users/{id}",
        remedy: .advice(error.remedy.withoutFullStop))
      return nil
    }
  }
}

extension Value {
  /// The text if it is compared only for equality ignoring case; `nil` for patterns, negated and
  /// optional texts.
  fileprivate var mockServerPlainText: String? {
    scalar.flatMap { MockServerMarks($0.text).plainText }
  }
}
