import StubCore
package import StubDocuments
import StubPlatform

/// The file of a cassette, which can be read, written and replaced.
package struct CassetteFile: Sendable {
  package let path: String

  package init(path: String) { self.path = path }

  /// Returns all recordings in the file, joined into one; `nil` if there is no file.
  ///
  /// - Throws: the same errors as ``contents()``.
  package func read() throws -> Cassette? { try contents()?.cassette }

  /// Returns all recordings in the file, joined into one, with warnings about its other contents.
  ///
  /// The result is `nil` if there is no file.
  ///
  /// - Throws: `DiagnosticList` for an invalid file, `RecordingError` for a file without
  ///   recordings.
  package func contents() throws -> (cassette: Cassette, warnings: DiagnosticList)? {
    guard DurableFile.mode(of: path) != nil else { return nil }
    // A recorded file can be read again even if it is larger than the usual limit.
    let source: SourceText
    do throws(FileDiagnostic) {
      source = try SourceText(path: path)
    } catch {
      throw DiagnosticList([error])
    }
    let reader = CassetteReader(source)
    if reader.diagnostics.hasErrors { throw reader.diagnostics }
    guard let cassette = Cassette.joining(reader.cassettes)?.cassette else {
      let what = reader.hasOthers ? "stubs, not recordings" : "no recordings"
      throw RecordingError(
        "\(path) already exists and has \(what); record to another file, or replace it with the mode "
          + "all\(reader.hasOthers ? "; stubber serve answers from it" : "")")
    }
    var warnings = reader.diagnostics
    if let warning = RecordingJournal.warning(about: path) { warnings.append(warning) }
    return (cassette, warnings)
  }

  /// Checks that rewriting the file would lose none of its entries.
  ///
  /// Entries would be lost if the warnings say that reading has left them out.
  ///
  /// - Throws: `RecordingError` that names the first of these entries.
  func refuseDataLoss(_ warnings: DiagnosticList) throws(RecordingError) {
    guard let lost = warnings.sorted.first(where: \.causesOmission) else { return }
    let place = lost.line.map { "\(path):\($0)" } ?? path
    throw RecordingError(
      "cannot add to \(path): entries that are not read would be lost (\(place): \(lost.message)); "
        + "remove them, or record to another file")
  }

  /// Returns the format in which the file can be rewritten.
  ///
  /// - Throws: `RecordingError` if its format can only be read.
  func writableFormat() throws(RecordingError) -> WritableFormat {
    var diagnostics = DiagnosticList()
    let source = try? SourceText(path: path)
    let document = source.flatMap {
      DocumentReader.documents(
        in: $0, strictness: RecordingFormat.strictness, reportingTo: &diagnostics
      ).first
    }
    let format = document.flatMap { RecordingFormat.recognizing($0) }
    if format == .own { return WritableFormat.own }
    // Compressed files, such as VCR's, would be written without compression.
    if let source, let format, !CompressedFile.isNamed(path) {
      let notation = DocumentFormat(guessedFrom: source)
      let writable = WritableFormat.all.first { $0.rewrites(format, as: notation) }
      if let writable { return writable }
    }
    throw RecordingError(
      "cannot add to \(path): its format\(format.map { ", \($0.title)," } ?? "") can only be read; "
        + "record to another file")
  }

  /// Returns the format of a new file, which its extension determines, or else the project's own
  /// format.
  ///
  /// If several formats have the extension, the format of the file that is replaced is used.
  ///
  /// - Throws: `RecordingError` if the format is ambiguous.
  func namedFormat() throws(RecordingError) -> WritableFormat {
    let fitting = WritableFormat.fitting(path)
    guard fitting.count > 1 else { return fitting.first ?? WritableFormat.own }
    if let replaced = try? writableFormat() { return replaced }
    let names = fitting.map { $0.title }.joined(separator: ", ")
    throw RecordingError(
      "several formats use the extension of \(path): \(names); set the format (in Swift "
        + "RecordingConfiguration.format, such as .\(fitting[0].name)), or record to a .yaml or .har file"
    )
  }

  /// Returns the date of a recording that has expired; `nil` if it has not.
  ///
  /// A recording is as old as its oldest interaction or, if no interaction has a date, as the file.
  func expiry(of cassette: Cassette, _ configuration: RecordingConfiguration) -> Date? {
    let dates = cassette.interactions.compactMap(\.recordedAt)
    guard let age = configuration.expiry,
      let oldest = dates.min() ?? DurableFile.modificationDate(of: path)
    else { return nil }
    let seconds = Double(age.wholeMicroseconds) / 1_000_000
    return Date().timeIntervalSince(oldest) > seconds ? oldest : nil
  }

  /// Returns whether writing the cassette would change more than times and dates.
  func isSignificantChange(_ cassette: Cassette, _ written: WrittenCassette) -> Bool {
    guard let bytes = try? DurableFile.read(path) else { return true }
    if bytes.elementsEqual(written.bytes) { return false }
    guard let old = onlyCassette() else { return true }
    return old.count != cassette.interactions.count
      || !zip(old, cassette.interactions).allSatisfy { $0.hasSameContent(as: $1) }
  }

  /// Returns the interactions in the file; `nil` if it has errors, or does not have exactly one
  /// cassette.
  func onlyCassette() -> [Interaction]? {
    guard let source = try? SourceText(path: path) else { return nil }
    let reader = CassetteReader(source)
    guard !reader.diagnostics.hasErrors, reader.cassettes.count == 1 else { return nil }
    return reader.cassettes[0].interactions
  }

  /// Returns the cassette in the form in which it will be written.
  ///
  /// Large bodies are in separate files if the format can refer to files; otherwise, all bodies are
  /// in memory.
  ///
  /// - Throws: `RecordingError` if the bodies cannot be read or written.
  func stored(
    _ cassette: Cassette, as format: WritableFormat, in bodies: BodyFolder, above limit: Int
  ) throws(RecordingError) -> Cassette {
    var stored = cassette
    for index in stored.interactions.indices {
      do {
        let body = stored.interactions[index].request.body ?? Data()
        let isLarge = format.refersToBodies && body.count > limit
        stored.interactions[index].request.bodyFile = isLarge ? try bodies.add(body) : nil
        guard var response = stored.interactions[index].response else { continue }
        if !format.refersToBodies {
          (response.body, response.bodyFile) = (try response.wholeBody(), nil)
        } else if let file = response.bodyFile {
          response.bodyFile = try bodies.add(file)
        } else if response.body.count > limit {
          (response.body, response.bodyFile) = (Data(), try bodies.add(response.body))
        }
        stored.interactions[index].response = response
      } catch {
        throw RecordingError("cannot write the bodies of \(path): \(error)")
      }
    }
    return stored
  }

  /// Writes or replaces the file, unless the format can store no interaction.
  ///
  /// - Throws: `RecordingError` if the file cannot be written.
  package func write(
    _ cassette: Cassette, as format: WritableFormat
  ) throws(RecordingError) -> WrittenCassette {
    let format = try format.fitting(name: path)
    let bodies = BodyFolder(of: path)
    let stored = try stored(
      cassette, as: format, in: bodies, above: RecordingConfiguration.inlineBodyLimit)
    let written = format.write(stored)
    guard written.count > 0 || cassette.interactions.isEmpty else { return written }
    do throws(FileProblem) {
      try replace(with: written.bytes)
    } catch {
      bodies.removeAdded()
      throw .cannotWrite(path, error)
    }
    bodies.removeAll(keepingBodiesOf: stored)
    return written
  }

  /// Adds the interactions that a killed recorder has left in its journal, if the mode records to
  /// the file.
  ///
  /// The present contents of the file are kept, even if the killed recorder was to replace them,
  /// because it had not finished.
  ///
  /// - Throws: `RecordingError` or `DiagnosticList` if the interactions cannot be added.
  /// - Returns: the number of added interactions; 0 with a warning if the journal cannot be read.
  func addLeftovers(
    in mode: RecordMode, _ configuration: RecordingConfiguration
  ) throws -> (count: Int, warning: FileDiagnostic?) {
    guard mode != .none,
      let size = DurableFile.size(of: RecordingJournal.path(for: path)), size > 0,
      try mode != .once || isMadeOnce(configuration),
      // Opening fails if the journal is locked by a recorder that is still running.
      let journal = try? RecordingJournal(of: path)
    else { return (0, nil) }
    let left: RecordingJournal.LeftoverRecording?
    do {
      left = try journal.remains()
    } catch let problems as DiagnosticList {
      let problem = problems.sorted.first { $0.severity == .error }?.message ?? "damaged"
      let found = "this journal of a recording that was cut off cannot be read (\(problem))"
      let name = try journal.quarantine()
      return (
        0,
        FileDiagnostic(.warning, file: journal.path, found: found, remedy: "it is now \(name)")
      )
    }
    guard let remains = left else {
      journal.remove()
      return (0, nil)
    }
    let added = Result {
      try contents().map { contents in
        if mode == .newEpisodes { try refuseDataLoss(contents.warnings) }
        return (contents.cassette, try writableFormat())
      }
    }
    // A file that is replaced need not be readable, and its format need not be writable.
    let old = mode == .newEpisodes ? try added.get() : try? added.get()
    let format = try (old?.1 ?? Self.format(remains, configuration) ?? namedFormat()).fitting(
      name: path)
    var names = remains.names
    names.formUnion(configuration.secretNames)
    let writer = CassetteWriter(
      self, format: format, after: old?.0, mode: .newEpisodes, configuration, hiding: names,
      journal: journal)
    var summary = RecordingSummary(file: path)
    for interaction in remains.interactions { try writer.search(interaction) }
    try writer.write(remains.interactions, &summary)
    return (remains.interactions.count, nil)
  }

  /// Returns the format in which a killed recorder was to write the cassette; `nil` if it is
  /// unknown.
  ///
  /// Formats of other targets are known only if the configuration has them.
  private static func format(
    _ left: RecordingJournal.LeftoverRecording, _ configuration: RecordingConfiguration
  ) -> WritableFormat? {
    let known = WritableFormat.all + [configuration.format?.writable].compactMap(\.self)
    return .named(left.format, among: known)
  }

  /// Whether the mode `once` records to the file, because it is missing, empty or too old.
  private func isMadeOnce(_ configuration: RecordingConfiguration) throws -> Bool {
    guard let cassette = try read() else { return true }
    return cassette.interactions.isEmpty || expiry(of: cassette, configuration) != nil
  }

  /// Replaces the file and then removes the journal, whose interactions the file now contains.
  func replace(
    with bytes: Data, noting journal: RecordingJournal
  ) throws(RecordingError) {
    do throws(FileProblem) {
      try journal.noteWriting(count: bytes.count, checksum: bytes.checksum())
      try replace(with: bytes)
    } catch {
      throw .cannotWrite(path, error)
    }
    journal.remove()
  }

  func replace(with bytes: Data) throws(FileProblem) {
    // An existing file keeps its permissions; a new one can be read by all users who can open its
    // folder.
    try DurableFile.replace(
      path, with: Array(bytes), mode: DurableFile.mode(of: path) ?? 0o644, ofAnyKind: true)
  }
}

extension Interaction {
  /// Returns whether both interactions have the same request and outcome, apart from times.
  func hasSameContent(as other: Interaction) -> Bool { withoutTimes == other.withoutTimes }

  /// The interaction without the values that change from one recording to the next.
  fileprivate var withoutTimes: Interaction {
    var interaction = self
    interaction.recordedAt = nil
    interaction.timing = nil
    interaction.origin = nil
    interaction.response?.headers.remove(.date)
    return interaction
  }
}
