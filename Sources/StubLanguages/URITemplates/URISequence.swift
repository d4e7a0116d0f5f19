/// A sequence of literals and variables that must match a whole text.
///
/// The machine's states are in the order of the template and only lead forward. `fit` computes for
/// each state and place, from the end to the start, how well the rest can match. Then it walks once
/// from the start along the best choices. Time and memory are states times length for any text. Of
/// several ways to match, the one wins in which most variables are separated by a delimiter
/// (`{x,y}`, `{name}{.format}`); then the one whose earlier variables are longer.
struct URISequence: Sendable {
  enum State: Sendable {
    case literal([UInt16])
    case variable(Choice)
  }

  /// A variable that is either present, after its delimiter, or undefined.
  struct Choice: Sendable {
    let variable: URIVariable
    let kind: URIOperator
    /// The delimiter, followed by the name if the operator writes it.
    let lead: [UInt16]
    let alphabet: URIAlphabet
    /// The next state if the variable is present.
    let taken: Int
    /// The next state if the variable is undefined; `nil` if it is required.
    let skipped: Int?

    /// Whether `=` comes between `lead` and a value.
    var isAssigned: Bool { kind.isNamed && variable.modifier != .explode }

    /// Whether the variable is required and matches a whole segment.
    var isWholeSegment: Bool {
      if case .prefix = variable.modifier { return false }
      return skipped == nil
    }
  }

  /// A variable and the units of its value.
  struct Capture {
    let choice: Choice
    let units: ArraySlice<UInt16>
  }

  private(set) var states: [State] = []
  /// The bytes at the start of every match, although the text may have them percent-encoded.
  private(set) var literalStart: [UInt8] = []

  /// The part of a URI that a sequence belongs to.
  enum Component {
    case path
    case query
    /// The host, the port or the fragment.
    case other
  }

  /// Creates a sequence; variables may contain an unencoded `/` except in the path.
  init(_ parts: [URIPart], in component: Component) {
    let anyText = component != .path
    let hasParameters = parts.contains {
      if case .expression(let expression) = $0 { expression.kind == .parameter } else { false }
    }
    for (index, part) in parts.enumerated() {
      switch part {
      case .literal(let text):
        states.append(
          .literal(component == .query ? EncodedText.queryLiteral(text) : EncodedText(text).units))
      case .expression(let expression):
        append(
          expression,
          isRequired: !anyText && Self.isWholeSegment(index, of: parts)
        ) { variable in
          URIAlphabet(
            expression.kind, variable, anyText: anyText, hasParameters: hasParameters)
        }
      }
    }
    if case .literal(let units) = states.first {
      literalStart = units.prefix { $0 < EncodedText.encodedMark }.map(
        UInt8.init(truncatingIfNeeded:))
    }
  }

  var isLiteral: Bool {
    states.allSatisfy { if case .literal = $0 { true } else { false } }
  }

  /// Appends a state for the first variable, and two for each later one.
  ///
  /// One of the two is for when no earlier variable of the expression is defined.
  private mutating func append(
    _ expression: URIExpression, isRequired: Bool,
    alphabet: (URIVariable) -> URIAlphabet
  ) {
    let base = states.count
    let count = expression.variables.count
    let end = base + 2 * count - 1
    func untaken(_ index: Int) -> Int { index == 0 ? base : base + 2 * index - 1 }
    for (index, variable) in expression.variables.enumerated() {
      let isLast = index == count - 1
      let taken = isLast ? end : base + 2 * index + 2
      for isFirst in index == 0 ? [true] : [true, false] {
        let delimiter = isFirst ? expression.kind.first : expression.kind.separator
        let name = expression.kind.isNamed && variable.modifier != .explode ? variable.name : ""
        let skipped = isFirst ? untaken(index + 1) : taken
        states.append(
          .variable(
            Choice(
              variable: variable, kind: expression.kind,
              lead: EncodedText(delimiter + name).units,
              alphabet: alphabet(variable),
              taken: taken,
              skipped: isRequired && isFirst && isLast ? nil : skipped)))
      }
    }
  }

  /// Returns whether a simple expression is the only part between two slashes.
  ///
  /// By the RFC it may be undefined even then, so that `/users/{id}` would match `/users/`. Authors
  /// of stubs do not expect that, so it must have a value.
  private static func isWholeSegment(_ index: Int, of parts: [URIPart]) -> Bool {
    guard case .expression(let expression) = parts[index], expression.kind == .simple else {
      return false
    }
    if index > 0 {
      guard case .literal(let text) = parts[index - 1], text.hasSuffix("/") else { return false }
    }
    guard index + 1 < parts.count else { return true }
    return switch parts[index + 1] {
    case .literal(let text): text.hasPrefix("/")
    case .expression(let next): next.kind == .segment
    }
  }
}

/// The units that a variable's value may have.
///
/// The strict alphabet is what expansion produces: unreserved and encoded characters, and the
/// delimiters of lists and objects. The lenient alphabet adds what clients leave unencoded.
struct URIAlphabet: Sendable {
  private var allowsAll = true
  private var allowsSlash = false
  private var allowsSemicolon = false
  /// Whether `,` is allowed in the strict alphabet.
  private var allowsComma = false
  private var allowsEqualSign = false
  /// Whether `;` starts a parameter of the template, so that it cannot be in other values.
  private var hasParameters = false

  init(
    _ kind: URIOperator, _ variable: URIVariable, anyText: Bool, hasParameters: Bool
  ) {
    if anyText || kind.keepsReserved { return }
    let explodes = variable.modifier == .explode
    allowsAll = false
    allowsSlash = kind == .segment && explodes
    allowsSemicolon = kind == .parameter && explodes
    allowsComma = kind == .simple || !explodes
    allowsEqualSign = explodes
    self.hasParameters = hasParameters
  }

  func contains(_ units: ArraySlice<UInt16>, strictly isStrict: Bool) -> Bool {
    units.allSatisfy { contains($0, strictly: isStrict) }
  }

  func contains(_ unit: UInt16, strictly isStrict: Bool) -> Bool {
    if allowsAll || unit >= EncodedText.encodedMark { return true }
    return switch UInt8(truncatingIfNeeded: unit) {
    case UInt8(ascii: "/"): allowsSlash
    case UInt8(ascii: ";"): allowsSemicolon || (!isStrict && !hasParameters)
    case UInt8(ascii: ","): allowsComma || !isStrict
    case UInt8(ascii: "="): allowsEqualSign || !isStrict
    case let byte: !isStrict || PercentEncoding.isUnreserved(byte)
    }
  }
}
