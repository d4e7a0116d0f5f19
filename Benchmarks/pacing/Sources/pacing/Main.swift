import Foundation

/// `pacing STUBBER RESULTS REPEATS VERSIONS`: measures the program STUBBER, writes the file RESULTS.
@main
enum Main {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 5, let repeats = Int(arguments[3]), repeats > 0 else {
      fail("expected STUBBER RESULTS REPEATS VERSIONS, found other arguments; use `make bench`")
    }
    do {
      let server = try Server(
        arguments[1], rates: Measurement.rates.map(\.rate),
        delays: Measurement.delays.map(\.delay))
      defer { server.stop() }
      let text = try report(
        Measurement(port: server.port, repeats: repeats), versions: arguments[4])
      try text.write(toFile: arguments[2], atomically: true, encoding: .utf8)
      Progress.show("")
      print(text)
    } catch {
      fail("\(error)")
    }
  }

  private static func report(_ measurement: Measurement, versions: String) throws -> String {
    let before = Machine.load
    let single = try measurement.downloads(streams: 1)
    let many = try measurement.downloads(streams: Measurement.streams)
    let delays = try measurement.delays()
    return """
      # Pacing, as measured

      \(Machine.date); \(Machine.description); \(versions). Load before: \(before), after: \
      \(Machine.load).

      Each figure is the median / the worst of \(measurement.repeats) repeats; bold where the median
      misses its target. How it is measured is in [README.md](../README.md).

      ## One response, \(Server.seconds) s

      \(single)
      ## \(Measurement.streams) responses at once, \(Server.seconds) s

      \(many)
      ## Delays

      \(delays)
      ## Others

      \(Field.text)
      """
  }

  private static func fail(_ text: String) -> Never {
    FileHandle.standardError.write(Data("error: \(text)\n".utf8))
    exit(1)
  }
}
