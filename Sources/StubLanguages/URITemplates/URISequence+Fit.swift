extension URISequence {
  /// The largest number of entries in all tables, one for each state and index; an entry takes 12
  /// bytes.
  ///
  /// The limit is enough for a path of 64 KB and 64 variables that are not whole segments. Longer
  /// paths do not match.
  private static let mostPlaces = 4 << 20

  /// Returns the captures of the best match with all units; `nil` if there is no match.
  func fit(_ units: ArraySlice<UInt16>) -> [Capture]? {
    // Literals, and variables that are whole segments, can match in only one way.
    var first = 0
    var rest = units
    var captures: [Capture] = []
    var isStrict = true
    scan: while first < states.count {
      switch states[first] {
      case .literal(let literal):
        guard Self.starts(rest, with: literal) else { return nil }
        rest = rest.dropFirst(literal.count)
      case .variable(let choice):
        guard choice.isWholeSegment, isEndOfSegment(first + 1) else { break scan }
        let value = rest.prefix { $0 != EncodedText.slash }
        guard !value.isEmpty, choice.alphabet.contains(value, strictly: false) else { return nil }
        isStrict = isStrict && choice.alphabet.contains(value, strictly: true)
        captures.append(Capture(choice: choice, units: value))
        rest = rest.dropFirst(value.count)
      }
      first += 1
    }
    if first == states.count { return rest.isEmpty ? captures : nil }
    let tail = Array(rest)
    guard (states.count - first + 1) * (tail.count + 1) <= Self.mostPlaces else { return nil }
    // Values that expansion could have produced are preferred to values with characters that only
    // clients leave unencoded.
    if isStrict, let more = walk(from: first, tail, strictly: true) { return captures + more }
    let isTailStrict = tail.allSatisfy { unit in
      unit >= EncodedText.encodedMark || unit == EncodedText.slash
        || PercentEncoding.isUnreserved(UInt8(unit))
    }
    if isStrict, isTailStrict { return nil }
    return walk(from: first, tail, strictly: false).map { captures + $0 }
  }

  /// Returns whether the template ends before a state, or continues there with `/`.
  func isEndOfSegment(_ state: Int) -> Bool {
    guard state < states.count else { return true }
    if case .literal(let units) = states[state] { return units.first == EncodedText.slash }
    return false
  }

  static func starts(_ units: ArraySlice<UInt16>, with literal: [UInt16]) -> Bool {
    units.count >= literal.count && zip(units, literal).allSatisfy(EncodedText.fits)
  }

  private func walk(
    from first: Int, _ units: [UInt16], strictly isStrict: Bool
  ) -> [Capture]? {
    let tables = tables(from: first, units, strictly: isStrict)
    guard tables[0][0].score != Place.impossible else { return nil }
    var captures: [Capture] = []
    var state = first
    var index = 0
    while state < states.count {
      switch states[state] {
      case .literal(let literal):
        index += literal.count
        state += 1
      case .variable(let choice):
        if let value = tables[state - first][index].value {
          captures.append(Capture(choice: choice, units: units[value]))
          index = value.upperBound
          state = choice.taken
        } else if let skipped = choice.skipped {
          state = skipped
        } else {
          return nil
        }
      }
    }
    return captures
  }

  /// Returns a table for each state from `first` on, and one for the end of the template.
  ///
  /// Entry `i` of a state's table tells how well the rest of the template, from this state on,
  /// matches the text from index `i` on.
  private func tables(
    from first: Int, _ units: [UInt16], strictly isStrict: Bool
  ) -> [[Place]] {
    let count = units.count
    var tables = [[Place]](repeating: [], count: states.count - first + 1)
    tables[states.count - first] = (0...count).map {
      Place(score: $0 == count ? 0 : Place.impossible)
    }
    // The number of characters, not bytes, before each index, for prefix lengths such as `:3`.
    var characters = [0]
    for unit in units { characters.append((characters.last ?? 0) + (unit & 0xC0 == 0x80 ? 0 : 1)) }
    for state in (first..<states.count).reversed() {
      switch states[state] {
      case .literal(let literal):
        let next = tables[state + 1 - first]
        tables[state - first] = (0...count).map { index in
          Self.starts(units[index...], with: literal)
            ? Place(score: next[index + literal.count].score) : Place(score: Place.impossible)
        }
      case .variable(let choice):
        tables[state - first] = choice.places(
          in: units, characters, strictly: isStrict, taken: tables[choice.taken - first],
          skipped: choice.skipped.map { tables[$0 - first] })
      }
    }
    return tables
  }
}

