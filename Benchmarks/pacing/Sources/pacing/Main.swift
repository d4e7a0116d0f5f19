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
      let measurement = Measurement(server: Server(path: arguments[1]), repeats: repeats)
      let text = try report(measurement, versions: arguments[4])
      try text.write(toFile: arguments[2], atomically: true, encoding: .utf8)
      Progress.show("")
      print(text)
    } catch {
      fail("\(error)")
    }
  }

  private static func report(_ measurement: Measurement, versions: String) throws -> String {
    let before = (load: Machine.load, stolen: Machine.stolenMilliseconds)
    let responses = try measurement.responses()
    let uploads = measurement.uploads()
    let streams = measurement.uploadsOverHTTP2()
    return """
      # Pacing, as measured

      \(Machine.date); \(Machine.description); \(versions). Load before: \(before.load), \
      after: \(Machine.load). Meanwhile the host kept the processors from running for \
      \(Machine.stolenMilliseconds - before.stolen) ms.

      Each figure is the median / the worst of \(measurement.repeats) repeats; bold where the median
      misses its target. \(watch) How it is measured is in [README.md](../README.md#pacing).

      ## Down, one response, \(Rules.seconds) s

      \(responses.one)
      ## Down, \(Measurement.streams) responses at once, \(Rules.seconds) s

      \(responses.many)
      ## Up, one request, \(Rules.seconds) s

      \(uploads)
      ## Up over HTTP/2, one request, \(Rules.seconds) s

      \(streams)
      ## Delays

      \(responses.delays)
      ## Others

      \(Field.text)
      """
  }

  private static var watch: String {
    ProcessorWatch.isPossible
      ? "*Absences* are times in which the host had taken a processor away."
      : "Absences of the processors were not watched: that needs the right to real-time threads."
  }

  private static func fail(_ text: String) -> Never {
    FileHandle.standardError.write(Data("error: \(text)\n".utf8))
    exit(1)
  }
}
