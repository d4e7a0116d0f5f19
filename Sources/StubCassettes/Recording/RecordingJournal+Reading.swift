import CZlib
package import StubCore
package import StubDocuments
package import StubPlatform

/// The reading of the journal that an earlier recorder has left.
extension RecordingJournal {
  /// Returns the interactions that an earlier recorder has left; `nil` if it had finished.
  ///
  /// Bodies are not loaded into memory.
  ///
  /// - Throws: `DiagnosticList` if the records are not valid interactions, or `FileProblem`.
  func remains() throws -> LeftoverRecording? {
    guard let header = try Self.header(of: head(at: 0)) else { return nil }
    var text = "cassette: \(WritableFormat.ownVersion)\ninteractions:\n"
    var bodies: [(sent: Range<Int>?, received: Range<Int>)] = []
    // Journals of older versions do not list names; their secrets are already replaced by
    // placeholders.
    var names = SecretNames.usual
    var place = header.end
    while let (line, start) = try line(at: place) {
      let numbers = line.dropFirst().map { Int($0) }
      if line[0] == "written", numbers.count == 2 {
        let cassette = try? DurableFile.checksum(of: cassettePath)
        if let cassette, cassette.count == numbers[0], Int(cassette.sum) == numbers[1] {
          return nil
        }
        place = start
        continue
      }
      guard let sum = numbers.last ?? nil, let length = numbers[0], length >= 0 else { break }
      let sent = numbers.count == 4 ? numbers[1] : nil
      let received = numbers.count == 4 ? numbers[2] ?? -1 : 0
      let room = size - start
      // Each length is checked separately, because the sum may overflow.
      guard length <= room, (0...room).contains(sent ?? 0), (0...room).contains(received),
        length + (sent ?? 0) + received <= room
      else { break }
      let end = start + length + (sent ?? 0) + received
      guard try checksum(of: start..<end) == sum else { break }
      place = end
      let content = try read(start..<start + length)
      switch line[0] {
      case "hiding":
        names = try secretNames(in: content)
      case "record":
        text += String(decoding: content, as: UTF8.self)
        bodies.append((sent.map { start + length..<start + length + $0 }, end - received..<end))
      default: break
      }
    }
    if bodies.isEmpty { return nil }
    let reader = CassetteReader(try SourceText(name: path, text: text))
    if reader.diagnostics.hasErrors { throw reader.diagnostics }
    let read = reader.cassettes.flatMap(\.interactions)
    // In older journals, bodies are part of the text.
    let interactions = zip(read, bodies).map { light, bodies in
      JournaledInteraction(light: light, sent: bodies.sent, received: bodies.received)
    }
    return LeftoverRecording(format: header.format, names: names, interactions: interactions)
  }

  /// Reads the names whose values must be hidden.
  ///
  /// - Throws: `DiagnosticList` if another version has written them in an unknown form, because
  ///   their values would get into the cassette.
  private func secretNames(in content: Data) throws -> SecretNames {
    do {
      return try JSONDecoder().decode(SecretNames.self, from: content)
    } catch {
      throw DiagnosticList([
        FileDiagnostic(.error, file: path, found: "what it has to hide is not known")
      ])
    }
  }

  private var size: Int { DurableFile.size(of: path) ?? 0 }

  /// Returns 100 bytes from the position `place`, which is more than a line has, or fewer at the
  /// end.
  private func head(at place: Int) throws(FileProblem) -> [UInt8] {
    Array(try read(place..<min(place + 100, max(size, place))))
  }

  /// Returns the words of the line at `place`, and the position after it.
  ///
  /// The result is `nil` if the line has no end, or fewer than three words.
  private func line(at place: Int) throws(FileProblem) -> (words: [String], end: Int)? {
    let bytes = try head(at: place)
    var rest = bytes[...]
    guard let words = Self.line(&rest), words.count > 2 else { return nil }
    return (words, place + rest.startIndex)
  }

