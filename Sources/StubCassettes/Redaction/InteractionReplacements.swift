import StubCore
import StubPlatform

/// The texts to replace in interactions, with their replacements.
package struct InteractionReplacements: Sendable {
  /// The replacements of texts that are certainly secrets, which also apply to hosts and paths of
  /// URLs.
  private let certain: ByteReplacements
  private let all: ByteReplacements
  /// The URLs, with texts replaced, that result from several different request URLs.
  private var ambiguous: Set<ScalarText> = []

  /// Creates the replacements for interactions.
  ///
  /// `requestURLs` are the URLs of all requests before these replacements.
  init(certain: ByteReplacements, all: ByteReplacements, requestURLs: [String]) {
    self.certain = certain
    self.all = all
    if all.isEmpty { return }
    var sources: [ScalarText: ScalarText] = [:]
    for url in requestURLs {
      guard let new = replacing(url).map(ScalarText.init) else { continue }
      let source = ScalarText(SecretPlaceholder.equalized(url))
      if let other = sources.updateValue(source, forKey: new), other != source {
        ambiguous.insert(new)
      }
    }
  }

  /// Returns the URL with the texts in its query and fragment replaced, and with all placeholders
  /// made equal.
  ///
  /// The result is `nil` if it has none of the texts.
  private func replacing(_ url: String) -> String? {
    let parts = URLParts(url)
    return all.applied(to: Array(parts.rest.utf8)).map { rest, _ in
      SecretPlaceholder.equalized(
        parts.site + parts.path + String(decoding: rest, as: UTF8.self))
    }
  }

  /// Replaces the texts in an interaction.
  ///
  /// - Returns: the number of replacements.
  func apply(to interaction: inout Interaction) -> Int {
    if all.isEmpty { return 0 }
    var total = 0
    func text(_ text: String, _ replacements: ByteReplacements? = nil) -> String {
      guard let (bytes, count) = (replacements ?? all).applied(to: Array(text.utf8)) else {
        return text
      }
      total += count
      return String(decoding: bytes, as: UTF8.self)
    }
    func url(_ url: String, isOfRequest: Bool = false) -> String {
      let parts = URLParts(url)
      // A text that distinguishes requests is a name, for example of a tenant, not a secret.
      let isName =
        isOfRequest && !ambiguous.isEmpty
        && replacing(url).map { ambiguous.contains(ScalarText($0)) } ?? false
      // A host is also a name; the user information before it is not.
      let host = parts.site.lastIndex(of: "@") ?? parts.site.startIndex
      return text(String(parts.site[..<host])) + text(String(parts.site[host...]), certain)
        + text(parts.path, certain)
        + text(parts.rest, isName ? certain : all)
    }
    func fields(_ headers: HTTPHeaders) -> HTTPHeaders {
      HTTPHeaders(
        headers.fields.map { field in
          let isURL = SecretWalk.holdingURLs.contains(field.name)
          return field.with(isURL ? url(field.value) : text(field.value))
        })
    }
    func body(_ body: Data, _ headers: inout HTTPHeaders) -> Data {
      let type = headers[.contentType] ?? ""
      if let binary = BinaryDocument(Array(body), type: type) {
        let bytes = binary.replacing { old, _, _ in
          let new = text(old)
          return new.hasSameScalars(as: old) ? nil : new
        }
        return bytes == binary.bytes ? body : SecretWalk.body(bytes, instead: body, &headers)
      }
      let coding = TextCoding(of: body, type)
      guard let (bytes, count) = all.applied(to: coding.utf8(body)) else { return body }
      total += count
      return SecretWalk.body(coding.bytes(bytes), instead: body, &headers)
    }
    func whole(_ sent: RecordedRequest) -> RecordedRequest {
      var request = sent
      request.url = url(request.url, isOfRequest: true)
      request.headers = fields(request.headers)
      request.body = request.body.map { body($0, &request.headers) }
      return request
    }
    interaction.request = whole(interaction.request)
    interaction.originalRequest = interaction.originalRequest.map(whole)
    if var response = interaction.response {
      response.url = response.url.map { url($0) }
      response.headers = fields(response.headers)
      response.body = body(response.body, &response.headers)
      interaction.response = response
    }
    if let message = interaction.failure?.message { interaction.failure?.message = text(message) }
    return total
  }
}

/// A URL in three parts, which together are the whole URL.
struct URLParts {
  /// The scheme and the authority; empty if the URL has none.
  let site: String
  let path: String
  /// The query and the fragment, with their leading `?` and `#`.
  let rest: String

  init(_ url: String) {
    let bytes = url.utf8
    var start = bytes.startIndex
    if let scheme = bytes.firstRange(of: "://".utf8) {
      start = bytes[scheme.upperBound...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.endIndex
    }
    let end = bytes[start...].firstIndex { "?#".utf8.contains($0) } ?? bytes.endIndex
    site = String(url[..<start])
    path = String(url[start..<end])
    rest = String(url[end...])
  }
}
