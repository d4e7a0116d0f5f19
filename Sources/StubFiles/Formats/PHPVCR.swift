import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension RecordingFormat {
  /// The cassettes of php-vcr, in YAML or JSON.
  static let phpVCR = RecordingFormat(
    "php-vcr",
    recognizes: { document in
      guard let first = document.elements?.first, let status = first["response"]?["status"],
        first["request"]?["url"] != nil
      else { return false }
      return status.members != nil || status.scalar?.text.hasPrefix("HTTP/") ?? false
        || first["response"]?["curl_info"] != nil
    },
    read: .interaction { $0.phpInteraction($1) },
    ignoring: ["curl_info", "curl_options", "post_fields", "post_files"])
}

extension Reader {
  fileprivate func phpInteraction(_ element: Value) -> Interaction? {
    var timing: RecordedTiming?
    var interaction = interaction(element, request: request) { value, request in
      timing = recorded(value, "curl_info", curlTiming)
      return response(value, to: request)
    }
    interaction?.timing = timing
    return interaction
  }

  private func request(_ value: Value) -> RecordedRequest? {
    let method = needed(value, "method", read: recordedMethod)
    let url = needed(value, "url", read: recordedURL)
    let headers = recorded(value, "headers", recordedHeaders)
    let body =
      recorded(value, "body") { recordedBytes($0) }
      ?? recorded(value, "post_fields") { phpForm($0) }
    guard let method, let url else { return nil }
    return RecordedRequest(reading: method, url, headers: headers, body: body)
  }

  /// The fields of a form as the body that they were sent in.
  private func phpForm(_ value: Value) -> Data? {
    guard let members = value.members else {
      if value.elements?.isEmpty ?? false { return Data() }
      return recordedBytes(value)
    }
    let fields = members.map { RecordedForm.Field(name: $0.key, value: text($0.value) ?? "") }
    return RecordedForm.encoded(fields, keepsEncoded: false)
  }

  private func response(_ value: Value, to request: RecordedRequest) -> RecordedResponse? {
    let status = needed(value, "status") { status -> RecordedStatus? in
      guard status.members != nil else { return recordedStatusLine(status) }
      let version = recorded(status, "http_version", recordedVersion)
      var mapped = recordedStatusMapping(status)
      mapped?.version = version
      return mapped
    }
    let headers = recorded(value, "headers", recordedHeaders)
    let isBase64 =
      headers?["Content-Type"] == "application/x-gzip"
      || headers?["Content-Transfer-Encoding"] == "binary"
    let body = recorded(value, "body") { isBase64 ? recordedBase64($0) : recordedBytes($0) }
    guard let status else { return nil }
    return RecordedResponse(reading: status, headers: headers, body: body, of: request)
  }

  /// The seconds that curl counted from the start of the transfer.
  private func curlTiming(_ value: Value) -> RecordedTiming? {
    let start = recorded(value, "starttransfer_time") { amount($0) }
    guard let total = recorded(value, "total_time", { amount($0) }) else { return nil }
    let year = 365.0 * 86_400
    let wait = min(start ?? total, total, year)
    return RecordedTiming(wait: .seconds(wait), receive: .seconds(min(total, year) - wait))
  }
}
