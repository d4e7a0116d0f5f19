import StubCore

/// A response, gathered while its keys are read.
struct ResponseDraft {
  let scope: RuleScope
  var specification = ResponseSpecification()
  /// Whether the request itself is the answer.
  var isEcho = false
  /// Whether tags are filled in; `nil` when the texts decide it.
  let template: Bool?

  init(scope: RuleScope, members: [DocumentMember]) {
    self.scope = scope
    let written = members.first { $0.key == "template" }
    if case .bool(let value)? = written?.value.scalar?.kind {
      template = value
    } else {
      template = nil
    }
    specification.usesTemplates = template ?? false
    specification.templatesFileContents = specification.usesTemplates
  }

  /// What answers; `nil` when a template does not compile, which was reported before.
  var responder: (any HTTPStubResponder)? {
    isEcho
      ? ResponseSpecification.echo(timing: specification.timing)
      : try? specification.responder()
  }

  /// Notes that the text may have tags, and reports those that cannot be read.
  mutating func checkTags(in text: String, of value: inout ValueReader) {
    guard template != false, text.contains("{{") else { return }
    specification.usesTemplates = true
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
    .delay, .speed, .over, .ranges, .cachePolicy, .template,
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
      reader.members(.response, into: &draft)
      ResponseContradictions.report(members, to: &reader)
      ResponseContradictions.reportFields(members, to: &reader)
      return draft.responder
    }
  }
}

extension String {
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
