import StubCore

extension RecordingFormat {
  /// Tapes of Betamax for Java and of its successor OkReplay, in YAML.
  static let tape = RecordingFormat(
    "Betamax for Java", list: "interactions",
    recognizes: { document in
      guard let interactions = document["interactions"], document["version"] == nil else {
        return false
      }
      if document.tag == "!tape" { return true }
      let first = interactions.sample
      return first?["recorded"] != nil && first?["request"] != nil
    },
    read: .interaction { reader, element in
      var interaction = reader.interaction(
        element, request: { reader.recordedRequest($0, url: "uri") },
        response: { reader.recordedResponse($0, to: $1) })
      interaction?.recordedAt = reader.recordedTime(of: element)
      return interaction
    },
    readRest: { reader, document, cassette in
      cassette.name = reader.recorded(document, "name", reader.recordedText)
    })
}
