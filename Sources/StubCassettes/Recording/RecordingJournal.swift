package import StubCore
import StubDocuments
package import StubPlatform

/// The interactions that a recorder has recorded so far, in a file beside the cassette.
///
/// Each interaction, with its secrets, is one record: a line with the lengths of its parts and
/// their checksum, then its text in the project's own format, then its unchanged bodies. Reading
/// ends at the first incomplete record. The first record names the secrets to hide when the
/// cassette is written. The file is locked while it is open, so that a cassette has only one
/// recorder.
package final class RecordingJournal: Sendable {
  /// The interactions that a killed recorder has left.
  struct LeftoverRecording: Sendable {
    /// The name of the format in which the killed recorder was to write the cassette.
    let format: String
    /// The names whose values the killed recorder was to hide.
    let names: SecretNames
    let interactions: [JournaledInteraction]
  }

  private struct State {
    /// The end of the last complete record.
    var end = 0
    /// Whether the file has interactions that are not in the cassette.
    var isNeeded = false
    var isOpen = true
  }

  package let path: String
  let cassettePath: String
  private let descriptor: Int32
  private let state = Lock(State())

  package static func path(for cassette: String) -> String { "\(cassette).journal" }

  /// Opens or creates the journal of a cassette, and locks it against other recorders.
  ///
  /// - Throws: `RecordingError` if the folder cannot be written to, or if another recorder is
  ///   running.
  package init(of cassette: String) throws(RecordingError) {
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
        let holder = Self.header(
          of: Array((try? DurableFile.read(0..<100, of: descriptor)) ?? Data()))?.process
        closeDescriptor(descriptor)
        let isOwn = holder == getpid()
        let who = isOwn ? "this process" : holder.map { "process \($0)" } ?? "another process"
        throw RecordingError(
          "\(cassette) is already being recorded by \(who); end that recording first, or record to "
            + "another file")
      }
      // The previous recorder may have removed the file after it was opened here.
      if Self.isSame(descriptor, path) { return descriptor }
      closeDescriptor(descriptor)
    }
  }

  private static func isSame(_ descriptor: Int32, _ path: String) -> Bool {
    var (mine, there) = (stat(), stat())
    return fstat(descriptor, &mine) == 0 && stat(path, &there) == 0 && mine.st_ino == there.st_ino
  }

  /// Begins a new recording, and deletes the data of the previous one.
  func begin(format: WritableFormat, hiding names: SecretNames = .usual) throws(FileProblem) {
    guard ftruncate(descriptor, 0) == 0 else { throw .last }
    state.withLock { state in
      state.end = 0
      state.isNeeded = false
    }
    let hidden = (try? JSONEncoder().encode(names)) ?? Data()
    let title =
      "journal 2 \(getpid()) \(format.name)\nhiding \(hidden.count) \(hidden.checksum())\n"
    try add(Data(title.utf8) + hidden)
  }

  /// Appends an interaction with its bodies; after an error, the file contains no part of it.
  package func append(_ interaction: Interaction) throws(FileProblem) -> JournaledInteraction {
    var light = interaction
    let sent = light.request.body
    let received = light.response?.body ?? Data()
    light.request.body = nil
    light.response?.body = Data()
    let text = Data(WritableFormat.ownEntry(light).utf8)
    let sum = [text, sent ?? Data(), received].reduce(UInt32(0)) { $1.checksum(after: $0) }
    let title =
      "record \(text.count) \(sent.map { "\($0.count)" } ?? "-") \(received.count) \(sum)\n"
    let start = try add(Data(title.utf8) + text, sent ?? Data(), received)
    state.withLock { $0.isNeeded = true }
    let body = start + title.utf8.count + text.count
    let end = body + (sent?.count ?? 0)
    return JournaledInteraction(
      light: light, sent: sent == nil ? nil : body..<end, received: end..<end + received.count)
  }

  /// Reads the bytes of a body in the journal.
  package func read(_ place: Range<Int>) throws(FileProblem) -> Data {
    try state.withLock { state throws(FileProblem) in
      guard state.isOpen else { throw FileProblem(code: EBADF) }
      return try DurableFile.read(place, of: descriptor)
    }
  }

  /// Notes the size and the checksum of the cassette that is about to be written.
  ///
  /// By them, a later recorder sees that the cassette already has these interactions.
  func noteWriting(count: Int, checksum: UInt32) throws(FileProblem) {
    _ = try add(Data("written \(count) \(checksum)\n".utf8))
  }

  /// Removes the file, because the cassette is complete.
  package func remove() {
    state.withLock { $0.isNeeded = false }
    close()
  }

  /// Renames an unreadable journal, so that it does not prevent recordings.
  ///
  /// - Returns: its new path.
  func quarantine() throws(RecordingError) -> String {
    var number = 1
    var name: String { number == 1 ? "\(path).unreadable" : "\(path).unreadable-\(number)" }
    while DurableFile.mode(of: name) != nil { number += 1 }
    guard rename(path, name) == 0 else { throw .cannotWrite(name, .last) }
    close()
    return name
  }

  /// Closes the file, and deletes it unless it has interactions that are not in the cassette.
  package func close() {
    state.withLock { state in
      guard state.isOpen else { return }
      state.isOpen = false
      if !state.isNeeded { unlink(path) }
      closeDescriptor(descriptor)
    }
  }

  /// Appends bytes to the file.
  ///
  /// - Returns: the position of the first one.
  @discardableResult
  private func add(_ parts: Data...) throws(FileProblem) -> Int {
    try state.withLock { state throws(FileProblem) in
      guard state.isOpen else { throw FileProblem(code: EBADF) }
      let start = state.end
      do throws(FileProblem) {
        guard lseek(descriptor, off_t(start), SEEK_SET) >= 0 else { throw .last }
        for part in parts {
          try DurableFile.write(part, to: descriptor)
          state.end += part.count
        }
        return start
      } catch {
        // Reading ends at an incomplete record, so records after it would be lost.
        ftruncate(descriptor, off_t(start))
        state.end = start
        throw error
      }
    }
  }
}

/// Unlocks and closes a file.
///
/// The function is global, because the method `close` of the type would hide the system's function.
func closeDescriptor(_ descriptor: Int32) {
  // A child process that is just being started also has the file open, and would hold the lock
  // until it runs its program.
  flock(descriptor, LOCK_UN)
  close(descriptor)
}
