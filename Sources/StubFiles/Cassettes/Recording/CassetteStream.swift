import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Writes a cassette in the project's own format one interaction at a time, so that it takes the memory
/// of one.
struct CassetteStream {
  /// The bytes that are collected before they are written.
  private static let chunk = 1 << 18

  private let file: CassetteFile
  private let journal: RecordingJournal
  private var search: RecordingSearch
  private let bodies: BodyFolder
  private let longestInlineBody: Int
  private let replacements: InteractionReplacements
  /// The cassette as it is written, without bodies.
  private(set) var written: Cassette
  /// The parts that the format cannot hold.
  private(set) var losses: [String] = []

  init(
    _ file: CassetteFile, _ journal: RecordingJournal, _ title: Cassette,
    _ search: RecordingSearch, bodies: BodyFolder, longestInlineBody: Int
  ) {
    self.file = file
    self.journal = journal
    self.search = search
    self.bodies = bodies
    self.longestInlineBody = longestInlineBody
    written = title
    replacements = self.search.replacements()
  }

  /// How the secrets were found.
  var report: RedactionReport { search.report }

  /// Whether the file does not say the same already, times and dates aside.
  mutating func isNews() throws -> Bool {
    guard DurableFile.size(of: file.path) != nil, let old = file.onlyCassette(),
      old.count == search.count
    else { return true }
    return try !each { index, interaction in old[index].saysTheSame(as: interaction) }
  }

  /// Replaces the file, and removes the journal, whose interactions it has now.
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
      try each { _, interaction in
        chunk.append(contentsOf: WritableFormat.ownEntry(interaction).utf8)
        if chunk.count > Self.chunk { try flush() }
        return true
      }
      try flush()
      try journal.noteWriting(count: count, checksum: checksum)
    }
    journal.remove()
  }

  /// Calls with one interaction after the other, as long as that returns true; returns whether it always
  /// did.
  @discardableResult
  private mutating func each(_ take: (Int, Interaction) throws -> Bool) throws -> Bool {
    written.interactions = []
    search.countAgain()
    var goesOn = true
    for index in 0..<search.count {
      let interaction = try search.interaction(index, replacements)
      let stored = try file.stored(
        Cassette(interactions: [interaction]), as: .own, in: bodies, above: longestInlineBody)
      for var interaction in stored.interactions {
        goesOn = try goesOn && take(index, interaction)
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
