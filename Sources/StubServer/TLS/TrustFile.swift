import StubCore
import StubPlatform

/// A file of PEM blocks with the authorities that a program trusts.
///
/// `install` puts a comment line before and after the authority that it adds, by which the
/// authority is found later.
package struct TrustFile: Sendable {
  private static let begin = "# stubber local CA: begin (`stubber ca remove FILE` takes it out)"
  private static let end = "# stubber local CA: end"

  private let path: String

  package init(_ path: String) { self.path = path }

  /// Adds the authority, in place of one that was added before.
  ///
  /// - Returns: `false` if the file is unchanged, because it already contains exactly this
  ///   authority.
  /// - Throws: `TLSConfigurationError` if the file is missing, is not PEM, or cannot be written.
  package func install(_ authority: LocalAuthority) throws(TLSConfigurationError) -> Bool {
    let old = try read()
    if !old.isEmpty, !contains("-----BEGIN ", old) {
      throw problem(
        "not a PEM bundle", try: "name the bundle that the program reads, such as \(Self.example)")
    }
    let block = Array("\(Self.begin)\n\(try authority.pem())\(Self.end)\n".utf8)
    let (rest, blocks) = try split(old)
    if blocks == [block] { return false }
    let gap = rest.isEmpty || rest.last == Self.lineFeed ? [] : [Self.lineFeed]
    try replace(with: rest + gap + block)
    return true
  }

  /// Removes the authority that `install` has added.
  ///
  /// - Returns: `false` if there was none.
  package func remove() throws(TLSConfigurationError) -> Bool {
    let (rest, blocks) = try split(try read())
    guard !blocks.isEmpty else { return false }
    try replace(with: rest)
    return true
  }

  private static let lineFeed = UInt8(ascii: "\n")
  private static let example = "/etc/ssl/certs/ca-certificates.crt"

  private func read() throws(TLSConfigurationError) -> [UInt8] {
    do throws(FileProblem) {
      return try DurableFile.read(path)
    } catch {
      throw problem(
        "\(error)",
        try: "name a bundle such as \(Self.example); to write only the certificate: "
          + "stubber ca export FILE")
    }
  }

  /// Separates the blocks that `install` has added, with their line ends, from the rest of the
  /// file.
  private func split(
    _ bytes: [UInt8]
  ) throws(TLSConfigurationError) -> (rest: [UInt8], blocks: [[UInt8]]) {
    var rest: [UInt8] = []
    var blocks: [[UInt8]] = []
    var block: [UInt8]?
    for line in lines(of: bytes) {
      let text = line.last == Self.lineFeed ? line.dropLast() : line
      if block == nil, text.elementsEqual(Self.begin.utf8) {
        block = Array(line)
      } else if var open = block {
        open += line
        block = open
        if text.elementsEqual(Self.end.utf8) {
          blocks.append(open)
          block = nil
        }
      } else {
        rest += line
      }
    }
    guard block == nil else {
      throw problem(
        "the line \"\(Self.end)\" is missing after \"\(Self.begin)\"",
        try: "correct the file by hand; nothing was changed")
    }
    return (rest, blocks)
  }

  private func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let end = bytes[start...].firstIndex(of: Self.lineFeed).map { $0 + 1 } ?? bytes.endIndex
      lines.append(bytes[start..<end])
      start = end
    }
    return lines
  }

  private func contains(_ text: String, _ bytes: [UInt8]) -> Bool {
    lines(of: bytes).contains { $0.starts(with: text.utf8) }
  }

  /// Replaces the contents of the file in one step.
  ///
  /// The file keeps its permissions and its owner. A symbolic link to it stays.
  private func replace(with bytes: [UInt8]) throws(TLSConfigurationError) {
    var information = stat()
    guard stat(path, &information) == 0 else {
      throw problem("cannot write it: \(FileProblem.last)")
    }
    do throws(FileProblem) {
      try DurableFile.replace(
        path, with: bytes, mode: information.st_mode & 0o7777,
        owner: (information.st_uid, information.st_gid))
    } catch {
      throw problem(
        "cannot write it: \(error)", try: "run the command as a user who may write to its folder")
    }
  }

  private func problem(_ problem: String, try remedy: String? = nil) -> TLSConfigurationError {
    TLSConfigurationError(path, problem, try: remedy)
  }
}