/// The best match of the rest of a template with the text from one index on.
private struct Place {
  static let impossible: Int32 = -1

  /// The number of variables that follow a delimiter; `impossible` if there is no match.
  var score: Int32
  /// The start of the value, or -1 if the variable is undefined.
  private var start: Int32 = -1
  private var limit: Int32 = -1

  init(score: Int32) { self.score = score }

  init(score: Int32, value: Range<Int>) {
    self.score = score
    start = Int32(clamping: value.lowerBound)
    limit = Int32(clamping: value.upperBound)
  }

  var value: Range<Int>? { start < 0 ? nil : Int(start)..<Int(limit) }
}

extension URISequence.Choice {
  fileprivate func places(
    in units: [UInt16], _ characters: [Int], strictly isStrict: Bool, taken: [Place],
    skipped: [Place]?
  ) -> [Place] {
    let ends = bestEnds(in: units, characters, strictly: isStrict, taken)
    return (0...units.count).map(place)

    func place(_ index: Int) -> Place {
      var best = Place(score: skipped?[index].score ?? Place.impossible)
      guard units[index...].starts(with: lead) else { return best }
      var value = index + lead.count
      var end = ends[value]
      if isAssigned {
        if value < units.count, units[value] == UInt16(UInt8(ascii: "=")) {
          value += 1
          end = ends[value]
        } else {
          end = value
        }
      }
      guard let end, taken[end].score != Place.impossible else { return best }
      let score = taken[end].score + (lead.isEmpty ? 0 : 1)
      if score >= best.score { best = Place(score: score, value: value..<end) }
      return best
    }
  }

  /// Returns the last of the best ends of a value, for each index at which the value can start.
  ///
  /// Towards the start of the text, the reach of a value only shrinks. A queue of candidates whose
  /// scores increase to the right therefore gives each maximum in constant time.
  private func bestEnds(
    in units: [UInt16], _ characters: [Int], strictly isStrict: Bool, _ taken: [Place]
  ) -> [Int?] {
    // Without a delimiter, an empty value would look like an undefined variable. An empty parameter
    // is written without `=`.
    let allowsEmpty = !lead.isEmpty && !(isAssigned && isStrict && kind.emptyMark.isEmpty)
    var ends = [Int?](repeating: nil, count: units.count + 1)
    // The queue is filled in reverse order: the newest and leftmost candidate is its last element,
    // and candidates before `oldest` are out of reach.
    var queue: [Int] = []
    var oldest = 0
    var reach = units.count
    func push(_ index: Int) {
      // A value cannot end within a character.
      if index < units.count, units[index] & 0xC0 == 0x80 { return }
      while queue.count > oldest, let last = queue.last, taken[last].score < taken[index].score {
        queue.removeLast()
      }
      queue.append(index)
    }
    for index in (0...units.count).reversed() {
      if index < units.count, !alphabet.contains(units[index], strictly: isStrict) { reach = index }
      if case .prefix(let length) = variable.modifier {
        while characters[reach] - characters[index] > length { reach -= 1 }
      }
      if allowsEmpty { push(index) }
      while oldest < queue.count, queue[oldest] > reach { oldest += 1 }
      if oldest < queue.count { ends[index] = queue[oldest] }
      if !allowsEmpty { push(index) }
    }
    return ends
  }
}
