import StubCore

/// Files that are compressed as a whole, such as mitmproxy's `.zhar`.
enum CompressedFile {
  /// The text of the file: its bytes, or what they were before they were compressed.
  ///
  /// - Throws: `FileDiagnostic` when compressed bytes are damaged, cut short or stand for too many.
  static func text(of bytes: [UInt8], named name: String) throws(FileDiagnostic) -> [UInt8] {
    guard Inflation.beginsCompressed(bytes), String(checkingUTF8: bytes) == nil else {
      return bytes
    }
    do throws(Inflation.Failure) {
      return try Inflation.inflated(bytes, limit: DocumentLimits.inflatedBytes)
    } catch {
      throw FileDiagnostic(
        file: name, found: words(for: error), expected: "a file that zlib or gzip has written",
        remedy: "get the file again, or decompress it")
    }
  }

  private static func words(for failure: Inflation.Failure) -> String {
    switch failure {
    case .damaged: "compressed data that is damaged"
    case .cutShort: "compressed data that is cut short"
    case .longerThan(let limit): "compressed data that stands for more than \(limit) bytes"
    }
  }
}
