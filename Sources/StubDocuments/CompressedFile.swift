import StubCore

/// The messages about the size limit of files that are read as a whole.
enum FileSize {
  static let remedy = "use several files, or raise the limit `largestFile` (--max-file)"

  /// Returns a text such as `the file has 300000000 bytes, more than the limit of 268435456`.
  static func excess(of path: String, over limit: Int) -> String {
    let size = DurableFile.size(of: path).map { "\($0) bytes, " } ?? ""
    return "the file has \(size)more than the limit of \(limit)"
  }
}

/// The reading of files that are compressed as a whole, such as mitmproxy's `.zhar`.
package enum CompressedFile {
  /// Returns whether the file's name shows that a tool has compressed it.
  package static func isNamed(_ path: String) -> Bool {
    ["zz", "zhar"].contains(DocumentFormat.fileExtension(of: path))
  }

  /// Returns the text of the file, decompressed if necessary.
  ///
  /// - Throws: `FileDiagnostic` if the compressed bytes are damaged, cut short or too many.
  package static func text(
    of bytes: [UInt8], named name: String, atMost limit: Int = .max
  ) throws(FileDiagnostic) -> [UInt8] {
    guard Inflation.beginsCompressed(bytes), String(checkingUTF8: bytes) == nil else {
      return bytes
    }
    do throws(Inflation.Failure) {
      return try Inflation.inflated(bytes, limit: min(limit, DocumentLimits.inflatedBytes))
    } catch .longerThan where limit < DocumentLimits.inflatedBytes {
      throw FileDiagnostic(
        file: name, found: "the file has more than the limit of \(limit) bytes after decompression",
        remedy: .advice(FileSize.remedy))
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
