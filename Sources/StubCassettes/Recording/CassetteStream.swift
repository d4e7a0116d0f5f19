import StubCore
import StubDocuments
import StubPlatform

/// A writer of cassettes in the project's own format, in batches of interactions that are prepared
/// in parallel.
///
/// Only one batch is in memory; a large interaction is a batch of its own.
struct CassetteStream {
  /// The number of bytes that are collected before they are written.
  private static let chunk = 1 << 18
  /// The largest number of interactions in a batch, and the largest size in bytes of all their
  /// bodies.
  private static let (batch, batchBytes) = (ProcessInfo.processInfo.activeProcessorCount, 4 << 20)

  private let file: CassetteFile
  private let journal: RecordingJournal
  private let search: RecordingSearch
  private let bodies: BodyFolder
  private let longestInlineBody: Int
  private let replacements: InteractionReplacements
  /// The cassette that was written, without its bodies.
  private(set) var written: Cassette
  /// The number of secrets that were found outside their usual places.
  private var elsewhere = 0
  /// Sentences about the details that the format cannot store.
  private(set) var losses: [String] = []

  init(
    _ file: CassetteFile, _ journal: RecordingJournal, _ title: Cassette,
    _ search: RecordingSearch, bodies: BodyFolder, longestInlineBody: Int
  ) {
    self.file = file
    self.journal = journal
    var search = search
    replacements = search.replacements()
    self.search = search
    self.bodies = bodies
    self.longestInlineBody = longestInlineBody
    written = title
  }

  /// The places where secrets were found.
  var report: RedactionReport {
    var report = search.report
    report.elsewhere = elsewhere
    return report
  }

  /// Whether writing the cassette would change more than times and dates.
  mutating func isSignificantChange() throws -> Bool {
    guard DurableFile.size(of: file.path) != nil, let old = file.onlyCassette(),
      old.count == search.count
    else { return true }
    return try !each({ old[$0].hasSameContent(as: $1) }, { $0 })
  }

  /// Replaces the file and then removes the journal, whose interactions the file now contains.
  mutating func write() throws {
    let mode = DurableFile.mode(of: file.path) ?? 0o644
    try DurableFile.replace(file.path, mode: mode) { descriptor in
      var (count, checksum): (Int, UInt32) = (0, 0)
      var chunk = Data()
      func flush() throws {
        try DurableFile.write(chunk, to: descriptor)
        count += chunk.count
        checksum = chunk.checksum(after: checksum)
        chunk.removeAll(keepingCapacity: chunk.count <= 2 * Self.chunk)
      }
      chunk.append(contentsOf: WritableFormat.ownTitle(written).utf8)
      try each({ WritableFormat.ownEntry($1) }) { entry in
        chunk.append(contentsOf: entry.utf8)
        if chunk.count > Self.chunk { try flush() }
        return true
      }
      try flush()
      try journal.noteWriting(count: count, checksum: checksum)
    }
    journal.remove()
  }

  /// Calls `make` with each interaction, in parallel, and `take` with the results, in order.
  ///
  /// - Returns: `false` if `take` has returned `false`, after which it is not called again.
  @discardableResult
  private mutating func each<Made: Sendable>(
    _ make: @Sendable (Int, Interaction) -> Made, _ take: (Made) throws -> Bool
  ) throws -> Bool {
    written.interactions = []
    elsewhere = 0
    var goesOn = true
    var indices = 0..<0
    while indices.upperBound < search.count {
      indices = search.batch(after: indices.upperBound, atMost: Self.batch, Self.batchBytes)
      let searched = try indices.concurrentMap { [search, replacements] in
        try search.interaction($0, replacements)
      }
      elsewhere += searched.lazy.map { $0.elsewhere }.reduce(0, +)
      // Bodies are stored one after the other, because equal bodies share a file.
      let stored = try file.stored(
        Cassette(interactions: searched.map { $0.0 }), as: .own, in: bodies,
        above: longestInlineBody
      ).interactions
      let made = indices.concurrentMap { [indices] in make($0, stored[$0 - indices.lowerBound]) }
      for (made, var interaction) in zip(made, stored) {
        goesOn = try goesOn && take(made)
        interaction.request.body = nil
        interaction.response?.body = Data()
        written.interactions.append(interaction)
      }
    }
    var lost = written
    losses = WritableFormat.own.losses.compactMap {
      $0.take(from: &lost, in: WritableFormat.own.title)
    }
    return goesOn
  }
}
