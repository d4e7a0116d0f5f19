import Foundation

/// All measurements in order, and what becomes of them.
struct Measurement {
  /// Bytes per second, with the name that they go by.
  static let rates = [
    (name: "56 kbps", rate: 7_000), (name: "3.2 Mbps", rate: 400_000),
    (name: "12 Mbps", rate: 1_500_000), (name: "100 Mbps", rate: 12_500_000),
  ]
  /// How many wait at once, for how many milliseconds, and the target for 99 % of them.
  static let delays = [
    (waiting: 32, delay: 500, target: 2.5), (waiting: 1_000, delay: 500, target: 5.0),
    (waiting: 10_000, delay: 2_000, target: 10.0),
  ]
  static let streams = 32

  let port: UInt16
  let repeats: Int

  func downloads(streams: Int) throws -> String {
    let column = streams == 1 ? "" : "worst "
    var table = Table([
      "speed", "\(column)rate error, %", "target", "\(column)distance from the line, ms", "target",
      "\(column)first byte late, ms", "target", "timer of the client late, ms",
    ])
    for (name, rate) in Self.rates {
      var (errors, distances, firsts, noise) = (Figures(), Figures(), Figures(), Figures())
      for turn in 1...repeats {
        Progress.show("\(streams) × \(name), \(turn) of \(repeats)")
        let (traces, late) = try Noise.during {
          try Downloads(port: port, rate: rate).run(streams: streams)
        }
        errors.add(traces.map { abs($0.rateError) }.max() ?? .nan)
        distances.add(traces.map(\.farthest).max() ?? .nan)
        firsts.add(traces.map { abs($0.firstLateness ?? .infinity) }.max() ?? .nan)
        noise.add(late)
      }
      let target = streams == 1 ? 0.3 : rate >= 1_500_000 ? 2 : 1
      table.add([
        name, Table.cell(errors, digits: 3, target: target), "\(Figures.text(target, 1))",
        Table.cell(distances, digits: 1, target: 10), "10",
        Table.cell(firsts, digits: 1, target: 10), "10", noise.text(digits: 1),
      ])
    }
    return table.text
  }

  func delays() throws -> String {
    var table = Table([
      "waiting at once", "delay, ms", "median error, ms", "99 % within, ms", "target",
      "largest error, ms", "timer of the client late, ms",
    ])
    for (waiting, delay, target) in Self.delays {
      var (middle, most, largest, noise) = (Figures(), Figures(), Figures(), Figures())
      Progress.show("connecting \(waiting) clients")
      let measured = try Delays(port: port, delay: delay, waiting: waiting)
      for turn in 1...repeats {
        Progress.show("\(waiting) waiting, \(turn) of \(repeats)")
        let (errors, late) = try Noise.during { try measured.run() }
        middle.add(errors.percentile(0.5))
        most.add(errors.percentile(0.99))
        largest.add(errors.percentile(1))
        noise.add(late)
      }
      table.add([
        "\(waiting)", "\(delay)", middle.text(digits: 2),
        Table.cell(most, digits: 2, target: target), "\(Figures.text(target, 1))",
        largest.text(digits: 2), noise.text(digits: 1),
      ])
    }
    return table.text
  }
}

/// Says on a terminal what is going on.
enum Progress {
  static func show(_ text: String) {
    guard isatty(2) != 0 else { return }
    FileHandle.standardError.write(Data("\r\u{1B}[K\(text)".utf8))
  }
}
