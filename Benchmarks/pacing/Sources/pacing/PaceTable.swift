/// How close streams of several speeds come to their lines.
struct PaceTable {
  private var table: Table
  private let isWorstOfMany: Bool

  /// `more` are columns behind the others.
  ///
  /// Many responses at once have a target for their rates, but none for their distances.
  init(isWorstOfMany: Bool, more: [String] = []) {
    self.isWorstOfMany = isWorstOfMany
    let worst = isWorstOfMany ? "worst " : ""
    let columns = [
      "speed", "\(worst)rate error, %", "target", "\(worst)distance from the line, ms",
      "less absences, ms", "target", "\(worst)first byte late, ms", "target", "absences, ms",
    ]
    table = Table(columns + more)
  }

  /// Measures a speed several times; `more` gives the cells of the columns behind the others.
  mutating func add(
    _ name: String, rateTarget: Double, _ repeats: Int, more: () -> [String] = { [] },
    _ measure: () throws -> [LineTrace]
  ) throws {
    var (errors, distances, owns, firsts, away) =
      (Figures(), Figures(), Figures(), Figures(), Figures())
    for turn in 1...repeats {
      let (traces, absences) = try ProcessorWatch.during {
        let traces = try measure()
        Progress.show("\(traces.count) × \(name), \(turn) of \(repeats)")
        return traces
      }
      errors.add(traces.map { abs($0.rateError) }.max() ?? .nan)
      distances.add(traces.map { $0.distance() }.max() ?? .nan)
      owns.add(traces.map { $0.distance(less: absences) }.max() ?? .nan)
      firsts.add(traces.map { abs($0.firstLateness ?? .infinity) }.max() ?? .nan)
      away.add(absences.total)
    }
    table.add(
      [
        name, Table.cell(errors, digits: 3, target: rateTarget), Figures.text(rateTarget, 1),
        distances.text(digits: 1),
        Table.cell(owns, digits: 1, target: isWorstOfMany ? .infinity : 10),
        isWorstOfMany ? "none" : "10",
        Table.cell(firsts, digits: 1, target: 10), "10", away.text(digits: 0),
      ] + more())
  }

  var text: String { table.text }
}
