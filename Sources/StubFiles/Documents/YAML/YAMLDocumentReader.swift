/// Reads a YAML stream into documents: aliases followed, merge keys applied, kinds resolved.
struct YAMLDocumentReader: ~Copyable {
  private let source: SourceText
  private var offsets: ScalarOffsets
  private var stream: YAMLEventStream
  private var anchors = YAMLAnchors()
  /// Who takes recordings as they are parsed, if anybody does.
  private(set) var intake: RecordingIntake?
  private var trail = OutlineTrail()
  private(set) var diagnostics = DiagnosticList()
  /// The unknown tags of the document that is being read.
  private var unknownTags: [(tag: YAMLTag, position: SourcePosition)] = []

  init(_ source: SourceText, _ intake: RecordingIntake? = nil) {
    self.source = source
    self.intake = intake
    offsets = ScalarOffsets(source.bytes)
    stream = YAMLEventStream(source.bytes)
  }

  /// The documents up to the first syntax error, which is added to `diagnostics`.
  ///
  /// Where `allowsAnyTag` holds for a document, values with unknown tags are read as if they had
  /// none, single values as texts.
  mutating func documents(
    allowingAnyTagIn allowsAnyTag: (DocumentNode) -> Bool = { _ in false }
  ) -> [DocumentNode] {
    var documents: [DocumentNode] = []
    var unfinished: DocumentNode?
    do throws(FileDiagnostic) {
      while true {
        let event = try next()
        switch event.kind {
        case .streamStart: continue
        case .streamEnd: return documents
        case .documentStart: anchors = YAMLAnchors()
        case .documentEnd:
          guard let document = unfinished else { continue }
          if unknownTags.isEmpty || !allowsAnyTag(document) { reportUnknownTags() }
          unknownTags = []
          intake?.finish(document)
          documents.append(document)
        default: unfinished = try node(event, depth: 0).node
        }
      }
    } catch {
      // Whether these are allowed cannot be told, and they are not what is wrong.
      unknownTags.removeAll { $0.tag.isOfOtherLanguage }
      reportUnknownTags()
      diagnostics.append(error)
    }
    return documents
  }

  private mutating func next() throws(FileDiagnostic) -> YAMLEvent {
    do throws(YAMLProblem) {
      return try stream.next()
    } catch {
      throw error.diagnostic(in: source, &offsets)
    }
  }

  private mutating func position(_ place: YAMLPlace) -> SourcePosition {
    SourcePosition(source: source, offset: offsets.byteOffset(of: place))
  }

  private mutating func node(
    _ event: YAMLEvent, depth: Int
  ) throws(FileDiagnostic) -> MeasuredNode {
    let position = position(event.place)
    try checkDepth(depth, at: position)
    if case .alias(let name) = event.kind {
      let aliased = try anchors.follow(name, at: position)
      try checkDepth(depth + aliased.height, at: position)
      return aliased
    }
    if let anchor = event.anchor { anchors.open(anchor) }
    let node =
      switch event.kind {
      case .scalar(let text, let isPlain):
        MeasuredNode(scalar(text, isPlain: isPlain, tag: event.tag, at: position), at: position)
      case .sequenceStart:
        try sequence(event, depth: depth, at: position)
      default:
        try mapping(tag: event.tag, depth: depth, at: position)
      }
    if let anchor = event.anchor { anchors.close(anchor, node) }
    return node
  }

  private mutating func scalar(
    _ text: String, isPlain: Bool, tag: String?, at position: SourcePosition
  ) -> DocumentScalar {
    do {
      if let tag = tag.map(YAMLTag.init(rawValue:)), !tag.isKnown {
        unknownTags.append((tag, position))
        return try YAMLScalarResolver.resolve(text, foreignTag: tag)
      }
      return try YAMLScalarResolver.resolve(text, isPlain: isPlain, tag: tag)
    } catch {
      report(error, at: position)
      return DocumentScalar(.string, text: text)
    }
  }

  private mutating func sequence(
    _ start: YAMLEvent, depth: Int, at position: SourcePosition
  ) throws(FileDiagnostic) -> MeasuredNode {
    check(start.tag, is: .sequence, at: position)
    var elements: [DocumentNode] = []
    var count = 0
    var measure = MeasuredNode.Measure()
    // An alias would stand for what is left of the list.
    let isOffered =
      intake != nil && start.anchor == nil && trail.leadsToRecordings(atDepth: depth)
    while true {
      let event = try next()
      if case .sequenceEnd = event.kind { break }
      let element = try node(event, depth: depth + 1)
      count += 1
      if isOffered, intake?.take(element.node, number: count - 1, trail) == true { continue }
      measure.add(element)
      elements.append(element.node)
    }
    return MeasuredNode(DocumentNode(.sequence(elements), at: position), measure)
  }

