package import StubPlatform

/// The error of reading or writing a file, with a text for users.
package struct FileProblem: Error, Sendable, Hashable, CustomStringConvertible {
  package let code: Int32

  /// The code for a pipe or device, from which reading could wait forever.
  package static let noFile = ESPIPE
  /// The code for a folder where a file is expected.
  package static let folder = EISDIR
  /// The code for a file that is larger than the limit of its reader.
  package static let tooLong = EFBIG

  package init(code: Int32) { self.code = code }

  /// The problem of the last system call that failed.
  package static var last: FileProblem { FileProblem(code: errno) }

  package var description: String {
    switch code {
    case ENOENT: "no such file or folder"
    case EACCES, EPERM: "no permission"
    case EISDIR: "it is a folder"
    case FileProblem.tooLong: "it is too long"
    case FileProblem.noFile: "it is a pipe or a device, not a file"
    case EMFILE: DescriptorLimit.current.shortage
    default: String(cString: strerror(code))
    }
  }

  /// The advice for users whose file cannot be read.
  package var remedy: String {
    switch code {
    case ENOENT, ENOTDIR: "check its path"
    case EACCES, EPERM: "check its permissions"
    case EMFILE: DescriptorLimit.remedy
    case ENFILE: "end other programs that have files open"
    case EISDIR: "name a file"
    default: "check its path and its permissions"
    }
  }

  /// Creates the problem for an error of Foundation.
  package init(_ error: any Error) {
    self.init(code: ((error as? CocoaError)?.underlying as? POSIXError)?.code.rawValue ?? EIO)
  }
}