  /// Returns the checksum of a range of the file, read piece by piece.
  private func checksum(of range: Range<Int>) throws(FileProblem) -> Int {
    var sum: UInt32 = 0
    var place = range.lowerBound
    while place < range.upperBound {
      let end = min(place + (1 << 20), range.upperBound)
      sum = try read(place..<end).checksum(after: sum)
      place = end
    }
    return Int(sum)
  }

  struct Header {
    let process: pid_t
    /// The name of the format of the cassette.
    let format: String
    let end: Int
  }

  static func header(of bytes: [UInt8]) -> Header? {
    var rest = bytes[...]
    guard let line = line(&rest), line.count == 4, line[0] == "journal",
      ["1", "2"].contains(line[1]), let process = pid_t(line[2])
    else { return nil }
    return Header(process: process, format: line[3], end: rest.startIndex)
  }

  /// Removes the next line, and returns its words; `nil` if it does not end within 100 bytes.
  private static func line(_ rest: inout ArraySlice<UInt8>) -> [String]? {
    guard let end = rest.prefix(100).firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    defer { rest = rest[(end + 1)...] }
    return rest[..<end].split(separator: UInt8(ascii: " ")).map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}

/// The messages about an interrupted recording.
extension RecordingJournal {
  /// Returns whether the cassette has a journal whose recorder is not running.
  package static func isInterrupted(_ cassette: String) -> Bool {
    let descriptor = open(path(for: cassette), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { closeDescriptor(descriptor) }
    guard let start = try? DurableFile.read(0..<100, of: descriptor),
      let process = header(of: Array(start))?.process
    else { return false }
    return kill(process, 0) != 0 && errno == ESRCH
  }

  /// Returns the remedy for an interrupted recording.
  package static func remedy(for cassette: String) -> String {
    "a recording was cut off: record to \(cassette) again to add what is in \(path(for: cassette)), "
      + "or remove that file"
  }

  /// Returns the warning about a cassette that has the journal of an interrupted recording; `nil`
  /// if it has none.
  package static func warning(about cassette: String) -> FileDiagnostic? {
    guard isInterrupted(cassette) else { return nil }
    return FileDiagnostic(
      .warning, file: cassette, found: "a recording into this file was cut off",
      remedy: "record to it again to add what is in \(path(for: cassette)), or remove that file")
  }
}

extension Data {
  /// Returns zlib's CRC-32 of these bytes; `sum` is the checksum of the bytes before them.
  func checksum(after sum: UInt32 = 0) -> UInt32 {
    withUnsafeBytes { bytes in
      UInt32(
        truncatingIfNeeded: crc32_z(
          UInt(sum), bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count))
    }
  }
}

extension DurableFile {
  /// Writes all bytes at the descriptor's current position.
  package static func write(_ bytes: Data, to descriptor: Int32) throws(FileProblem) {
    let problem = bytes.withUnsafeBytes { bytes in
      Result { () throws(FileProblem) in try write(bytes, to: descriptor) }
    }
    try problem.get()
  }

  /// Reads a range of bytes of an open file, or fewer if the file ends before.
  package static func read(_ place: Range<Int>, of descriptor: Int32) throws(FileProblem) -> Data {
    var bytes = Data(count: place.count)
    var count = 0
    while count < place.count {
      let result = bytes.withUnsafeMutableBytes { room in
        pread(
          descriptor, room.baseAddress.map { $0 + count }, room.count - count,
          off_t(place.lowerBound + count))
      }
      if result < 0, errno == EINTR { continue }
      guard result >= 0 else { throw .last }
      if result == 0 { break }
      count += result
    }
    return count == place.count ? bytes : bytes.prefix(count)
  }

  /// Returns the size of a file and its CRC-32.
  fileprivate static func checksum(
    of path: String
  ) throws(FileProblem) -> (count: Int, sum: UInt32) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    var (count, sum): (Int, UInt32) = (0, 0)
    while true {
      let bytes = try read(count..<count + (1 << 20), of: descriptor)
      if bytes.isEmpty { return (count, sum) }
      count += bytes.count
      sum = bytes.checksum(after: sum)
    }
  }
}
