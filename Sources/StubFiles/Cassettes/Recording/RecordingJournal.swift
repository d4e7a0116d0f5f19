import CZlib
import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What a recorder has recorded so far, in a file beside the cassette.
///
/// Each interaction is a record: a line with the length and the checksum of its text, then the text,
/// as in the project's own format. A record that was cut off, and all behind it, count as not
/// written. The file is locked as long as it is open, so that a cassette has one recorder.
final class RecordingJournal: Sendable {
  /// What a recorder that was ended by force has left.
  struct Remains: Sendable {
    /// The format of a new cassette.
    let format: WritableFormat?
    let interactions: [Interaction]
  }

  private struct State {
    /// The end of the last whole record.
    var end = 0
    /// Whether the file holds something that the cassette does not.
    var isNeeded = false
    var isOpen = true
  }

  let path: String
  private let cassettePath: String
  private let descriptor: Int32
  private let state = Lock(State())

  static func path(for cassette: String) -> String { "\(cassette).journal" }

  /// Opens or makes the journal of a cassette, and keeps others from recording into the cassette.
  ///
  /// - Throws: `RecordingError` when the folder cannot be written to, or when there is a recorder.
  init(of cassette: String) throws(RecordingError) {
    cassettePath = cassette
    path = Self.path(for: cassette)
    descriptor = try Self.lock(path, for: cassette)
    let size = lseek(descriptor, 0, SEEK_END)
    state.withLock { state in
      state.end = Int(size)
      state.isNeeded = size > 0
    }
  }

  deinit { close() }

  private static func lock(_ path: String, for cassette: String) throws(RecordingError) -> Int32 {
    while true {
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else {
        let problem = FileProblem.last
        let folder = DurableFile.folder(of: cassette)
        guard problem.code == ENOENT else { throw .cannotWrite(cassette, problem) }
        throw RecordingError("cannot write \(cassette): no such folder \(folder); create it")
      }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        let holder = Self.header(of: (try? DurableFile.read(path)) ?? [])?.process
        closeDescriptor(descriptor)
        let isOwn = holder == getpid()
        let who = isOwn ? "this process" : holder.map { "process \($0)" } ?? "another process"
        throw RecordingError(
          "\(cassette) is already being recorded by \(who); end that recording first, or record to "
            + "another file")
      }
      // The one before may have removed the file after it was opened here.
      if Self.isSame(descriptor, path) { return descriptor }
      closeDescriptor(descriptor)
    }
  }

  private static func isSame(_ descriptor: Int32, _ path: String) -> Bool {
    var (mine, there) = (stat(), stat())
    return fstat(descriptor, &mine) == 0 && stat(path, &there) == 0 && mine.st_ino == there.st_ino
  }

  /// Starts a new recording; what was left of the one before is dropped.
  func begin(format: WritableFormat) throws(FileProblem) {
    guard ftruncate(descriptor, 0) == 0 else { throw .last }
    state.withLock { state in
      state.end = 0
      state.isNeeded = false
    }
    try add(Array("journal 1 \(getpid()) \(format.name)\n".utf8))
  }

  /// Adds interactions; all of them or, with an error, none.
  func append(_ interactions: [Interaction]) throws(RecordingError) {
    let records = interactions.flatMap { interaction in
      let text = Array(WritableFormat.ownEntry(interaction).utf8)
      return Array("record \(text.count) \(text.checksum)\n".utf8) + text
    }
    do throws(FileProblem) {
      try add(records)
    } catch {
      throw .cannotWrite(path, error)
    }
    state.withLock { $0.isNeeded = true }
  }

  /// Notes which bytes the cassette gets now, so that they are not added to it again.
  func noteWriting(_ bytes: [UInt8]) throws(FileProblem) {
    try add(Array("written \(bytes.count) \(bytes.checksum)\n".utf8))
  }

  /// Removes the file: the cassette is whole.
  func remove() {
    state.withLock { $0.isNeeded = false }
    close()
  }

  /// Renames a file whose records cannot be read, so that it does not bar recordings; returns its new path.
  func setAside() throws(RecordingError) -> String {
    var number = 1
    var name: String { number == 1 ? "\(path).unreadable" : "\(path).unreadable-\(number)" }
    while DurableFile.mode(of: name) != nil { number += 1 }
    guard rename(path, name) == 0 else { throw .cannotWrite(name, .last) }
    close()
    return name
  }

  /// Closes the file, which stays if it has interactions that the cassette does not.
  func close() {
    state.withLock { state in
      guard state.isOpen else { return }
      state.isOpen = false
      if !state.isNeeded { unlink(path) }
      closeDescriptor(descriptor)
    }
  }

  private func add(_ bytes: [UInt8]) throws(FileProblem) {
    try state.withLock { state throws(FileProblem) in
      guard state.isOpen else { throw FileProblem(code: EBADF) }
      do throws(FileProblem) {
        guard lseek(descriptor, off_t(state.end), SEEK_SET) >= 0 else { throw .last }
        try DurableFile.write(bytes, to: descriptor)
        state.end += bytes.count
      } catch {
        // A record that is not whole would hide those behind it.
        ftruncate(descriptor, off_t(state.end))
        throw error
      }
    }
  }
}

