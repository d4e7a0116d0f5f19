extension TemplateSequence {
  /// The captures of the best way to match all units; `nil` when there is none.
  func fit(_ units: ArraySlice<UInt16>) -> [Capture]? {
    // What stands before the first variable needs no table and decides most requests.
    var first = 0
    var rest = units
    while first < states.count, case .literal(let literal) = states[first] {
      guard Self.starts(rest, with: literal) else { return nil }
      rest = rest.dropFirst(literal.count)
      first += 1
    }
    if first == states.count { return rest.isEmpty ? [] : nil }
    return walk(from: first, Array(rest))
  }

  static func starts(_ units: ArraySlice<UInt16>, with literal: [UInt16]) -> Bool {
    units.count >= literal.count && zip(units, literal).allSatisfy(EncodedText.fits)
  }

  private func walk(from first: Int, _ units: [UInt16]) -> [Capture]? {
    let tables = tables(from: first, units)
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
        let place = tables[state - first][index]
        if place.isTaken {
          captures.append(Capture(choice: choice, units: units[place.value..<place.end]))
          index = place.end
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

  /// For each state from `first` on, and the end, how well the rest matches from each place.
  private func tables(from first: Int, _ units: [UInt16]) -> [[Place]] {
    let count = units.count
    var tables = [[Place]](repeating: [], count: states.count - first + 1)
    tables[states.count - first] = (0...count).map {
      Place(score: $0 == count ? 0 : Place.impossible)
    }
    // Characters, not bytes, before each place: what a length such as `:3` counts.
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
          in: units, characters, taken: tables[choice.taken - first],
          skipped: choice.skipped.map { tables[$0 - first] })
      }
    }
    return tables
  }
}

/// How the rest of a template matches from one place of the text.
private struct Place {
  static let impossible: Int32 = -1

  /// How many variables are set off by a delimiter; `impossible` when nothing matches.
  var score: Int32
  var isTaken = false
  /// Where the value starts and ends when the variable is there.
  var value = 0
  var end = 0
}

extension TemplateSequence.Choice {
  fileprivate func places(
    in units: [UInt16], _ characters: [Int], taken: [Place], skipped: [Place]?
  ) -> [Place] {
    let ends = bestEnds(in: units, characters, taken)
    return (0...units.count).map(place)

    func place(_ index: Int) -> Place {
      var best = Place(score: skipped?[index].score ?? Place.impossible)
      guard TemplateSequence.starts(units[index...], with: lead) else { return best }
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
      if score >= best.score { best = Place(score: score, isTaken: true, value: value, end: end) }
      return best
    }
  }

  /// For each place where a value may start, the last of its ends with the best score.
  ///
  /// The reach of a value only shrinks towards the start of the text, so a queue of candidates
  /// whose scores rise to the right gives each maximum in constant time.
  private func bestEnds(
    in units: [UInt16], _ characters: [Int], _ taken: [Place]
  ) -> [Int?] {
    var ends = [Int?](repeating: nil, count: units.count + 1)
    // In reverse: the newest and leftmost candidate last, what went out of reach before `oldest`.
    var queue: [Int] = []
    var oldest = 0
    var reach = units.count
    func push(_ index: Int) {
      while queue.count > oldest, let last = queue.last, taken[last].score < taken[index].score {
        queue.removeLast()
      }
      queue.append(index)
    }
    for index in (0...units.count).reversed() {
      if index < units.count, !alphabet.contains(units[index]) { reach = index }
      if case .prefix(let length) = variable.modifier {
        while characters[reach] - characters[index] > length { reach -= 1 }
      }
      // Without a delimiter an empty value cannot be told from an undefined variable.
      if !lead.isEmpty { push(index) }
      while oldest < queue.count, queue[oldest] > reach { oldest += 1 }
      if oldest < queue.count { ends[index] = queue[oldest] }
      if lead.isEmpty { push(index) }
    }
    return ends
  }
}
