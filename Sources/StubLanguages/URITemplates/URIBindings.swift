/// The values of the variables of a template; a variable that occurs twice must have
/// the same value.
struct URIBindings {
  private(set) var values: [String: JSONValue] = [:]
  /// The names of variables for which only a prefix of the value is known.
  private var partial: Set<String> = []

  /// Adds captured values; if a variable would get two different values, returns `false`.
  mutating func bind(_ captures: [URISequence.Capture], plusIsSpace: Bool = false) -> Bool {
    captures.allSatisfy { capture in
      let choice = capture.choice
      return bind(
        choice.variable,
        Self.value(of: choice.variable, choice.kind, capture.units, plusIsSpace: plusIsSpace))
    }
  }

  mutating func bind(_ variable: URIVariable, _ value: JSONValue) -> Bool {
    let name = variable.name
    var isPartial = false
    if case .prefix = variable.modifier { isPartial = true }
    guard let known = values[name] else {
      values[name] = value
      if isPartial { partial.insert(name) }
      return true
    }
    if known == value { return true }
    guard case .string(let old) = known, case .string(let new) = value else { return false }
    if isPartial, old.hasBytes(of: new) { return true }
    guard partial.contains(name), new.hasBytes(of: old) else { return false }
    values[name] = value
    if !isPartial { partial.remove(name) }
    return true
  }

  /// Returns the value of a variable whose expansion is these units.
  ///
  /// Except in `{+x}` and `{#x}`, commas and equal signs within a text are encoded. Unencoded ones
  /// therefore separate the elements of a list or, with `*`, the parts of an object.
  static func value(
    of variable: URIVariable, _ kind: URIOperator, _ units: ArraySlice<UInt16>,
    plusIsSpace: Bool
  ) -> JSONValue {
    func text(_ units: ArraySlice<UInt16>) -> String {
      kind.keepsReserved
        ? EncodedText.decodeKeepingReserved(units)
        : EncodedText.decode(units, plusIsSpace: plusIsSpace)
    }
    switch variable.modifier {
    case .prefix: return .string(text(units))
    case .none:
      let comma = UInt16(UInt8(ascii: ","))
      guard !kind.keepsReserved, units.contains(comma) else { return .string(text(units)) }
      return .array(
        units.split(separator: comma, omittingEmptySubsequences: false).map { .string(text($0)) })
    case .explode:
      let separator = kind.separator.utf8.first.map(UInt16.init) ?? 0
      let items = units.split(separator: separator, omittingEmptySubsequences: false)
      let pairs = items.map { item in
        let sides = item.split(
          separator: UInt16(UInt8(ascii: "=")), maxSplits: 1, omittingEmptySubsequences: false)
        return (name: text(sides[0]), value: sides.count > 1 ? text(sides[1]) : nil)
      }
      if kind.isNamed, pairs.allSatisfy({ $0.name.hasSameScalars(as: variable.decodedName) }) {
        return .array(pairs.map { .string($0.value ?? "") })
      }
      if kind.isNamed || pairs.allSatisfy({ $0.value != nil }) {
        return .object(JSONObject(pairs.map { ($0.name, .string($0.value ?? "")) }))
      }
      return .array(items.map { .string(text($0)) })
    }
  }
}
