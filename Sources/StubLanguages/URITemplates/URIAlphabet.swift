/// Which units a variable's value may have.
///
/// The strict alphabet is what expansion produces: unreserved and encoded characters, and the
/// delimiters of lists and objects. The lenient one adds what clients leave unencoded.
struct URIAlphabet: Sendable {
  private var allowsAll = true
  private var allowsSlash = false
  private var allowsSemicolon = false
  /// `,` and `=` within the limits of the strict alphabet.
  private var allowsComma = false
  private var allowsEqualSign = false
  /// Whether `;` starts a parameter elsewhere and so belongs to no other value.
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
