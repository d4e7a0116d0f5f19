/// A template made ready for matching.
struct URIPattern: Sendable {
  let authority: URIAuthority?
  let shape: URITemplate.PathShape
  private let scheme: URIRegions.Scheme?
  private let path: URISequence
  /// The same where it is plain.
  private let plainPath: PlainURITemplate?
  /// Whether the path starts with `/` by itself; otherwise the request's first one is optional.
  private let isRooted: Bool
  private let startsWithSegment: Bool
  private let query: URIQuery?
  private let fragment: URISequence?

  init(_ regions: URIRegions) {
    scheme = regions.scheme
    authority = regions.authority.map { URIAuthority($0) }
    path = URISequence(regions.path, anyText: false)
    plainPath = PlainURITemplate(regions.path)
    isRooted =
      if case .literal(let text) = regions.path.first { text.hasPrefix("/") } else { false }
    startsWithSegment =
      if case .expression(let first) = regions.path.first { first.kind == .segment } else { false }
    query = regions.query.map { URIQuery($0) }
    fragment =
      regions.fragment.isEmpty ? nil : URISequence(regions.fragment, anyText: true)
    shape = URITemplate.PathShape(regions.path)
  }

  func match(_ target: some URIParts) -> [String: JSONValue]? {
    var bindings = URIBindings()
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

  private func matchScheme(_ target: some URIParts, into bindings: inout URIBindings) -> Bool {
    switch scheme {
    case nil: true
    case .literal(let name):
      if let actual = target.scheme { actual == name } else { name == "http" || name == "https" }
    case .variable(let variable):
      target.scheme.map { bindings.bind(variable, .string($0)) } ?? true
    }
  }

  private func fitPath(of target: some URIParts) -> [URISequence.Capture]? {
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
    _ fragment: URISequence, _ text: String?, into bindings: inout URIBindings
  ) {
    let units = text.map { EncodedText("#" + $0).units } ?? []
    guard let captures = fragment.fit(units[...]) else { return }
    var extended = bindings
    if extended.bind(captures) { bindings = extended }
  }
}

extension URITemplate.PathShape {
  init(_ path: [URIPart]) {
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
