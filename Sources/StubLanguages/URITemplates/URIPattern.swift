/// A URI template in a form for matching.
struct URIPattern: Sendable {
  let authority: URIAuthority?
  let shape: URITemplate.PathShape
  private let scheme: URIRegions.Scheme?
  private let path: URISequence
  /// The path as a plain template; `nil` if it has another syntax.
  private let plainPath: PlainURITemplate?
  /// Whether the path starts with `/`; if not, the first slash of a request's path is optional.
  private let isRooted: Bool
  private let startsWithSegment: Bool
  private let query: URIQuery?
  private let fragment: URISequence?

  init(_ regions: URIRegions) {
    scheme = regions.scheme
    authority = regions.authority.map { URIAuthority($0) }
    path = URISequence(regions.path, in: .path)
    plainPath = PlainURITemplate(regions.path)
    isRooted =
      if case .literal(let text) = regions.path.first { text.hasPrefix("/") } else { false }
    startsWithSegment =
      if case .expression(let first) = regions.path.first { first.kind == .segment } else { false }
    query = regions.query.map { URIQuery($0) }
    fragment =
      regions.fragment.isEmpty ? nil : URISequence(regions.fragment, in: .other)
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
    // Clients send an empty path as `/`, so a template `{/id}` then has no value,
    // instead of an empty one.
    if startsWithSegment, units.count == 1, let captures = path.fit([]) { return captures }
    if let captures = path.fit(units) { return captures }
    guard !isRooted, units.first == EncodedText.slash else { return nil }
    return path.fit(units.dropFirst())
  }

  /// Returns whether the path starts with the template's first literal, a quick check that rejects
  /// most requests.
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

extension URITemplate {
  /// The last variable of the host, if its value can contain slashes and no path follows, as in
  /// `https://{+rest}`.
  ///
  /// Such a variable is matched only with the host, so a caller can warn about it.
  package var reservedHost: String? {
    let regions = URIRegions(parts)
    guard regions.path.isEmpty, case .expression(let last)? = regions.authority?.last,
      last.kind.keepsReserved
    else { return nil }
    return last.variables.last?.name
  }
}

extension URITemplate.PathShape {
  init(_ path: [URIPart]) {
    // An empty path is `/`. A path without a slash at its start can match in two ways.
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
          // The last segment may continue with the value, unless the value begins a new segment.
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

/// The parts of a template, grouped by the component of the URL that they describe.
struct URIRegions {
  enum Scheme: Sendable, Hashable {
    case literal(String)
    case variable(URIVariable)
  }

  private enum Region {
    case authority
    case path
    case query
    case fragment
  }

  /// The scheme; `nil` for a path template, and for a template that starts with `//`.
  private(set) var scheme: Scheme?
  /// The authority; `nil` for a path template.
  private(set) var authority: [URIPart]?
  private(set) var path: [URIPart] = []
  /// The query; `nil` if the template has none.
  private(set) var query: [URIPart]?
  private(set) var fragment: [URIPart] = []
  private var region = Region.path

  init(_ parts: [URIPart]) {
    for part in takeScheme(parts) {
      switch part {
      case .literal(let text): add(text[...])
      case .expression(let expression):
        region = region(for: expression.kind)
        add(part)
      }
    }
  }

  /// Removes `scheme://`, `//` or `{scheme}://` from the start.
  ///
  /// - Returns: the remaining parts.
  private mutating func takeScheme(_ parts: [URIPart]) -> [URIPart] {
    guard let first = parts.first else { return [] }
    var rest = parts[...]
    var literal: String
    switch first {
    case .literal(let text): literal = text
    case .expression(let expression):
      guard expression.kind == .simple, expression.variables.count == 1, parts.count > 1,
        case .literal(let text) = parts[1], text.hasPrefix("://")
      else { return parts }
      scheme = .variable(expression.variables[0])
      literal = String(text.dropFirst())
      rest = rest.dropFirst()
    }
    if scheme == nil, let colon = literal.firstIndex(of: ":"),
      literal[colon...].hasPrefix("://"), colon > literal.startIndex,
      !literal[..<colon].contains(where: "/?#&=".contains)
    {
      scheme = .literal(literal[..<colon].lowercasedASCII())
      literal = String(literal[literal.index(after: colon)...])
    }
    guard literal.hasPrefix("//") else { return parts }
    region = .authority
    authority = []
    return [.literal(String(literal.dropFirst(2)))] + rest.dropFirst()
  }

  /// Returns the region of an expression with this operator, which follows the current region.
  private func region(for kind: URIOperator) -> Region {
    switch (region, kind) {
    case (.fragment, _), (_, .fragment): .fragment
    case (.query, _), (_, .form), (_, .continuation): .query
    case (.authority, .segment), (.authority, .parameter): .path
    // In `http://host{+path}`, the expression after the host is a path.
    case (.authority, .reserved): authority?.isEmpty == true ? .authority : .path
    default: region
    }
  }

  private mutating func add(_ text: Substring) {
    var rest = text
    while !rest.isEmpty {
      let delimiters: String =
        switch region {
        case .authority: "/?#"
        case .path: "?#"
        case .query: "#"
        case .fragment: ""
        }
      let end = rest.firstIndex(where: delimiters.contains) ?? rest.endIndex
      if end > rest.startIndex { add(.literal(String(rest[..<end]))) }
      rest = rest[end...]
      guard let delimiter = rest.first else { return }
      switch delimiter {
      case "?":
        region = .query
        query = query ?? []
        rest = rest.dropFirst()
      case "#":
        region = .fragment
        // The fragment keeps its `#`, because the value of an expression `{#x}` also has one.
        add(.literal("#"))
        rest = rest.dropFirst()
      default: region = .path
      }
    }
  }

  private mutating func add(_ part: URIPart) {
    switch region {
    case .authority: authority?.append(part)
    case .path: path.append(part)
    case .query: query = (query ?? []) + [part]
    case .fragment: fragment.append(part)
    }
  }
}
