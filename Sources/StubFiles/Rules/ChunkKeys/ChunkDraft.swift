import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A part of a body, gathered while its keys are read.
struct ChunkDraft {
  /// Whether tags in its text are meant as text.
  let allowsTags: Bool
  var after = Duration.zero
  var data: Data?

  var chunk: HTTPStubChunk? { data.map { HTTPStubChunk($0, after: after.seconds) } }
}

extension RuleKeys where Target == ChunkDraft {
  /// The keys of a chunk; a new one is a word here.
  static let chunk = RuleKeys([.after, .text, .json, .base64])
}

extension RuleKey where Target == ChunkDraft {
  static var after: Self {
    Self(
      "after", "The wait after the chunk before, or after the head.", .duration, example: "1s",
      beside: ["text": "tick"]
    ) { value, chunk in chunk.after = value.duration() ?? .zero }
  }

  static var text: Self {
    Self("text", "The chunk as text.", .text, example: "tick") { value, chunk in
      guard let text = value.text(), chunk.allowsTags || !value.hasTag(text) else { return }
      chunk.data = Data(text.utf8)
    }
  }

  static var json: Self {
    Self("json", "The chunk as JSON.", .any, example: ["tick": 1]) { value, chunk in
      let text = value.json.text()
      guard chunk.allowsTags || !value.hasTag(text) else { return }
      chunk.data = Data(text.utf8)
    }
  }

  static var base64: Self {
    Self("base64", "The chunk's bytes in base64.", .string, example: "aGVsbG8=") { value, chunk in
      chunk.data = value.base64()
    }
  }
}

extension ValueReader {
  /// Reports a tag, which would be sent as it is.
  mutating func hasTag(_ text: String) -> Bool {
    guard text.mayHaveTags else { return false }
    report(
      found: "a tag in a text that is sent as it is", expected: "a text without \"{{\"",
      remedy: "try \"text\" for a body with tags, or template: false if it is no tag")
    return true
  }

  /// A mapping of the keys of a chunk.
  mutating func chunk(allowingTags allowsTags: Bool) -> HTTPStubChunk? {
    let members = node.members ?? []
    let contents = ["text", "json", "base64"]
    var draft = ChunkDraft(allowsTags: allowsTags)
    return mapping { reader in
      if !contents.contains(where: reader.has) {
        reader.report(
          found: "a chunk without bytes", expected: Quotation.oneOf(contents),
          remedy: "try { after: 1s, text: tick }")
      }
      reader.members(.chunk, into: &draft)
      reader.reportAllButOne(of: contents, among: members)
      return draft.chunk
    }
  }

  /// A list of at least one part of a body.
  mutating func parts(
    _ read: (inout ValueReader) -> HTTPStubChunk?
  ) -> [HTTPStubChunk]? {
    if node.elements?.isEmpty ?? false {
      return mismatch(expected: "at least one part", remedy: "try a line with \"- \" for each")
    }
    return list(read)
  }
}
