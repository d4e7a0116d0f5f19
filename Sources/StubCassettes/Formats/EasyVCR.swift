import StubCore
import StubDocuments
import StubPlatform

extension RecordingFormat {
  /// Cassettes of EasyVCR, in JSON, with keys such as `Uri` in C#, and `uri` in Java and Dart.
  static let easyVCR = RecordingFormat(
    "EasyVCR",
    recognizes: { document in
      guard let first = document.sample else { return false }
      let request = first["Request"] ?? first["request"]
      let response = first["Response"] ?? first["response"]
      let status = response?["Status"] ?? response?["status"]
      let hasDate = (first["RecordedAt"] ?? first["recordedAt"]) != nil
      return (request?["Uri"] ?? request?["uri"]) != nil
        && (hasDate || status?["Code"] != nil || response?["httpVersion"] != nil)
    },
    read: .interaction { EasyVCRReader(reader: $0).interaction },
    ignoring: ["bodyContentType", "BodyContentType"])
}

private struct EasyVCRReader {
  let reader: RecordingReader

  func interaction(_ element: Value) -> Interaction? {
    var interaction = reader.vcrFamily.interaction(
      element, request: { reader.vcrFamily.request($0, url: "uri") },
      response: { reader.vcrFamily.response($0, to: $1) })
    interaction?.recordedAt = reader.vcrFamily.time(of: element)
    interaction?.timing = reader.optional(element, anyOf: ["duration", "Duration"]) {
      reader.values.integer($0, in: 0...365 * 86_400_000)
    }.map { RecordedTiming(wait: .milliseconds($0)) }
    return interaction
  }
}
