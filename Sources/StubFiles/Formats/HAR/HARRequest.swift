import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ValueReader {
  /// The request of an entry.
  mutating func harRequest() -> RecordedRequest? {
    guard let url = needed("url", read: { $0.recordedURL() }) else { return nil }
    var headers = harHeaders()
    if !headers.contains(.cookie), let cookies = recorded("cookies", { $0.harCookies() }),
      !cookies.isEmpty
    {
      headers.append(.cookie, cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; "))
    }
    let body = recorded("postData") { $0.harPostData(&headers) }
    return RecordedRequest(
      reading: recorded("method") { $0.recordedMethod() } ?? .get, url,
      httpVersion: harVersion(), headers: headers, body: body)
  }

  /// A body as text, or the fields of a form that it is made of again.
  private mutating func harPostData(_ headers: inout HTTPHeaders) -> Data? {
    let type = recorded("mimeType") { $0.recordedText() }
    let body = harPostedText() ?? harPostedForm(type: headers[.contentType] ?? type)
    guard let body, !body.isEmpty else { return nil }
    if !headers.contains(.contentType), let type { headers.append(.contentType, type) }
    return body
  }

  private mutating func harPostedText() -> Data? {
    guard node.hasValue("text"), node["text"]?.scalar?.isEmpty == false else { return nil }
    let isBase64 = node["encoding"]?.scalar?.text.lowercasedASCII() == "base64"
    return recorded("text") { isBase64 ? $0.recordedBase64() : $0.recordedBytes() }
  }

  private mutating func harPostedForm(type: String?) -> Data? {
    let fields = recorded("params") { params in
      params.list { field -> RecordedForm.Field? in
        guard let name = field.needed("name", read: { $0.text() }) else { return nil }
        return RecordedForm.Field(
          name: name, value: field.recorded("value") { $0.text() } ?? "",
          fileName: field.recorded("fileName") { $0.text() },
          contentType: field.recorded("contentType") { $0.text() })
      }
    }
    guard let fields, !fields.isEmpty else { return nil }
    return RecordedForm.body(of: fields, type: HTTPContentType(rawValue: type ?? ""))
  }
}
