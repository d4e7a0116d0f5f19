import StubCore
import StubPlatform

/// Creates an authority if there is none.
///
/// Processes that do this at the same time get the same authority.
struct NewAuthority {
  private let folder: AuthorityFolder

  init(_ folder: AuthorityFolder) { self.folder = folder }

  /// Creates both files and puts them in place.
  ///
  /// - Returns: `false` if another process was faster.
  func install() throws(TLSConfigurationError) -> Bool {
    do {
      let files = try make()
      try folder.makeParents()
      do {
        return try moveFolder(files)
      } catch is FileProblem where isThere {
        // The folder is not empty, is mounted, is a symbolic link, or its parent is not writable.
        guard !isTaken else { return false }
      }
      return try fillFolder(files)
    } catch {
      throw failure(error)
    }
  }

  /// Whether there is a folder at the path, or a link to a folder.
  private var isThere: Bool {
    var facts = stat()
    return stat(folder.path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }

  /// Writes the files into a temporary folder and moves it into place, so that both appear at once.
  ///
  /// - Returns: `false` if another process was faster.
  private func moveFolder(_ files: Files) throws -> Bool {
    let draft = try temporaryFolder(named: folder.path)
    do {
      try write(files, into: draft)
      // Renaming fails if the folder exists and is not empty, so existing files are never replaced.
      guard rename(draft.path, folder.path) == 0 else { throw FileProblem.last }
    } catch {
      remove(draft)
      throw error
    }
    try DurableFile.settle(folder.parent)
    return true
  }

  /// Moves the files into the folder, which exists and must be empty.
  ///
  /// - Returns: `false` if another process was faster.
  private func fillFolder(_ files: Files) throws -> Bool {
    let lock = try FolderLock(folder.path)
    defer { lock.release() }
    if isTaken { return false }
    guard try isEmpty() else { throw FileProblem(code: ENOTEMPTY) }
    let draft = try temporaryFolder(named: "\(folder.path)/.new")
    defer { remove(draft) }
    // While the draft is in it, no other process can replace the folder.
    if isTaken { return false }
    try write(files, into: draft)
    guard rename(draft.keyPath, folder.keyPath) == 0 else { throw FileProblem.last }
    guard rename(draft.certificatePath, folder.certificatePath) == 0 else {
      let problem = FileProblem.last
      unlink(folder.keyPath)
      throw problem
    }
    try DurableFile.settle(folder.path)
    return true
  }

  /// Whether another process has put its authority in place.
  private var isTaken: Bool { folder.contents == (true, true) }

  private func isEmpty() throws -> Bool {
    guard let entries = opendir(folder.path) else { throw FileProblem.last }
    defer { closedir(entries) }
    // The folder itself, its parent, and the folder that ext4 creates in the root of a disk.
    let ignored: Set = [".", "..", "lost+found"]
    while let entry = readdir(entries) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard ignored.contains(name) else { return false }
    }
    return true
  }

  private typealias Files = (certificate: [UInt8], key: [UInt8])

  private func make() throws(OpenSSLProblem) -> Files {
    let key = try PrivateKey.make()
    let draft = CertificateDraft(
      use: .authority, commonName: "stubber local CA (\(Self.hostName))", start: -3_600,
      end: LocalAuthority.validity)
    return (try draft.sign(for: key, by: nil).pem(), try key.pem())
  }

  /// The name of this machine, which distinguishes its authority in a list of trusted authorities.
  private static var hostName: String {
    var name = [UInt8](repeating: 0, count: 256)
    let result = name.withUnsafeMutableBytes { bytes -> Int32 in
      guard let start = bytes.baseAddress else { return -1 }
      return gethostname(start.assumingMemoryBound(to: CChar.self), bytes.count - 1)
    }
    guard result == 0 else { return "this machine" }
    // A common name has at most 64 characters.
    return String(String(decoding: name.prefix { $0 != 0 }, as: UTF8.self).prefix(40))
  }

  private func write(_ files: Files, into draft: AuthorityFolder) throws(FileProblem) {
    try DurableFile.create(draft.keyPath, files.key, mode: 0o600)
    try DurableFile.create(draft.certificatePath, files.certificate, mode: 0o644)
    try DurableFile.settle(draft.path)
  }

  /// Creates a folder with `name` and a random suffix, on the same disk as the final folder.
  private func temporaryFolder(named name: String) throws(FileProblem) -> AuthorityFolder {
    var name = Array("\(name).XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw .last }
    let bytes = name.dropLast().map { UInt8(bitPattern: $0) }
    return AuthorityFolder(String(decoding: bytes, as: UTF8.self))
  }

  private func remove(_ draft: AuthorityFolder) {
    unlink(draft.keyPath)
    unlink(draft.certificatePath)
    rmdir(draft.path)
  }

  private func failure(_ error: any Error) -> TLSConfigurationError {
    let reason =
      switch (error as? FileProblem)?.code {
      case ENOTEMPTY, EEXIST: "the folder contains other files"
      case ENOTDIR: "it is not a folder"
      default: "cannot create it: \(error)"
      }
    return TLSConfigurationError(
      "local CA \(folder.path)", reason,
      try: "use another folder, for example with \(AuthorityFolder.variable)")
  }
}

/// A lock that keeps other processes from putting an authority into a folder.
struct FolderLock {
  private let descriptor: Int32

  /// Takes the lock, after waiting until no other process holds it.
  init(_ path: String) throws(FileProblem) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else {
        let problem = FileProblem.last
        close(descriptor)
        throw problem
      }
    }
  }

  func release() { close(descriptor) }
}
