import StubCore
import StubDocuments
import StubPlatform

extension RecordingFormat {
  /// Cassettes of php-vcr, in YAML or JSON.
  static let phpVCR = RecordingFormat(
    "php-vcr",
    recognizes: { document in
      guard let first = document.sample, let request = first["request"] else {
        return false
      }
      return request["url"] != nil && first["response"]?["status"] != nil
    },
    read: .interaction { PHPVCRReader(reader: $0).interaction },
    ignoring: ["curl_info", "curl_options", "post_fields", "post_files"])
}

private struct PHPVCRReader {
  let reader: RecordingReader

  func interaction(_ element: Value) -> Interaction? {
    var timing: RecordedTiming?
    var interaction = reader.vcrFamily.interaction(element, request: request) { value, request in
      timing = reader.optional(value, "curl_info", curlTiming)
      return reader.vcrFamily.response(value, to: request) { body, headers in
        let isBase64 =
          headers?["Content-Type"] == "application/x-gzip"
          || headers?["Content-Transfer-Encoding"] == "binary"
        return isBase64 ? reader.bodies.base64(body) : reader.bodies.body(body)
      }
    }
    interaction?.timing = timing
    return interaction
  }

  private func request(_ value: Value) -> RecordedRequest? {
    var request = reader.vcrFamily.request(value, url: "url")
    let form = reader.optional(value, "post_fields") { self.form($0) }
    if request?.body == nil, let form, !form.isEmpty { request?.body = form }
    return request
  }

  /// Rebuilds the body of a form from its fields.
  private func form(_ value: Value) -> Data? {
    guard let members = value.members else {
      if value.elements?.isEmpty ?? false { return Data() }
      return reader.bodies.bytes(value)
    }
    let fields = members.map {
      RecordedForm.Field(name: $0.key, value: reader.values.text($0.value) ?? "")
    }
    return RecordedForm.encoded(fields, keepsEncoded: false)
  }

  /// Reads the times that curl has measured, in seconds since the start of the transfer.
  private func curlTiming(_ value: Value) -> RecordedTiming? {
    let start = reader.optional(value, "starttransfer_time") { reader.values.amount($0) }
    guard let total = reader.optional(value, "total_time", { reader.values.amount($0) }) else {
      return nil
    }
    let year = 365.0 * 86_400
    let wait = min(start ?? total, total, year)
    return RecordedTiming(wait: .seconds(wait), receive: .seconds(min(total, year) - wait))
  }
}
