/// A template's parts, sorted by the part of the URL that they describe.
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

  /// `nil` for a path template and for one that starts with `//`.
  private(set) var scheme: Scheme?
  /// `nil` for a path template.
  private(set) var authority: [URIPart]?
  private(set) var path: [URIPart] = []
  /// `nil` when the template says nothing about the query.
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

  /// Reads `scheme://`, `//` or `{scheme}://` and leaves the rest.
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

  /// The region that an expression with this operator belongs to, seen from the current one.
  private func region(for kind: URIOperator) -> Region {
    switch (region, kind) {
    case (.fragment, _), (_, .fragment): .fragment
    case (.query, _), (_, .form), (_, .continuation): .query
    case (.authority, .segment), (.authority, .parameter): .path
    // `http://host{+path}`: reserved text behind the host is a path.
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
        // The fragment keeps its `#`, as an expression `{#x}` has one.
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
