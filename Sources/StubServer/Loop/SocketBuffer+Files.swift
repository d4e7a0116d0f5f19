import StubCore

// Parts of files that are sent from where they are.
extension SocketBuffer {
  /// Whether that is possible: what goes through TLS has to be read.
  var sendsFiles: Bool { session == nil }

  /// Whether a part of a file has not been sent yet; nothing is to be written behind it.
  var isSendingFile: Bool { stream.file != nil }

  /// Sends a part of a file behind what has been written.
  func write(_ part: FilePart) { stream.write(part) }

  /// Tells, once, why the rest of a part will never be sent.
  func takeFileProblem() -> BodyReadError? {
    defer { stream.fileProblem = nil }
    return stream.fileProblem
  }
}