/// Functions that read files, and that write them completely or not at all.
package enum DurableFile {
  /// Returns all bytes of a file.
  ///
  /// Pipes and devices are refused unless `isAnyKind` is set, because reading them may never end. A
  /// file with more bytes than `limit` is not read.
  package static func read(
    _ path: String, ofAnyKind isAnyKind: Bool = false, atMost limit: Int = .max
  ) throws(FileProblem) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | (isAnyKind ? 0 : O_NONBLOCK))
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    return try read(from: descriptor, ofAnyKind: isAnyKind, atMost: limit)
  }

  /// Returns all bytes of standard input, which may be a file, a pipe or a device.
  package static func readInput() throws(FileProblem) -> [UInt8] { try read(from: STDIN_FILENO) }

  /// Returns all bytes from the current position of the descriptor to the end.
  package static func read(
    from descriptor: Int32, ofAnyKind isAnyKind: Bool = true, atMost limit: Int = .max
  ) throws(FileProblem) -> [UInt8] {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw FileProblem(code: EISDIR)
    default: if !isAnyKind { throw FileProblem(code: FileProblem.noFile) }
    }
    guard status.st_size <= limit else { throw FileProblem(code: FileProblem.tooLong) }
    let size = min(Int(status.st_size), 1 << 31)
    var end = 1
    // The array has room for the size that the file had; bytes that were added later follow below.
    var bytes = [UInt8](unsafeUninitializedCapacity: size) { room, count in
      while count < size, end > 0 {
        let rest = UnsafeMutableBufferPointer(rebasing: room[count...])
        end = system { readSome(descriptor, UnsafeMutableRawBufferPointer(rest)) }
        count += max(end, 0)
      }
    }
    guard end >= 0 else { throw .last }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while end > 0 {
      end = system { buffer.withUnsafeMutableBytes { readSome(descriptor, $0) } }
      guard end >= 0 else { throw .last }
      bytes += buffer.prefix(end)
      // The file may have grown while it was read.
      guard bytes.count <= limit else { throw FileProblem(code: FileProblem.tooLong) }
    }
    return bytes
  }

  /// Creates a file with these bytes and permissions, or replaces it.
  ///
  /// The file gets the given owner if this process may set it. A symbolic link stays, and its
  /// target is replaced. Pipes and devices are refused, or written to if `isAnyKind` is set. A file
  /// that is a mount point, as in a container, cannot be replaced: it is overwritten, and a crash
  /// can leave it incomplete.
  package static func replace(
    _ path: String, with bytes: [UInt8], mode: mode_t, owner: (user: uid_t, group: gid_t)? = nil,
    ofAnyKind isAnyKind: Bool = false
  ) throws(FileProblem) {
    if isStream(path) {
      guard isAnyKind else { throw FileProblem(code: FileProblem.noFile) }
      return try send(bytes, to: path)
    }
    do {
      try replace(path, mode: mode, owner: owner) { try write(bytes, to: $0) }
    } catch {
      throw error as? FileProblem ?? .last
    }
  }

  /// Creates a file with these permissions, or replaces it; `write` gets its descriptor.
  ///
  /// Links, owners and mount points are treated as in the function that writes bytes, but pipes and
  /// devices are always refused.
  ///
  /// - Throws: The errors of `write`, after which the file is unchanged, or `FileProblem`.
  package static func replace(
    _ path: String, mode: mode_t, owner: (user: uid_t, group: gid_t)? = nil,
    by write: (Int32) throws -> Void
  ) throws {
    // A symbolic link without a target is itself replaced.
    let target = Self.mode(of: path) == nil ? path : FileFolder.resolved(path)
    guard let target else { throw FileProblem.last }
    var name = Array("\(target).XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { throw FileProblem.last }
    let temporary = name.withUnsafeBufferPointer {
      String(decoding: $0.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    do {
      try keep(descriptor, mode: mode) {
        if let owner { _ = fchown(descriptor, owner.user, owner.group) }
        try write(descriptor)
      }
      if rename(temporary, target) != 0 {
        guard errno == EBUSY else { throw FileProblem.last }
        try writeOver(target, try read(temporary))
        unlink(temporary)
      }
    } catch {
      unlink(temporary)
      throw error
    }
    try settle(folder(of: target))
  }

  /// Overwrites the content of an existing file.
  package static func writeOver(_ path: String, _ bytes: [UInt8]) throws(FileProblem) {
    let descriptor = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    try write(bytes, to: descriptor)
    guard fsync(descriptor) == 0 else { throw .last }
  }

  /// Returns whether the path is a pipe or a device, to which bytes can only be appended.
  package static func isStream(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && ![S_IFREG, S_IFDIR].contains(facts.st_mode & S_IFMT)
  }

  private static func send(_ bytes: [UInt8], to path: String) throws(FileProblem) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    try write(bytes, to: descriptor)
  }

  /// Returns the permissions of a file; `nil` if it does not exist.
  package static func mode(of path: String) -> mode_t? {
    var facts = stat()
    return stat(path, &facts) == 0 ? facts.st_mode & 0o777 : nil
  }

  /// Returns the size of a file in bytes; `nil` if it does not exist.
  package static func size(of path: String) -> Int? {
    var facts = stat()
    return stat(path, &facts) == 0 ? Int(facts.st_size) : nil
  }

  /// Returns the time of the last change of a file; `nil` if it does not exist.
  package static func modificationDate(of path: String) -> Date? {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    #if canImport(Darwin)
    let time = facts.st_mtimespec.tv_sec
    #else
    let time = facts.st_mtim.tv_sec
    #endif
    return Date(timeIntervalSince1970: Double(time))
  }

  /// Writes a new file.
  ///
  /// - Throws: `FileProblem` if there already is one, or if it cannot be written.
  package static func create(_ path: String, _ bytes: [UInt8], mode: mode_t) throws(FileProblem) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw .last }
    try write(bytes, to: descriptor, mode: mode)
  }

  /// Flushes the entries of a folder to the disk.
  package static func settle(_ folder: String) throws(FileProblem) {
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    // File systems that cannot flush folders are accepted.
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw .last }
  }

  /// Returns the folder of a file, or `.` for a name alone.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Writes all bytes and flushes them to the disk.
  ///
  /// The descriptor is closed, even after a failure.
  private static func write(
    _ bytes: [UInt8], to descriptor: Int32, mode: mode_t
  ) throws(FileProblem) {
    do {
      try keep(descriptor, mode: mode) { try write(bytes, to: descriptor) }
    } catch {
      throw error as? FileProblem ?? .last
    }
  }

  /// Runs `write` and flushes the file to the disk.
  ///
  /// The descriptor is closed, even after a failure.
  private static func keep(_ descriptor: Int32, mode: mode_t, write: () throws -> Void) throws {
    defer { close(descriptor) }
    guard fchmod(descriptor, mode) == 0 else { throw FileProblem.last }
    try write()
    guard fsync(descriptor) == 0 else { throw FileProblem.last }
  }

  /// Writes all bytes at the current position of the descriptor.
  package static func write(_ bytes: [UInt8], to descriptor: Int32) throws(FileProblem) {
    try bytes.withUnsafeBufferPointer { bytes throws(FileProblem) in
      try write(UnsafeRawBufferPointer(bytes), to: descriptor)
    }
  }

  /// Writes all bytes at the current position of the descriptor.
  package static func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32
  ) throws(FileProblem) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = system { writeSome(descriptor, rest) }
      guard count >= 0 else { throw .last }
      rest = rest.dropFirst(count)
    }
  }

  /// Repeats a system call that a signal has interrupted, until none does.
  private static func system(_ call: () -> Int) -> Int {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }
}

// The next functions are outside of the type, because the type's own functions would
// hide the system's.

/// Reads as many bytes as are there and fit in the buffer.
///
/// - Returns: the number of bytes; 0 at the end of the file, and less than 0 for an error.
private func readSome(_ descriptor: Int32, _ room: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, room.baseAddress, room.count)
}

private func writeSome(_ descriptor: Int32, _ bytes: Slice<UnsafeRawBufferPointer>) -> Int {
  write(descriptor, UnsafeRawBufferPointer(rebasing: bytes).baseAddress, bytes.count)
}
