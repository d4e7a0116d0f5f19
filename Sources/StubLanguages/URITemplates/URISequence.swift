/// A sequence of literals and variables that must match a whole text.
///
/// The sequence is a state machine whose states are in the order of the template and lead only
/// forward. From the end to the start, `fit` computes for each state and index how well the rest
/// can match. It then follows the best choices once from the start. Time and memory are at most the
/// number of states times the length of the text.
///
/// Among several matches, the best is the one with the most variables after a delimiter (`{x,y}`,
/// `{name}{.format}`), and among these, the one with longer values of the earlier variables.
struct URISequence: Sendable {
  enum State: Sendable {
    case literal([UInt16])
    case variable(Choice)
  }

  /// A variable that is either undefined, or defined and then preceded by its delimiter.
  struct Choice: Sendable {
    let variable: URIVariable
    let kind: URIOperator
    /// The delimiter and, if the operator writes it, the variable's name.
    let lead: [UInt16]
    let alphabet: URIAlphabet
    /// The next state if the variable is defined.
    let taken: Int
    /// The next state if the variable is undefined; `nil` if it is required.
    let skipped: Int?

    /// Whether `=` is written between the variable's name and its value.
    var isAssigned: Bool { kind.isNamed && variable.modifier != .explode }

    /// Whether the variable is required and its value is a whole segment.
    var isWholeSegment: Bool {
      if case .prefix = variable.modifier { return false }
      return skipped == nil
    }
  }

  /// A variable with the units of its value in the text.
  struct Capture {
    let choice: Choice
    let units: ArraySlice<UInt16>
  }

  private(set) var states: [State] = []
  /// The bytes with which every match starts; in the text, they may be percent-encoded.
  private(set) var literalStart: [UInt8] = []

  /// The component of a URI to which a sequence belongs.
  enum Component {
    case path
    case query
    /// The host, the port or the fragment.
    case other
  }

  /// Creates a sequence.
  ///
  /// Except in the path, values may contain an unencoded `/`.
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

  /// Appends one state for the first variable of an expression, and two for each later variable.
  ///
  /// Of the two, one is for the case that no earlier variable of the expression is defined.
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

  /// Returns whether a simple expression is a whole segment, so that its variable must have a
  /// value.
  ///
  /// According to the RFC, the variable could be undefined, and `/users/{id}` would match
  /// `/users/`. In a stub this would be unexpected.
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

/// The units that the value of a variable may contain.
///
/// The strict alphabet has the units that expansion produces: unreserved and encoded characters,
/// and delimiters of lists and objects. The lenient alphabet also has the characters that clients
/// leave unencoded.
struct URIAlphabet: Sendable {
  private var allowsAll = true
  private var allowsSlash = false
  private var allowsSemicolon = false
  /// Whether `,` is allowed in the strict alphabet.
  private var allowsComma = false
  private var allowsEqualSign = false
  /// Whether `;` starts a parameter in the template, so that the values of other variables cannot
  /// contain it.
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
