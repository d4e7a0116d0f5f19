import StubCassettes
package import StubCore
package import StubDocuments

/// A response while its keys are read.
package struct ResponseDraft {
  package let reader: Reader
  package let scope: RuleScope
  package var specification = ResponseSpecification()
  /// Whether the response has the body and the header fields of the request, because of the key
  /// `echo`.
  var isEcho = false
  /// The chunks of the body; `nil` if the body is not split.
  package var chunks: [HTTPStubChunk]?
  /// Whether template tags are filled in; with `nil`, they are if any text contains one.
  package let template: Bool?
  /// The whole mapping, for keys that complete other keys.
  private let mapping: Value

  init(_ reader: Reader, _ mapping: Value, in scope: RuleScope) {
    (self.reader, self.mapping, self.scope) = (reader, mapping, scope)
    if case .bool(let value)? = mapping["template"]?.scalar?.kind {
      template = value
    } else {
      template = nil
    }
    if template == true { specification.usesTemplates = true }
  }

  /// Reads the value of another key, which completes this one.
  ///
  /// The errors of that value are reported when its own key is read.
  package func read<Result>(_ key: String, _ read: (Reader, Value) -> Result?) -> Result? {
    mapping[key].flatMap { read(Reader(), $0) }
  }

  /// Reports a key that completes other keys, if none of them exists.
  package func require(oneOf keys: [String], for value: Value) {
    reader.require(oneOf: keys, in: mapping, for: value)
  }

  /// Whether a key or a header field of the response sets its media type.
  var namesContentType: Bool {
    mapping["contentType"] != nil
      || (mapping["headers"]?.members ?? []).contains { HTTPHeaderName($0.key) == .contentType }
  }

  /// The charset that the response declares for its texts.
  package var charset: TextCharset {
    let field = (mapping["headers"]?.members ?? []).first {
      HTTPHeaderName($0.key) == .contentType
    }
    let type = mapping["contentType"] ?? field?.value
    return TextCharset(type?.scalar.map { HTTPContentType(rawValue: $0.text) })
  }

  /// The response with its chunks as the body.
  private var whole: ResponseSpecification {
    var specification = specification
    if let chunks { specification.send(chunks) }
    return specification
  }

  /// Warns about parts without effect, and reports texts that cannot be sent.
  package func check(toHead isForHead: Bool) {
    if isEcho { return }
    reader.warn(of: whole, in: mapping, toHead: isForHead)
    checkCharset()
  }

  /// Warns about the content of a webhook, and reports texts that cannot be sent.
  ///
  /// There is no warning about a template without tags, because the webhook's URL may also contain
  /// tags.
  func checkContent() {
    reader.warn(of: whole, in: mapping, besides: .template)
    checkCharset()
  }

  private func checkCharset() {
    let charset = charset
    if charset.charset == nil { return }
    switch specification.body {
    case .text(let text): reader.check(text, mapping["text"] ?? mapping, in: charset)
    case .json(let json): reader.check(json.text(), mapping["json"] ?? mapping, in: charset)
    case .none, .data, .file: break
    }
    guard let parts = (mapping["chunks"] ?? mapping["events"])?.elements else { return }
    for (chunk, value) in zip(chunks ?? [], parts) {
      guard let text = chunk.text else { continue }
      reader.check(text, value["text"] ?? value["json"] ?? value["data"] ?? value, in: charset)
    }
  }

  /// The responder for the response; `nil` if a template does not compile, which has been reported.
  package var responder: (any HTTPStubResponder)? {
    if isEcho { return try? specification.echo() }
    return try? whole.responder()
  }

  /// Notes that the text may contain template tags, and reports invalid tags.
  mutating func checkTags(in text: String, of value: Value) {
    guard template != false, text.mayHaveTags else { return }
    if !specification.usesTemplates {
      specification.usesTemplates = true
      specification.templatesFileContents = false
    }
    do throws(TemplateError) {
      _ = try Template(text)
    } catch {
      reader.report(
        value, atByte: text.byteOffset(line: error.line, column: error.column), found: error.found,
        expected: error.expected, remedy: .advice(error.remedy.withoutFullStop))
    }
  }
}

extension Keys where Target == ResponseDraft {
  /// The keys of a response; to add one, write a property and add its name to this list.
  package static let response = Keys([
    .status, .reason, .headers, .contentType, .trailers,
    .text, .json, .base64, .bodyFile, .message, .redirect, .echo, .error,
    .chunks, .events, .every,
    .delay, .gate, .speed, .over, .dribble, .fault, .ranges, .cachePolicy, .template,
  ])
}

extension Reader {
  /// Reads a response, which is a mapping of response keys that do not contradict each other.
  package func response(
    _ value: Value, in scope: RuleScope, toHead isForHead: Bool = false
  ) -> (any HTTPStubResponder)? {
    guard let members = value.members else {
      return mismatch(
        value, expected: "a response", remedy: "use a mapping such as { status: 200, text: hello }")
    }
    var draft = ResponseDraft(self, value, in: scope)
    let errors = findings.list.errorCount
    return mapping(value) { mapping in
      let keys = mapping.read(.response, into: &draft)
      ResponseContradictions.report(members, with: keys, to: mapping)
      ResponseContradictions.reportFields(value, to: self)
      if let problem = draft.specification.head.trailerProblem, let trailers = value["trailers"] {
        report(trailers, found: problem)
      }
      // An error in one key may be the reason why another key has no effect.
      if findings.list.errorCount == errors { draft.check(toHead: isForHead) }
      return draft.responder
    }
  }
}

