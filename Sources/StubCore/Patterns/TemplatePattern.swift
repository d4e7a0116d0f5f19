/// A template made ready for matching.
struct TemplatePattern: Sendable {
  let authority: TemplateAuthority?
  let shape: URITemplate.PathShape
  private let scheme: TemplateRegions.Scheme?
  private let path: TemplateSequence
  /// The same where it is plain.
  private let plainPath: PlainTemplate?
  /// Whether the path starts with `/` by itself; otherwise the request's first one is optional.
  private let isRooted: Bool
  private let startsWithSegment: Bool
  private let query: TemplateQuery?
  private let fragment: TemplateSequence?

  init(_ regions: TemplateRegions) {
    scheme = regions.scheme
    authority = regions.authority.map { TemplateAuthority($0) }
    path = TemplateSequence(regions.path, anyText: false)
    plainPath = PlainTemplate(regions.path)
    isRooted =
      if case .literal(let text) = regions.path.first { text.hasPrefix("/") } else { false }
    startsWithSegment =
      if case .expression(let first) = regions.path.first { first.kind == .segment } else { false }
    query = regions.query.map { TemplateQuery($0) }
    fragment =
      regions.fragment.isEmpty ? nil : TemplateSequence(regions.fragment, anyText: true)
    shape = URITemplate.PathShape(regions.path)
  }

  func match(_ target: RequestURL) -> [String: JSONValue]? {
    var bindings = TemplateBindings()
    guard matchScheme(target, into: &bindings) else { return nil }
    if let authority {
      guard authority.match(target, scheme: literalScheme, into: &bindings) else { return nil }
    }
    if let isMatch = plainPath?.match(target.path, into: &bindings) {
      guard isMatch else { return nil }
    } else {
      guard let captures = fitPath(of: target), bindings.bind(captures) else { return nil }
    }
    if let query {
      guard query.match(target.query, into: &bindings) else { return nil }
    }
    if let fragment { bind(fragment, target.fragment, into: &bindings) }
    return bindings.values
  }

  private var literalScheme: String? {
    if case .literal(let name) = scheme { name } else { nil }
  }

  private func matchScheme(_ target: RequestURL, into bindings: inout TemplateBindings) -> Bool {
    switch scheme {
    case nil: true
    case .literal(let name):
      if let actual = target.scheme { actual == name } else { name == "http" || name == "https" }
    case .variable(let variable):
      target.scheme.map { bindings.bind(variable, .string($0)) } ?? true
    }
  }

  private func fitPath(of target: RequestURL) -> [TemplateSequence.Capture]? {
    guard mayStart(target.path) else { return nil }
    let units = target.encodedPath.units[...]
    // An empty path is sent as `/`, so `{/id}` is undefined there rather than empty.
    if startsWithSegment, units.count == 1, let captures = path.fit([]) { return captures }
    if let captures = path.fit(units) { return captures }
    guard !isRooted, units.first == EncodedText.slash else { return nil }
    return path.fit(units.dropFirst())
  }

  /// A cheap look at the first literal, which turns most requests away.
  private func mayStart(_ text: String) -> Bool {
    guard isRooted else { return true }
    var text = text
    return text.withUTF8 { bytes in
      for (wanted, byte) in zip(path.literalStart, bytes) where byte != wanted {
        return byte == UInt8(ascii: "%")
      }
      return bytes.count >= path.literalStart.count
    }
  }

  private func bind(
    _ fragment: TemplateSequence, _ text: String?, into bindings: inout TemplateBindings
  ) {
    let units = text.map { EncodedText("#" + $0).units } ?? []
    guard let captures = fragment.fit(units[...]) else { return }
    var extended = bindings
    if extended.bind(captures) { bindings = extended }
  }
}

extension URITemplate.PathShape {
  init(_ path: [TemplatePart]) {
    // An empty path is `/`; one without a leading slash may be matched in two ways.
    guard let first = path.first else {
      self.init(segments: [""], isComplete: true)
      return
    }
    guard case .literal(let start) = first, start.hasPrefix("/") else {
      self.init(segments: [], isComplete: false)
      return
    }
    var segments: [String?] = []
    for (index, part) in path.enumerated() {
      switch part {
      case .literal(let text):
        let pieces = text.split(separator: "/", omittingEmptySubsequences: false)
        for (place, piece) in pieces.enumerated() {
          if place > 0 {
            segments.append(PercentEncoding.decode(piece))
          } else if !piece.isEmpty, !segments.isEmpty {
            segments[segments.count - 1] = nil
          }
        }
      case .expression(let expression):
        guard expression.kind != .segment, !expression.kind.keepsReserved else {
          // The segment that has begun may still grow, unless only whole ones can follow.
          let isWhole = expression.kind == .segment && index == path.count - 1
          self.init(segments: isWhole ? segments : segments.dropLast(), isComplete: false)
          return
        }
        segments[segments.count - 1] = nil
      }
    }
    self.init(segments: segments, isComplete: true)
  }
}
