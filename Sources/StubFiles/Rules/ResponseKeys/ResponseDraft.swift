import StubCore

/// A response, gathered while its keys are read.
struct ResponseDraft {
  let scope: RuleScope
  var specification = ResponseSpecification()
  /// Whether the request itself is the answer.
  var isEcho = false
  /// The parts that the body goes out in; `nil` when it is one.
  var chunks: [HTTPStubChunk]?
  /// Whether tags are filled in; `nil` when the texts decide it.
  let template: Bool?
  /// The mapping as written, for keys that another key completes.
  private let members: [DocumentMember]

  init(scope: RuleScope, members: [DocumentMember]) {
    self.scope = scope
    self.members = members
    let written = members.place(of: "template").map { members[$0].value.scalar?.kind }
    if case .bool(let value)?? = written { template = value } else { template = nil }
    if template == true { specification.usesTemplates = true }
  }

  /// Whether a key or a header field of the response gives its media type.
  var namesContentType: Bool {
    if members.place(of: "contentType") != nil { return true }
    let fields = members.place(of: "headers").flatMap { members[$0].value.members } ?? []
    return fields.contains { HTTPHeaderName($0.key) == .contentType }
  }

  /// What answers; `nil` when a template does not compile, which was reported before.
  var responder: (any HTTPStubResponder)? {
    if isEcho {
      return ResponseSpecification.echo(
        timing: specification.timing, trouble: specification.trouble)
    }
    var specification = specification
    if let chunks { specification.send(chunks) }
    return try? specification.responder()
  }

  /// Notes that the text may have tags, and reports those that cannot be read.
  mutating func checkTags(in text: String, of value: inout ValueReader) {
    guard template != false, text.mayHaveTags else { return }
    if !specification.usesTemplates {
      specification.usesTemplates = true
      specification.templatesFileContents = false
    }
    do throws(TemplateError) {
      _ = try Template(text)
    } catch {
      value.report(
        atByte: text.byteOffset(line: error.line, column: error.column), found: error.found,
        expected: error.expected, remedy: error.remedy.withoutFullStop)
    }
  }
}

extension RuleKeys where Target == ResponseDraft {
  /// The keys of a response; a new one is a file and a word here.
  static let response = RuleKeys([
    .status, .reason, .headers, .contentType,
    .text, .json, .base64, .bodyFile, .message, .redirect, .echo, .error,
    .chunks, .events,
    .delay, .hold, .speed, .over, .dribble, .fault, .ranges, .cachePolicy, .template,
  ])
}

extension ValueReader {
  /// A response: a mapping of response keys that do not contradict each other.
  mutating func response(in scope: RuleScope) -> (any HTTPStubResponder)? {
    guard let members = node.members else {
      return mismatch(
        expected: "a response", remedy: "try a mapping such as { status: 200, text: hello }")
    }
    var draft = ResponseDraft(scope: scope, members: members)
    return mapping { reader in
      let keys = reader.members(.response, into: &draft)
      ResponseContradictions.report(members, with: keys, to: &reader)
      ResponseContradictions.reportFields(members, to: &reader)
      return draft.responder
    }
  }
}

extension String {
  /// Whether two braces stand somewhere, as they do where a tag begins.
  var mayHaveTags: Bool {
    var text = self
    return text.withUTF8 { ByteSearch.first("{{", in: $0) != nil }
  }

  /// The bytes before a place given by line and column, both from 1 and in characters.
  func byteOffset(line: Int, column: Int) -> Int {
    var place = startIndex
    for _ in 1..<max(line, 1) {
      guard let end = self[place...].firstIndex(where: \.isNewline) else { break }
      place = index(after: end)
    }
    place = index(place, offsetBy: max(column - 1, 0), limitedBy: endIndex) ?? endIndex
    return utf8.distance(from: startIndex, to: place)
  }
}
