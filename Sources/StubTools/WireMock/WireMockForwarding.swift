import StubCore
import StubDocuments

/// The server to which requests are forwarded, and the changes to requests, while the keys are
/// read.
struct WireMockProxy {
  private var url: String?
  private var removedPrefix = ""
  private var requestFields = HTTPHeaders()
  private var removedFields: Set<HTTPHeaderName> = []

  static let keys: [Key<WireMockResponseDraft>] = [
    Key("proxyBaseUrl", .webURL) { $2.proxy.url = $0.serverURL($1) },
    Key("proxyUrlPrefixToRemove", .string) { $2.proxy.removedPrefix = $0.string($1) ?? "" },
    Key("additionalProxyRequestHeaders", .anyObject) { reader, value, draft in
      draft.proxy.requestFields = reader.headerFields(value, withEarlier: true) ?? HTTPHeaders()
    },
    Key("removeProxyRequestHeaders", .list(of: .string)) { reader, value, draft in
      let names = reader.list(value) { reader.text($0) } ?? []
      draft.proxy.removedFields = Set(names.map { HTTPHeaderName($0) })
    },
  ]

  /// Returns the forwarding with fields to add to responses; `nil` without a valid URL.
  func forwarding(adding headers: HTTPHeaders) -> Forwarding? {
    url.map { url in
      var forwarding = Forwarding(to: url)
      forwarding.removedPrefix = removedPrefix
      forwarding.requestFields = requestFields
      forwarding.removedFields = removedFields
      forwarding.responseFields = headers
      return forwarding
    }
  }
}

extension Mapping {
  /// Returns a responder that forwards requests; reports header fields that are templates.
  func wireMockForwarding(_ draft: WireMockResponseDraft) -> (any HTTPStubResponder)? {
    let headers = draft.specification.head.headers
    guard let forwarding = draft.proxy.forwarding(adding: headers) else { return nil }
    let fields = forwarding.requestFields.fields + headers.fields
    if draft.usesTemplates, let field = fields.first(where: { $0.value.contains("{{") }) {
      report(
        found: "the header field \(Quotation.of(field.name.rawName)) of a stub that forwards "
          + "cannot be a template",
        remedy: "use a fixed text")
      return nil
    }
    var responder = ForwardingResponder(forwarding)
    responder.timing.beforeHead = draft.specification.timing.beforeHead
    return draft.specification.impairment.applied(to: responder)
  }
}

extension Reader {
  /// Reads the base URL of a server, and removes slashes at its end.
  fileprivate func serverURL(_ value: Value) -> String? {
    guard let text = string(value) else { return nil }
    if text.contains("{{") {
      return mismatch(
        value, expected: "a URL that is no template", remedy: "write a stub for each server")
    }
    guard RequestURL.isServer(text) else {
      return mismatch(
        value, expected: "the URL of a server, with a path or none",
        remedy: "use http://HOST or https://HOST")
    }
    return String(text.reversed().drop { $0 == "/" }.reversed())
  }
}
