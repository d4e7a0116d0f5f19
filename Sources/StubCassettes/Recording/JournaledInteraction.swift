package import StubCore
import StubDocuments
import StubPlatform

/// An interaction whose bodies may be in a journal, and not in memory.
package struct JournaledInteraction: Sendable {
  /// The interaction without the bodies that are in the journal.
  var light: Interaction
  /// The range of the request's body in the journal; `nil` if there is no body, or if it is in
  /// memory.
  var sent: Range<Int>?
  /// The range of the response's body in the journal; empty if there is no body, or if it is in
  /// memory.
  var received = 0..<0

  /// Returns the interaction with its bodies in memory.
  package func whole(from journal: RecordingJournal?) throws(FileProblem) -> Interaction {
    guard let journal else { return light }
    var whole = light
    if let sent { whole.request.body = try journal.read(sent) }
    if !received.isEmpty { whole.response?.body = try journal.read(received) }
    return whole
  }
}

/// A temporary file without a name, which the system deletes when the file is closed or the process
/// ends.
final class ScratchFile: Sendable {
  private let descriptor: Int32
  private let end = Lock(0)

  /// Creates the file in the folder of `path`, and so on the same disk.
  init(beside path: String) throws(FileProblem) {
    var name = Array("\(path).XXXXXX".utf8CString)
    descriptor = mkstemp(&name)
    guard descriptor >= 0 else { throw .last }
    unlink(name)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit { close(descriptor) }

  /// Appends bytes to the file.
  ///
  /// - Returns: their range in the file.
  func append(_ bytes: Data) throws(FileProblem) -> Range<Int> {
    try end.withLock { end throws(FileProblem) in
      guard lseek(descriptor, off_t(end), SEEK_SET) >= 0 else { throw .last }
      try DurableFile.write(bytes, to: descriptor)
      defer { end += bytes.count }
      return end..<end + bytes.count
    }
  }

  func read(_ place: Range<Int>) throws(FileProblem) -> Data {
    try DurableFile.read(place, of: descriptor)
  }
}
