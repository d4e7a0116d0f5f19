/// What other programs reached on a machine like this, measured before.
enum Field {
  static var text: String {
    var table = Table([
      "program", "rate error, % (56 kbps / 3.2 Mbps / 12 Mbps)", "distance from the line, ms",
      "worst of 32, rate error, %",
    ])
    table.add(["toxiproxy", "1.84 / 0.11 / 0.15", "45", "4"])
    table.add(["WireMock, chunked dribble delay", "0.3 to 2.3", "up to 500", "over 100"])
    table.add(["nginx, `limit_rate`", "−20 / −5 / −2", "not measured", "not measured"])
    return table.text
  }
}