/// Reading what was left.
extension RecordingJournal {
  /// What an earlier recorder has left; `nil` if it has finished.
  ///
  /// - Throws: `DiagnosticList` when the records do not say what interactions do.
  func remains() throws -> Remains? {
    let bytes = try DurableFile.read(path)
    guard let header = Self.header(of: bytes) else { return nil }
    var text = "cassette: \(WritableFormat.ownVersion)\ninteractions:\n"
    var count = 0
    var rest = bytes[header.end...]
    while let line = Self.line(&rest) {
      guard line.count == 3, let length = Int(line[1]), let sum = UInt32(line[2]) else { break }
      if line[0] == "written" {
        let cassette = try? DurableFile.read(cassettePath)
        if cassette?.count == length, cassette?.checksum == sum { return nil }
        continue
      }
      guard line[0] == "record", (0...rest.count).contains(length) else { break }
      let record = Array(rest.prefix(length))
      guard record.checksum == sum else { break }
      text += String(decoding: record, as: UTF8.self)
      count += 1
      rest = rest.dropFirst(length)
    }
    if count == 0 { return nil }
    var reader = RuleFileReader(variables: EnvironmentVariables([:]))
    reader.read(try SourceText(name: path, text: text))
    if reader.diagnostics.hasErrors { throw reader.diagnostics }
    return Remains(
      format: header.format, interactions: reader.draft.cassettes.flatMap(\.interactions))
  }

  private struct Header {
    let process: pid_t
    let format: WritableFormat?
    let end: Int
  }

  private static func header(of bytes: [UInt8]) -> Header? {
    var rest = bytes[...]
    guard let line = line(&rest), line.count == 4, line[0] == "journal", line[1] == "1",
      let process = pid_t(line[2])
    else { return nil }
    return Header(process: process, format: .named(line[3]), end: rest.startIndex)
  }

  /// The words of the next line; `nil` if it has no end.
  private static func line(_ rest: inout ArraySlice<UInt8>) -> [String]? {
    guard let end = rest.prefix(100).firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    defer { rest = rest[(end + 1)...] }
    return rest[..<end].split(separator: UInt8(ascii: " ")).map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}

extension [UInt8] {
  /// The CRC-32 of zlib.
  fileprivate var checksum: UInt32 {
    withUnsafeBufferPointer { UInt32(truncatingIfNeeded: crc32_z(0, $0.baseAddress, $0.count)) }
  }
}

/// Outside of the type, whose own `close` would stand before that of the system.
private func closeDescriptor(_ descriptor: Int32) {
  // A child of this process that is just being started holds the lock too until it runs its program.
  flock(descriptor, LOCK_UN)
  close(descriptor)
}

/// The part of one test in a recording that several tests, or cases of one, make together.
package struct RecordingShare: Sendable {
  /// The test, if others may have the same cassette.
  package var test: String?
  /// The tests that have recorded into the cassette in this run.
  package var recordedTests: Set<String>
  /// Whether other cases of the test have recorded into the cassette in this run.
  package var isRepeated: Bool

  package init(test: String?, recordedTests: Set<String> = [], isRepeated: Bool = false) {
    self.test = test
    self.recordedTests = recordedTests
    self.isRepeated = isRepeated
  }

  /// What of the cassette this run has recorded.
  func fresh(_ interactions: [Interaction]) -> [Interaction] {
    interactions.filter { $0.test.map(recordedTests.contains) ?? false }
  }

  /// What of the cassette stays when this test records again: what other tests have recorded, and
  /// other cases of this one in this run.
  func kept(_ interactions: [Interaction]) -> [Interaction] {
    guard let test else { return [] }
    return recordedTests.contains(test) ? interactions : interactions.filter { $0.test != test }
  }

  /// The interactions in an order that does not depend on which test was first.
  ///
  /// Those of one test follow each other, the tests in the order of their names. Cases of a test
  /// have no names, so its interactions are in the order of their requests if it has several.
  func arranged(_ interactions: [Interaction]) -> [Interaction] {
    let entries = interactions.enumerated().map { number, interaction in
      let isOfCases = isRepeated && interaction.test == test
      return (
        key: [interaction.test ?? "", isOfCases ? interaction.requestKey : ""], number: number,
        interaction: interaction
      )
    }
    return entries.sorted { one, other in
      if one.key != other.key { return one.key.lexicographicallyPrecedes(other.key) }
      return one.number < other.number
    }.map(\.interaction)
  }
}

extension Interaction {
  /// Equal for the same requests.
  var requestKey: String {
    let body = String(decoding: request.body ?? Data(), as: UTF8.self)
    return "\(request.url) \(request.method.rawValue) \(body)"
  }
}
