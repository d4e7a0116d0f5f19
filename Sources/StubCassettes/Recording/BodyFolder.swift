import CZlib
package import StubCore
package import StubPlatform

/// The folder beside a cassette for bodies that are too large for it, such as `users.yaml.bodies`.
///
/// A file is named after the checksum and the size of its bytes, so recording the same body again
/// changes nothing. A file gets this name only when it is complete.
package final class BodyFolder: BodySpool {
  /// The longest body, in bytes, that is searched for secrets; a longer body is not kept in memory.
  static let searchedLimit = 16 << 20

  package let path: String
  package let memoryLimit: Int
  private let state = Lock(State())

  private struct State {
    /// The names of the files that this recording has added.
    var added: Set<String> = []
    var onFailure: @Sendable (FileProblem) -> Void = { _ in }
  }

  package init(of cassette: String, memoryLimit: Int = BodyFolder.searchedLimit) {
    path = "\(cassette).bodies"
    self.memoryLimit = memoryLimit
  }

  /// Called when an arriving body cannot be written.
  var onFailure: @Sendable (FileProblem) -> Void {
    get { state.withLock { $0.onFailure } }
    set { state.withLock { $0.onFailure = newValue } }
  }

  package func open() -> (any SpooledBody)? {
    do throws(FileProblem) {
      return try BodyFile(in: self)
    } catch {
      onFailure(error)
      return nil
    }
  }

  /// Writes a body from memory to a file.
  package func add(_ body: Data) throws(FileProblem) -> RecordedBodyFile {
    let file = try BodyFile(in: self)
    guard body.withUnsafeBytes({ file.append($0) }) else { throw .last }
    return try file.end()
  }

  /// Copies a body from the folder of another cassette, unless it is already in this folder.
  package func add(_ body: RecordedBodyFile) throws(FileProblem) -> RecordedBodyFile {
    if DurableFile.folder(of: body.path) == path { return body }
    let file = try BodyFile(in: self)
    try BodyFolder.read(body.path) { bytes throws(FileProblem) in try file.write(bytes) }
    return try file.end()
  }

  /// Removes the files that this recording has added.
  func removeAdded() {
    let added = state.withLock { state in
      defer { state.added = [] }
      return state.added
    }
    remove { added.contains($0) }
  }

  /// Removes the unfinished files of a recorder that was killed.
  func removeUnfinished() { remove { $0.hasPrefix("unfinished.") } }

  /// Removes all bodies to which `cassette` does not refer.
  package func removeAll(keepingBodiesOf cassette: Cassette) {
    let kept = Set(cassette.interactions.flatMap(\.bodyFiles).map(\.path))
    remove { name in
      name.hasPrefix("unfinished.")
        || (name.hasSuffix(".body") && !kept.contains("\(path)/\(name)"))
    }
  }

  private func remove(_ isUnused: (String) -> Bool) {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return }
    for name in names where isUnused(name) { unlink("\(path)/\(name)") }
    // Fails, as intended, if the folder is not empty.
    rmdir(path)
  }

  /// Gives a complete file its final name; if a file with the same bytes exists, deletes it
  /// instead.
  fileprivate func place(
    _ temporary: String, checksum: UInt, count: Int
  ) throws(FileProblem) -> RecordedBodyFile {
    let digits = String(checksum, radix: 16)
    var name = String(repeating: "0", count: 8 - digits.count) + digits + "-\(count)"
    // Different bytes may have equal checksums.
    while let size = DurableFile.size(of: "\(path)/\(name).body") {
      if size == count, Self.areSame(temporary, "\(path)/\(name).body") {
        unlink(temporary)
        return RecordedBodyFile(path: "\(path)/\(name).body", byteCount: count)
      }
      name += "-other"
    }
    guard rename(temporary, "\(path)/\(name).body") == 0 else { throw .last }
    state.withLock { _ = $0.added.insert("\(name).body") }
    return RecordedBodyFile(path: "\(path)/\(name).body", byteCount: count)
  }

  private static func areSame(_ one: String, _ other: String) -> Bool {
    guard let reader = try? BodyReader(.file(path: other, offset: 0, count: 0)) else {
      return false
    }
    var offset = 0
    var areSame = true
    try? read(one) { bytes throws(FileProblem) in
      guard areSame else { return }
      let found = try? reader.read(offset..<offset + bytes.count)
      areSame = found.map { $0.elementsEqual(bytes) } ?? false
      offset += bytes.count
    }
    return areSame
  }

  /// Reads a file in pieces, and passes each piece to `take`.
  private static func read(
    _ path: String, _ take: (UnsafeRawBufferPointer) throws(FileProblem) -> Void
  ) throws(FileProblem) {
    guard let file = fopen(path, "re") else { throw .last }
    defer { fclose(file) }
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 1)
    defer { room.deallocate() }
    while true {
      let count = fread(room.baseAddress, 1, room.count, file)
      guard count > 0 else {
        if ferror(file) != 0 { throw .last }
        return
      }
      try take(UnsafeRawBufferPointer(rebasing: room[..<count]))
    }
  }
}

extension Interaction {
  /// The files of the interaction's large bodies.
  package var bodyFiles: [RecordedBodyFile] {
    [request.bodyFile, response?.bodyFile].compactMap(\.self)
  }
}

/// A body that is being written to a file in the folder.
private final class BodyFile: SpooledBody {
  private let folder: BodyFolder
  private let temporary: String
  private let descriptor: Int32
  private var checksum: UInt = 0
  private var count = 0
  private var isPlaced = false

  init(in folder: BodyFolder) throws(FileProblem) {
    try? FileManager.default.createDirectory(
      atPath: folder.path, withIntermediateDirectories: true)
    var name = Array("\(folder.path)/unfinished.XXXXXX".utf8CString)
    descriptor = mkstemp(&name)
    guard descriptor >= 0 else { throw .last }
    temporary = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    self.folder = folder
  }

  deinit {
    close(descriptor)
    if !isPlaced { unlink(temporary) }
  }

  func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
    do throws(FileProblem) {
      try write(bytes)
      return true
    } catch {
      folder.onFailure(error)
      return false
    }
  }

  func finish() -> RecordedBodyFile? {
    do throws(FileProblem) {
      return try end()
    } catch {
      folder.onFailure(error)
      return nil
    }
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(FileProblem) {
    checksum = crc32_z(checksum, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
    count += bytes.count
    try DurableFile.write(bytes, to: descriptor)
  }

  func end() throws(FileProblem) -> RecordedBodyFile {
    guard fchmod(descriptor, 0o644) == 0 else { throw .last }
    let placed = try folder.place(temporary, checksum: checksum, count: count)
    isPlaced = true
    return placed
  }
}