  private mutating func mapping(
    tag: String?, depth: Int, at position: SourcePosition
  ) throws(FileDiagnostic) -> MeasuredNode {
    check(tag, is: .mapping, at: position)
    var members = DocumentMembers()
    var merged: [DocumentMember] = []
    var measure = MeasuredNode.Measure()
    let isOnTrail = intake != nil && trail.leads(toDepth: depth)
    while true {
      let event = try next()
      if case .mappingEnd = event.kind { break }
      let keyPosition = self.position(event.place)
      let key = try node(event, depth: depth + 1)
      var isEntered = false
      if isOnTrail, let text = key.node.scalar?.text {
        isEntered = trail.enter(text, at: keyPosition, of: members.list, at: position)
      }
      let value = try node(try next(), depth: depth + 1)
      if isEntered { trail.leave() }
      measure.add(value)
      if case .scalar("<<", true) = event.kind, event.tag == nil {
        merged += mergeable(value.node)
      } else if let name = name(of: key.node, at: keyPosition) {
        members.add(
          DocumentMember(key: name, position: keyPosition, value: value.node),
          reportingTo: &diagnostics)
      }
    }
    for member in merged { members.merge(member) }
    return MeasuredNode(DocumentNode(.mapping(members.list), at: position), measure)
  }

  /// The members behind a merge key: those of one mapping, or of several in a list.
  private mutating func mergeable(_ node: DocumentNode) -> [DocumentMember] {
    if let members = node.members { return members }
    if let mappings = node.elements, mappings.allSatisfy({ $0.members != nil }) {
      return mappings.flatMap { $0.members ?? [] }
    }
    diagnostics.append(
      FileDiagnostic(
        at: node.position, found: "\(node.summary) behind the merge key \"<<\"",
        expected: "a mapping, or a list of mappings",
        remedy: "try an alias such as <<: *name, or quotes around \"<<\" if the text is meant"))
    return []
  }

  /// The key's text; keys that are not single values are reported.
  private mutating func name(of key: DocumentNode, at position: SourcePosition) -> String? {
    if let scalar = key.scalar, !scalar.text.isEmpty || scalar.kind == .string {
      return scalar.text
    }
    diagnostics.append(
      FileDiagnostic(
        at: position, found: "\(key.summary) as a key", expected: "a single value",
        remedy: "try a text as the key, in quotes if it has special characters"))
    return nil
  }

  private mutating func check(_ tag: String?, is allowed: YAMLTag, at position: SourcePosition) {
    guard let tag = tag.map(YAMLTag.init(rawValue:)), tag != allowed else { return }
    if tag.isKnown {
      report(tag.unknown, at: position)
    } else {
      unknownTags.append((tag, position))
    }
  }

  private mutating func reportUnknownTags() {
    for (tag, position) in unknownTags { report(tag.unknown, at: position) }
  }

  private mutating func report(
    _ mismatch: YAMLScalarResolver.Mismatch, at position: SourcePosition
  ) {
    diagnostics.append(
      FileDiagnostic(
        at: position, found: mismatch.found, expected: mismatch.expected,
        remedy: mismatch.remedy))
  }

  private func checkDepth(_ depth: Int, at position: SourcePosition) throws(FileDiagnostic) {
    guard depth > DocumentLimits.depth else { return }
    throw FileDiagnostic(
      at: position, found: "lists and mappings nested too deep",
      expected: "at most \(DocumentLimits.depth) levels", remedy: "try a flatter document")
  }
}

/// A value with what it takes to write it out, so that aliases to it can be bounded.
struct MeasuredNode {
  /// Values inside a list or mapping, counted as they are read.
  struct Measure {
    var weight = 1
    var height = 0

    mutating func add(_ node: MeasuredNode) {
      weight += node.weight
      height = max(height, node.height + 1)
    }
  }

  let node: DocumentNode
  /// How many values this stands for; a text counts once more per 16 bytes.
  let weight: Int
  /// Levels below this value.
  let height: Int

  init(_ node: DocumentNode, _ measure: Measure) {
    self.node = node
    weight = measure.weight
    height = measure.height
  }

  init(_ scalar: DocumentScalar, at position: SourcePosition) {
    node = DocumentNode(.scalar(scalar), at: position)
    weight = 1 + scalar.text.utf8.count / 16
    height = 0
  }
}

/// The anchors of one YAML document, and how much their aliases may still stand for.
struct YAMLAnchors {
  private var nodes: [String: MeasuredNode] = [:]
  private var unfinished: Set<String> = []
  private var remainingWeight = DocumentLimits.aliasedWeight

  /// Notes that the anchored value is being read.
  mutating func open(_ name: String) { unfinished.insert(name) }

  mutating func close(_ name: String, _ node: MeasuredNode) {
    unfinished.remove(name)
    nodes[name] = node
  }

  /// The value behind an alias.
  ///
  /// - Throws: `FileDiagnostic` for a name without an anchor, a value that would contain itself,
  ///   and aliases that multiply beyond the bound.
  mutating func follow(
    _ name: String, at position: SourcePosition
  ) throws(FileDiagnostic) -> MeasuredNode {
    if unfinished.contains(name) {
      throw FileDiagnostic(
        at: position, found: "the alias *\(name) inside the value it stands for",
        expected: "a value that ends", remedy: "try writing the value out")
    }
    guard let node = nodes[name] else {
      let nearest = NearestName.to(name, among: nodes.keys.sorted())
      throw FileDiagnostic(
        at: position, found: "the alias *\(name) without an anchor",
        expected: "&\(name) earlier in the same document",
        remedy: nearest.map { "did you mean *\($0)?" } ?? "try adding &\(name) to the value")
    }
    remainingWeight -= node.weight
    guard remainingWeight >= 0 else {
      throw FileDiagnostic(
        at: position,
        found: "aliases that stand for more than \(DocumentLimits.aliasedWeight) values",
        expected: "a document that stays small when its aliases are written out",
        remedy: "try fewer aliases of aliases")
    }
    return node
  }
}
