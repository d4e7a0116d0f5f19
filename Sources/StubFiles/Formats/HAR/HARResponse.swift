import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ValueReader {
  /// The response of an entry, or the error that came in its place or in the middle of it.
  mutating func harOutcome(of request: RecordedRequest) -> RecordedOutcome? {
    let reason = ["_error", "_failureText"].compactMap { node[$0]?.scalar }
      .first { $0.kind == .string && !$0.text.isEmpty }?.text
    let status = node["status"]?.givenText ?? ""
    // Browsers and proxies write 0, Playwright -1, for a request without a response.
    if ["", "0", "-1"].contains(status) {
      return .failure(HARFailure.recorded(reason ?? node["statusText"]?.givenText ?? ""))
    }
    guard let response = harResponse(of: request) else { return nil }
    guard let reason, !HARFailure.isByClient(reason) else { return .response(response) }
    return .failure(HARFailure.recorded(reason), after: response)
  }

  private mutating func harResponse(of request: RecordedRequest) -> RecordedResponse? {
    guard let status = needed("status", read: { $0.recordedStatus() }) else { return nil }
    var headers = harHeaders()
    if !headers.contains(.setCookie) {
      for cookie in recorded("cookies", { $0.harCookies() }) ?? [] {
        headers.append(.setCookie, cookie.field)
      }
    }
    if status.isRedirect, !headers.contains("Location"),
      let target = recorded("redirectURL", { $0.recordedText() })
    {
      headers.append("Location", target)
    }
    let hasContent = request.method != .head && !status.forbidsContent
    let body =
      recorded("content") { $0.harContent(isExpected: hasContent, headers: &headers) } ?? Data()
    return RecordedResponse(
      status, reason: recorded("statusText") { $0.recordedText() }, httpVersion: harVersion(),
      headers: headers, body: body)
  }

  /// A body: text, or bytes in base64; a warning when it was there and not recorded.
  private mutating func harContent(isExpected: Bool, headers: inout HTTPHeaders) -> Data? {
    let type = recorded("mimeType") { $0.recordedText() }
    guard node["text"]?.scalar?.isEmpty == false, node.hasValue("text") else {
      if isExpected { warnOfMissingHARText() }
      return nil
    }
    let isBase64 = node["encoding"]?.scalar?.text.lowercasedASCII() == "base64"
    let charset = HARCharset.name(in: headers[.contentType] ?? type)
    let body = recorded("text") {
      isBase64 ? $0.recordedBase64() : $0.recordedBytes(in: charset)
    }
    if isExpected, !headers.contains(.contentType), let type, type != HARCharset.unknownType {
      headers.append(.contentType, type)
    }
    return body
  }

  private mutating func warnOfMissingHARText() {
    let comment = node["comment"]?.scalar?.text ?? ""
    let size = Double(node["size"]?.scalar?.text ?? "") ?? 0
    guard node["text"] == nil, size > 0 || !comment.isEmpty else { return }
    report(
      .warning, found: "a body that was not recorded", expected: "its \"text\"",
      remedy: "it is played empty; try exporting with content")
  }
}

/// The encoding that a text of a HAR had when a client received it.
enum HARCharset {
  /// What Chrome calls the type of a response that it does not know.
  static let unknownType = "x-unknown"

  /// The name of the encoding; `nil` for UTF-8 and when the type has none.
  ///
  /// A HAR has all text decoded. So that the bytes are again what `Content-Type` says they are,
  /// they are encoded as they were; clients take ISO-8859-1 for Windows-1252 (WHATWG Encoding
  /// Standard §4.2).
  static func name(in type: String?) -> String? {
    let name = type.flatMap { HTTPContentType(rawValue: $0).parameter("charset") }?
      .lowercasedASCII()
    switch name {
    case nil, "", "utf-8", "utf8": return nil
    case "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1", "ascii", "us-ascii":
      return "windows-1252"
    default: return name
    }
  }
}
