import StubCore
import StubDocuments

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
    read: .interaction { TapeReader(reader: $0).interaction },
    readRest: { reader, document, cassette in
      cassette.name = reader.optional(document, "name", reader.nonEmptyText)
    })
}

private struct TapeReader {
  let reader: RecordingReader

  func interaction(_ element: Value) -> Interaction? {
    var interaction = reader.vcrFamily.interaction(
      element, request: { reader.vcrFamily.request($0, url: "uri") },
      response: { reader.vcrFamily.response($0, to: $1) })
    interaction?.recordedAt = reader.vcrFamily.time(of: element)
    return interaction
  }
}
