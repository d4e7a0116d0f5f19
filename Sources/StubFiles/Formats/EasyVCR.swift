import StubCore
import StubPlatform

extension RecordingFormat {
  /// Cassettes of EasyVCR, in JSON: keys are `Uri` in C#, `uri` in Java and Dart.
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
    read: .interaction { $0.easyInteraction($1) },
    ignoring: ["bodyContentType", "BodyContentType"])
}

extension Reader {
  fileprivate func easyInteraction(_ element: Value) -> Interaction? {
    var interaction = interaction(
      element, request: { recordedRequest($0, url: "uri") },
      response: { recordedResponse($0, to: $1) })
    interaction?.recordedAt = recordedTime(of: element)
    interaction?.timing = recorded(element, anyOf: ["duration", "Duration"]) {
      integer($0, in: 0...365 * 86_400_000)
    }.map { RecordedTiming(wait: .milliseconds($0)) }
    return interaction
  }
}
