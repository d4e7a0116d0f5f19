import StubCore

/// A reader of YAML streams, which resolves aliases, merge keys and the kinds of values.
struct YAMLDocumentReader: ~Copyable {
  private let source: SourceText
  private var offsets: ScalarOffsets
  private var stream: YAMLEventStream
  private var builder: DocumentBuilder
  private var anchors = YAMLAnchors()
  private(set) var diagnostics = DiagnosticList()
  /// The unknown tags of the current document.
  private var unknownTags: [(tag: YAMLTag, position: SourcePosition)] = []
  /// The values that do not match YAML 1.2's core schema, and that other tools read as text.
  private var misfits: [FileDiagnostic] = []

  init(_ source: SourceText) {
    self.source = source
    builder = DocumentBuilder(source, .yaml)
    offsets = ScalarOffsets(source.bytes)
    stream = YAMLEventStream(source.bytes)
  }

  /// Returns the documents up to the first syntax error, which is added to `diagnostics`.
  ///
  /// In documents of other tools, unknown tags are ignored, and single values with such tags are
  /// text.
  mutating func documents(
    strictness: (Value) -> Strictness
  ) -> [Value] {
    var documents: [Value] = []
    do throws(FileDiagnostic) {
      while true {
        let event = try next()
        switch event.kind {
        case .streamStart: continue
        case .streamEnd: return documents
        case .documentStart:
          anchors = YAMLAnchors()
          builder = DocumentBuilder(source, .yaml)
        case .documentEnd where builder.next == 0: continue
        case .documentEnd:
          let document = Value(builder.document())
          let isPlain =
            unknownTags.isEmpty && misfits.isEmpty && builder.repeatedNames.isEmpty
          if !isPlain { report(by: strictness(document)) }
          documents.append(document)
        default: _ = try value(event, depth: 0)
        }
      }
    } catch {
      // The document's tool may allow these tags, and they did not cause the error.
      unknownTags.removeAll { $0.tag.isOfOtherLanguage }
      report(by: .own)
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

  private mutating func offset(of event: YAMLEvent) -> Int { offsets.byteOffset(of: event.place) }

  private func position(_ offset: Int) -> SourcePosition {
    SourcePosition(source: source, offset: offset)
  }

  /// Adds the tokens of a value.
  private mutating func value(
    _ event: YAMLEvent, depth: Int
  ) throws(FileDiagnostic) -> YAMLMeasure {
    let offset = offset(of: event)
    try checkDepth(depth, at: offset)
    if case .alias(let name) = event.kind {
      let (slot, measure) = try anchors.follow(name, at: position(offset))
      try checkDepth(depth + measure.height, at: offset)
      builder.addAlias(of: slot)
      return measure
    }
    let slot = builder.next
    if let anchor = event.anchor { anchors.open(anchor) }
    let measure: YAMLMeasure
    switch event.kind {
    case .scalar(let text, let isPlain):
      let scalar = scalar(text, isPlain: isPlain, tag: event.tag, at: offset)
      builder.add(scalar.kind, scalar.text, at: offset)
      measure = YAMLMeasure(weight: 1 + scalar.text.utf8.count / 16)
    case .sequenceStart: measure = try sequence(tag: event.tag, depth: depth, at: offset)
    default: measure = try mapping(tag: event.tag, depth: depth, at: offset)
    }
    if let anchor = event.anchor { anchors.close(anchor, slot, measure) }
    return measure
  }

  private mutating func scalar(
    _ text: String, isPlain: Bool, tag: String?, at offset: Int
  ) -> YAMLScalarResolver.Resolved {
    do {
      if let tag = tag.map(YAMLTag.init(rawValue:)), !tag.isKnown {
        unknownTags.append((tag, position(offset)))
        return try YAMLScalarResolver.resolve(text, foreignTag: tag)
      }
      return try YAMLScalarResolver.resolve(text, isPlain: isPlain, tag: tag)
    } catch {
      let misfit = error.diagnostic(at: position(offset))
      // No tool reads damaged data as text.
      let isData = tag.map(YAMLTag.init(rawValue:))?.isBinary ?? false
      if isData { diagnostics.append(misfit) } else { misfits.append(misfit) }
      return (.string, text)
    }
  }

  private mutating func sequence(
    tag: String?, depth: Int, at offset: Int
  ) throws(FileDiagnostic) -> YAMLMeasure {
    check(tag, is: .sequence, at: position(offset))
    let list = builder.open(.array, at: offset)
    var measure = YAMLMeasure()
    while true {
      let event = try next()
      if case .sequenceEnd = event.kind { break }
      measure.add(try value(event, depth: depth + 1))
    }
    builder.close(list)
    return measure
  }

  private mutating func mapping(
    tag: String?, depth: Int, at offset: Int
  ) throws(FileDiagnostic) -> YAMLMeasure {
    check(tag, is: .mapping, at: position(offset))
    let mapping = builder.open(.object, at: offset)
    var names = DocumentBuilder.Names()
    var merged: [UInt32] = []
    var measure = YAMLMeasure()
    while true {
      let key = try next()
      if case .mappingEnd = key.kind { break }
      let isMerge = try name(key, depth: depth + 1, in: mapping, &names)
      let slot = builder.next
      measure.add(try value(try next(), depth: depth + 1))
      if isMerge { merged += mergeable(slot) }
    }
    builder.merge(merged, into: &names)
    builder.close(mapping)
    return measure
  }

  /// Adds a name before its value; a list or mapping as a key is reported, and gets a hidden name.
  ///
  /// - Returns: whether the key is the merge key `<<`.
  private mutating func name(
    _ event: YAMLEvent, depth: Int, in mapping: Int, _ names: inout DocumentBuilder.Names
  ) throws(FileDiagnostic) -> Bool {
    let offset = offset(of: event)
    var (text, isText) = (String?.none, false)
    var summary = "nothing"
    if case .scalar(let written, let isPlain) = event.kind, event.anchor == nil {
      if written == "<<", isPlain, event.tag == nil {
        builder.addHiddenName(at: offset)
        return true
      }
      let scalar = scalar(written, isPlain: isPlain, tag: event.tag, at: offset)
      (text, isText) = (scalar.text, scalar.kind == .string)
    } else {
      // The key is a list or a mapping, has an anchor, or is an alias.
      builder.addHiddenName(at: offset)
      let slot = builder.next
      _ = try value(event, depth: depth)
      let key = Value(builder.document(), at: slot)
      (text, isText) = (key.scalar?.text, key.scalar?.kind == .string)
      summary = key.summary
    }
    if let text, isText || !text.isEmpty {
      builder.addName(text, at: offset, in: mapping, to: &names)
    } else {
      builder.addHiddenName(at: offset)
      diagnostics.append(
        FileDiagnostic(
          at: position(offset), found: "\(summary) as a key", expected: "a single value",
          remedy: "use a text as the key, in quotes if it has special characters"))
    }
    return false
  }

  /// Returns the token indices of the values that a merge key adds, from one or more mappings.
  private mutating func mergeable(_ slot: Int) -> [UInt32] {
    let document = builder.document()
    let value = document.target(of: slot)
    let mappings =
      document.tokens[value].kind == .array
      ? document.slots(in: value).map { document.target(of: Int($0)) } : [value]
    if mappings.allSatisfy({ document.tokens[$0].kind == .object }) {
      return mappings.flatMap { document.slots(in: $0) }
    }
    let written = Value(document, at: slot)
    diagnostics.append(
      FileDiagnostic(
        at: written.position, found: "\(written.summary) behind the merge key \"<<\"",
        expected: "a mapping, or a list of mappings",
        remedy: "use an alias such as <<: *name, or quotes around \"<<\" if the text is meant"))
    return []
  }

  private mutating func check(_ tag: String?, is allowed: YAMLTag, at position: SourcePosition) {
    guard let tag = tag.map(YAMLTag.init(rawValue:)), tag != allowed else { return }
    if tag.isKnown {
      diagnostics.append(tag.unknown.diagnostic(at: position))
    } else {
      unknownTags.append((tag, position))
    }
  }

  /// Reports the mistakes in a document, as strictly as `strictness` says, and clears them.
  private mutating func report(by strictness: Strictness) {
    diagnostics.append(builder.repeatedNames, of: builder.document(), in: strictness)
    if strictness.isOwn {
      for (tag, position) in unknownTags {
        diagnostics.append(tag.unknown.diagnostic(at: position))
      }
      for misfit in misfits { diagnostics.append(misfit) }
    }
    (unknownTags, misfits) = ([], [])
  }

  private func checkDepth(_ depth: Int, at offset: Int) throws(FileDiagnostic) {
    guard depth > DocumentLimits.depth else { return }
    throw FileDiagnostic(
      at: position(offset),
      found: "lists and mappings are nested more than \(DocumentLimits.depth) levels deep",
      remedy: "use a flatter document")
  }
}

/// The size of a value with its aliases expanded, which is limited so that aliases do not fill the
/// memory.
struct YAMLMeasure {
  /// The number of contained values, including this one; a text counts as one more for every 16
  /// bytes.
  var weight = 1
  /// The number of levels of values below this one.
  var height = 0

  /// Adds the size of a contained value.
  mutating func add(_ value: YAMLMeasure) {
    weight += value.weight
    height = max(height, value.height + 1)
  }
}

/// The anchors of a YAML document, and the number of values that its aliases may still add.
struct YAMLAnchors {
  private var values: [String: (slot: Int, measure: YAMLMeasure)] = [:]
  private var unfinished: Set<String> = []
  private var remainingWeight = DocumentLimits.aliasedWeight

  /// Notes that an anchored value is being read.
  mutating func open(_ name: String) { unfinished.insert(name) }

  /// Notes the token index and the size of an anchored value.
  mutating func close(_ name: String, _ slot: Int, _ measure: YAMLMeasure) {
    unfinished.remove(name)
    values[name] = (slot, measure)
  }

  /// Returns the token index and the size of the value to which an alias refers.
  ///
  /// - Throws: `FileDiagnostic` for a name without an anchor, a value that would contain itself, or
  ///   aliases that expand beyond the limit.
  mutating func follow(
    _ name: String, at position: SourcePosition
  ) throws(FileDiagnostic) -> (slot: Int, measure: YAMLMeasure) {
    if unfinished.contains(name) {
      throw FileDiagnostic(
        at: position, found: "the alias *\(name) is inside its own value",
        remedy: "write the value out")
    }
    guard let value = values[name] else {
      let nearest = NearestName.to(name, among: values.keys.sorted())
      throw FileDiagnostic(
        at: position, found: "unknown alias *\(name)",
        remedy: nearest.map { .nearest("*\($0)") }
          ?? "define &\(name) first, or quote \"*\(name)\"")
    }
    remainingWeight -= value.measure.weight
    guard remainingWeight >= 0 else {
      throw FileDiagnostic(
        at: position,
        found: "the aliases stand for more than \(DocumentLimits.aliasedWeight) values",
        remedy: "use fewer aliases of aliases")
    }
    return value
  }
}
