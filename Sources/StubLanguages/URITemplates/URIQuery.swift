/// The condition of a template on the query, whose items are matched by name, in any order.
struct URIQuery: Sendable {
  /// A required item `name=value` whose name is a literal.
  private struct Pair: Sendable {
    let name: String
    let value: URISequence
  }

  /// An item of the request that no part of the template has matched yet.
  private struct Item {
    let name: String
    let raw: EncodedText
    let value: EncodedText
  }

  private var pairs: [Pair] = []
  /// The items, such as `?{x,y}`, whose names are not literals; they are matched as they are
  /// written.
  private var loose: [URISequence] = []
  /// The variables in `{?x}` and `{&x}`, which are undefined if their items are missing.
  private var variables: [URIVariable] = []

  init(_ parts: [URIPart]) {
    var item: [URIPart] = []
    for part in parts {
      switch part {
      case .expression(let expression) where expression.kind == .form,
        .expression(let expression) where expression.kind == .continuation:
        add(&item)
        variables += expression.variables
      case .expression: item.append(part)
      case .literal(let text):
        let pieces = text.split(separator: "&", omittingEmptySubsequences: false)
        for (index, piece) in pieces.enumerated() {
          if index > 0 { add(&item) }
          if !piece.isEmpty { item.append(.literal(String(piece))) }
        }
      }
    }
    add(&item)
  }

  private mutating func add(_ item: inout [URIPart]) {
    defer { item = [] }
    guard let first = item.first else { return }
    if case .literal(let text) = first, item.count == 1 || text.contains("=") {
      let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let start =
        sides.count > 1 && !sides[1].isEmpty ? [URIPart.literal(String(sides[1]))] : []
      pairs.append(
        Pair(
          name: PercentEncoding.decode(sides[0], plusIsSpace: true),
          value: URISequence(start + item.dropFirst(), in: .query)))
    } else {
      loose.append(URISequence(item, in: .query))
    }
  }

  func match(_ query: String?, into bindings: inout URIBindings) -> Bool {
    var items = (query ?? "").split(separator: "&").map { raw in
      let sides = raw.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return Item(
        name: PercentEncoding.decode(sides[0], plusIsSpace: true), raw: EncodedText(raw),
        value: EncodedText(sides.count > 1 ? sides[1] : ""))
    }
    for pair in pairs {
      guard
        take(
          from: &items, \.value, pair.value, into: &bindings,
          where: { $0.name.hasSameScalars(as: pair.name) })
      else { return false }
    }
    for sequence in loose where !take(from: &items, \.raw, sequence, into: &bindings) {
      guard let captures = sequence.fit([]), bindings.bind(captures) else { return false }
    }
    // Variables that explode (`*`) into an object take all remaining items, so they come last.
    for variable in variables where !bind(variable, from: &items, into: &bindings) { return false }
    for variable in variables where variable.modifier == .explode {
      bindRest(variable, from: &items, into: &bindings)
    }
    return true
  }

  /// Removes the first matching item, and binds its values.
  ///
  /// - Returns: whether there was one.
  private func take(
    from items: inout [Item], _ part: KeyPath<Item, EncodedText>, _ sequence: URISequence,
    into bindings: inout URIBindings, where condition: (Item) -> Bool = { _ in true }
  ) -> Bool {
    for (index, item) in items.enumerated() where condition(item) {
      guard let captures = sequence.fit(item[keyPath: part].units[...]) else { continue }
      items.remove(at: index)
      return bindings.bind(captures, plusIsSpace: true)
    }
    return false
  }

  /// Removes the first item with the variable's name, or all if the variable explodes, and binds
  /// the value.
  ///
  /// - Returns: `false` if the value is too long or differs from an earlier one.
  private func bind(
    _ variable: URIVariable, from items: inout [Item], into bindings: inout URIBindings
  ) -> Bool {
    let name = variable.decodedName
    if variable.modifier == .explode {
      let own = items.filter { $0.name.hasSameScalars(as: name) }
      guard !own.isEmpty else { return true }
      items.removeAll { $0.name.hasSameScalars(as: name) }
      return bindings.bind(variable, .array(own.map { .string(Self.text($0.value)) }))
    }
    guard let index = items.firstIndex(where: { $0.name.hasSameScalars(as: name) })
    else { return true }
    let units = items.remove(at: index).value.units[...]
    if case .prefix(let length) = variable.modifier,
      Self.text(units).unicodeScalars.count > length
    {
      return false
    }
    return bindings.bind(
      variable, URIBindings.value(of: variable, .form, units, plusIsSpace: true))
  }

  private func bindRest(
    _ variable: URIVariable, from items: inout [Item], into bindings: inout URIBindings
  ) {
    guard bindings.values[variable.name] == nil, !items.isEmpty else { return }
    let members = items.map { ($0.name, JSONValue.string(Self.text($0.value))) }
    _ = bindings.bind(variable, .object(JSONObject(members)))
    items = []
  }

  private static func text(_ value: EncodedText) -> String { text(value.units[...]) }

  private static func text(_ units: ArraySlice<UInt16>) -> String {
    EncodedText.decode(units, plusIsSpace: true)
  }
}
