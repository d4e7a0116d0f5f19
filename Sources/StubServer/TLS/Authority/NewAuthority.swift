import StubCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Creates an authority where there is none, so that a crash or another process that does the same
/// leaves either nothing or all of it.
struct NewAuthority {
  private let folder: AuthorityFolder

  init(_ folder: AuthorityFolder) { self.folder = folder }

  /// Writes both files into a folder of their own and moves that into place.
  ///
  /// - Returns: whether this one is the one in place; otherwise another process was faster.
  func install() throws(TLSConfigurationError) -> Bool {
    do {
      let (certificate, key) = try make()
      try folder.makeParents()
      let draft = try temporaryFolder()
      do {
        try DurableFile.create(draft.keyPath, key, mode: 0o600)
        try DurableFile.create(draft.certificatePath, certificate, mode: 0o644)
        try DurableFile.settle(draft.path)
        // Fails when there is a folder that is not empty: what is there is never replaced.
        guard rename(draft.path, folder.path) == 0 else { throw FileProblem.last }
        try DurableFile.settle(folder.parent)
        return true
      } catch {
        remove(draft)
        throw error
      }
    } catch let problem as FileProblem
      where [ENOTEMPTY, EEXIST].contains(problem.code)
      && FileIdentity(path: folder.certificatePath) != nil
    {
      return false
    } catch {
      throw failure(error)
    }
  }

  private func make() throws(OpenSSLProblem) -> (certificate: [UInt8], key: [UInt8]) {
    let key = try PrivateKey.make()
    let draft = CertificateDraft(
      use: .authority, commonName: "stubber local CA (\(Self.hostName))", start: -3_600,
      end: LocalAuthority.validity)
    return (try draft.sign(for: key, by: nil).pem(), try key.pem())
  }

  /// Tells the authorities of several machines apart in lists of trusted ones.
  private static var hostName: String {
    var name = [UInt8](repeating: 0, count: 256)
    let result = name.withUnsafeMutableBytes { bytes -> Int32 in
      guard let start = bytes.baseAddress else { return -1 }
      return gethostname(start.assumingMemoryBound(to: CChar.self), bytes.count - 1)
    }
    guard result == 0 else { return "this machine" }
    // A common name has room for 64 characters.
    return String(String(decoding: name.prefix { $0 != 0 }, as: UTF8.self).prefix(40))
  }

  /// Beside the final place, so that it can be moved there in one step.
  private func temporaryFolder() throws(FileProblem) -> AuthorityFolder {
    var name = Array("\(folder.path).XXXXXX".utf8CString)
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
    let problem = error as? FileProblem
    let isTaken = problem.map { [ENOTEMPTY, EEXIST, ENOTDIR].contains($0.code) } ?? false
    return TLSConfigurationError(
      "local CA \(folder.path)",
      isTaken ? "the folder contains other files" : "cannot create it: \(error)",
      try: "use another folder, for example with \(AuthorityFolder.variable)")
  }
}
