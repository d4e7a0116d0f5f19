/// How close streams of several speeds come to their lines.
struct PaceTable {
  private var table: Table

  /// `more` are columns behind the others.
  init(isWorstOfMany: Bool, more: [String] = []) {
    let worst = isWorstOfMany ? "worst " : ""
    let columns = [
      "speed", "\(worst)rate error, %", "target", "\(worst)distance from the line, ms", "target",
      "\(worst)first byte late, ms", "target", "timer of the client late, ms",
    ]
    table = Table(columns + more)
  }

  /// Measures a speed several times; `more` gives the cells of the columns behind the others.
  mutating func add(
    _ name: String, rateTarget: Double, _ repeats: Int, more: () -> [String] = { [] },
    _ measure: () throws -> [LineTrace]
  ) throws {
    var (errors, distances, firsts, noise) = (Figures(), Figures(), Figures(), Figures())
    for turn in 1...repeats {
      let (traces, late) = try Noise.during {
        let traces = try measure()
        Progress.show("\(traces.count) × \(name), \(turn) of \(repeats)")
        return traces
      }
      errors.add(traces.map { abs($0.rateError) }.max() ?? .nan)
      distances.add(traces.map(\.farthest).max() ?? .nan)
      firsts.add(traces.map { abs($0.firstLateness ?? .infinity) }.max() ?? .nan)
      noise.add(late)
    }
    table.add(
      [
        name, Table.cell(errors, digits: 3, target: rateTarget), Figures.text(rateTarget, 1),
        Table.cell(distances, digits: 1, target: 10), "10",
        Table.cell(firsts, digits: 1, target: 10), "10", noise.text(digits: 1),
      ] + more())
  }

  var text: String { table.text }
}
