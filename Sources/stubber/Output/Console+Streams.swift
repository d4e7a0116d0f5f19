import StubCore

extension Console {
  /// The outputs of the process.
  struct Streams: Sendable {
    let output: LineOutput
    let errors: LineOutput
  }

  /// The same output for a server, which has to go on when its output is not read.
  ///
  /// Then lines are dropped, and counted in a line that comes later.
  var log: Console {
    guard let streams else { return self }
    let note: LineOutput.Note = { count in
      let notice = Notice(
        kind: .warning, name: "dropped",
        message: "dropped \(Count(count, "line")) of output, which was not read")
      return isJSON ? notice.jsonLines.joined() : notice.text(self) ?? ""
    }
    return Console(
      isJSON: isJSON, isTerminal: isTerminal, usesColor: usesColor, overwrite: overwrite,
      print: { streams.output.print($0, orDropping: note) },
      printError: { line in
        streams.output.flushInTime()
        streams.errors.print(line, orDropping: note)
      },
      streams: streams)
  }

  /// Writes what has been printed, and may wait for more.
  func flush() { streams?.output.flush() }

  /// Writes all that has been printed, before the process ends.
  ///
  /// - Returns: whether everything could be written; if not, standard error says why.
  func finish() -> Bool {
    guard let streams else { return true }
    let problem = streams.output.finish()
    if let problem { log.printError("error: cannot write to standard output: \(problem)") }
    _ = streams.errors.finish()
    return problem == nil
  }

  /// Whether what is printed is lost, as `head` and others end when they have read enough.
  var isReaderGone: Bool { streams?.output.isReaderGone ?? false }
}