extension String {
  /// Whether the text contains two opening braces in a row, as at the start of a template tag.
  var mayHaveTags: Bool {
    var text = self
    return text.withUTF8 { ByteSearch.first("{{", in: $0) != nil }
  }

  /// Returns the number of bytes before a position.
  ///
  /// Line and column count from 1, and the column counts characters.
  package func byteOffset(line: Int, column: Int) -> Int {
    var place = startIndex
    for _ in 1..<max(line, 1) {
      guard let end = self[place...].firstIndex(where: \.isNewline) else { break }
      place = index(after: end)
    }
    place = index(place, offsetBy: max(column - 1, 0), limitedBy: endIndex) ?? endIndex
    return utf8.distance(from: startIndex, to: place)
  }
}

/// The check for keys of a response that exclude each other.
enum ResponseContradictions {
  /// The keys for the contents of a response, which has at most one of them.
  private static let contents = [
    "text", "json", "base64", "bodyFile", "message", "redirect", "echo", "error", "chunks",
    "events",
  ]

  /// The keys for the timing of a body, which has at most one of them.
  private static let paces = ["speed", "over", "dribble", "chunks", "events"]

  /// The keys that may be beside a key that defines almost the whole response.
  private static let company: KeyValuePairs<String, Set<String>> = [
    "error": ["delay", "gate"],
    "echo": [
      "status", "reason", "headers", "contentType", "template", "delay", "speed", "over", "dribble",
      "gate", "fault",
    ],
    "message": [
      "delay", "speed", "over", "dribble", "gate", "fault", "ranges", "cachePolicy",
    ],
    "redirect": ["delay", "gate", "fault", "reason", "headers", "cachePolicy", "template"],
    "ranges": Set(Keys.response.names).subtracting(["chunks", "events"]),
  ]

  /// The keys that contradict each key of a response, by its index.
  private static let conflictingKeys: [KeyPlaces] = {
    let keys = Keys.response
    let all = keys.places(of: keys.names)
    var conflictingKeys = [KeyPlaces](repeating: [], count: keys.list.count)
    /// Makes each key in `some` contradict all other keys in `others`.
    func part(_ some: KeyPlaces, from others: KeyPlaces) {
      for place in conflictingKeys.indices where some.contains(KeyPlaces(place)) {
        conflictingKeys[place].formUnion(others.subtracting(KeyPlaces(place)))
      }
    }
    for exclusive in [contents, paces].map(keys.places) { part(exclusive, from: exclusive) }
    for (name, company) in company {
      let (key, others) = (keys.places(of: [name]), all.subtracting(keys.places(of: company)))
      part(key, from: others)
      part(others, from: key)
    }
    return conflictingKeys
  }()

  /// All pairs of keys that contradict each other.
  static var pairs: [(String, String)] {
    let names = Keys.response.names
    return names.enumerated().flatMap { place, name in
      names[(place + 1)...].filter { contradict(name, $0) }.map { (name, $0) }
    }
  }

  private static func contradict(_ first: String, _ second: String) -> Bool {
    guard let first = Keys.response.place(of: first),
      let second = Keys.response.place(of: second)
    else { return false }
    return conflictingKeys[first].contains(KeyPlaces(second))
  }

  /// Reports each key that contradicts an earlier one, with the positions of both.
  ///
  /// `keys` are the response keys among the members.
  static func report(
    _ members: [Value.Member], with keys: KeyPlaces, to mapping: Mapping
  ) {
    let isDivided = conflictingKeys.indices.contains {
      keys.contains(KeyPlaces($0)) && !conflictingKeys[$0].isDisjoint(with: keys)
    }
    guard isDivided else { return }
    let known = members.filter { Keys.response.place(of: $0.key) != nil }
    mapping.reportContradictions(among: known, contradict)
  }

  /// The header fields that keys set, and that therefore must not be in `headers`.
  private static let fields: KeyValuePairs<String, HTTPHeaderName> = [
    "contentType": .contentType, "redirect": .location,
  ]

  /// Reports header fields that a key of the response also sets, with both positions.
  static func reportFields(_ response: Value, to reader: Reader) {
    guard let headers = response["headers"],
      fields.contains(where: { response[$0.key] != nil })
    else { return }
    for field in headers.members ?? [] {
      let name = HTTPHeaderName(field.key)
      guard let key = fields.first(where: { $0.value == name })?.key,
        let member = response.member(key)
      else { continue }
      reader.report(
        keyOf: field.value,
        found: "use either the header field \(Quotation.of(field.key)) or \(Quotation.of(key)) "
          + "(\(member.position.short)), not both")
    }
  }
}
