/// All measurements, each made into a table.
struct Measurement {
  /// Bytes per second, with the name that they go by.
  private static let rates = [
    (name: "56 kbps", rate: 7_000), (name: "3.2 Mbps", rate: 400_000),
    (name: "12 Mbps", rate: 1_500_000), (name: "100 Mbps", rate: 12_500_000),
  ]
  /// How many wait at once, for how many milliseconds, and the target for 99 % of them.
  private static let delays = [
    (waiting: 32, delay: 500, target: 2.5), (waiting: 1_000, delay: 500, target: 5.0),
    (waiting: 10_000, delay: 2_000, target: 10.0),
  ]
  static let streams = 32

  let server: Server
  let repeats: Int

  /// Everything that one server can answer.
  func responses() throws -> (one: String, many: String, delays: String) {
    let rules = try Rules(rates: Self.rates.map(\.rate), delays: Self.delays.map(\.delay))
    return try server.run(rules) { port in
      (
        try downloads(port, streams: 1), try downloads(port, streams: Self.streams),
        try delays(port)
      )
    }
  }

  private func downloads(_ port: UInt16, streams: Int) throws -> String {
    var table = PaceTable(isWorstOfMany: streams > 1)
    for (name, rate) in Self.rates {
      try table.add(name, rateTarget: streams == 1 ? 0.3 : rate >= 1_500_000 ? 2 : 1, repeats) {
        try Downloads(port: port, rate: rate).run(streams: streams)
      }
    }
    return table.text
  }

  /// A server for each speed, as the line to a server is one for all that comes in.
  func uploads() -> String {
    var table = PaceTable(
      isWorstOfMany: false, more: ["acknowledged: distance from the line, ms"])
    do {
      for (name, rate) in Self.rates {
        var acknowledged = Figures()
        try server.run(try Rules(upload: rate)) { port in
          try table.add(
            "\(name) up", rateTarget: 0.3, repeats, more: { [acknowledged.text(digits: 1)] }
          ) {
            let trace = try Upload(port: port, rate: rate).run()
            acknowledged.add(trace.acknowledged.distance())
            return [trace.read]
          }
        }
      }
      return table.text
    } catch {
      return "Not measured: \(error)\n"
    }
  }

  /// The same over HTTP/2, where the client sees how far the server is.
  func uploadsOverHTTP2() -> String {
    var table = PaceTable(isWorstOfMany: false)
    do {
      for (name, rate) in Self.rates {
        try server.run(try Rules(upload: rate)) { port in
          try table.add("\(name) up", rateTarget: 0.3, repeats) {
            [try HTTP2Upload(port: port, rate: rate).run()]
          }
        }
      }
      return table.text
    } catch {
      return "Not measured: \(error)\n"
    }
  }

  private func delays(_ port: UInt16) throws -> String {
    var table = Table([
      "waiting at once", "delay, ms", "median error, ms", "99 % within, ms", "less absences, ms",
      "target", "largest error, ms", "absences, ms",
    ])
    for (waiting, delay, target) in Self.delays {
      var (middle, most, own, largest, away) =
        (Figures(), Figures(), Figures(), Figures(), Figures())
      Progress.show("connecting \(waiting) clients")
      let measured = try Delays(port: port, delay: delay, waiting: waiting)
      for turn in 1...repeats {
        Progress.show("\(waiting) waiting, \(turn) of \(repeats)")
        let (answers, absences) = try ProcessorWatch.during { try measured.run() }
        let errors = answers.map { $0.error() }
        middle.add(errors.percentile(0.5))
        most.add(errors.percentile(0.99))
        own.add(answers.map { $0.error(less: absences) }.percentile(0.99))
        largest.add(errors.percentile(1))
        away.add(absences.total)
      }
      table.add([
        "\(waiting)", "\(delay)", middle.text(digits: 2), most.text(digits: 2),
        Table.cell(own, digits: 2, target: target), "\(Figures.text(target, 1))",
        largest.text(digits: 2), away.text(digits: 0),
      ])
    }
    return table.text
  }
}
