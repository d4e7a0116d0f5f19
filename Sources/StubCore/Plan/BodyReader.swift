#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Reads a planned body piece by piece; a file stays open until the reader goes.
package struct BodyReader: ~Copyable {
  private let body: PlannedBody
  private let descriptor: Int32

  /// - Throws: `BodyReadError` when the file cannot be opened.
  package init(_ body: PlannedBody) throws(BodyReadError) {
    self.body = body
    switch body {
    case .data:
      descriptor = -1
    case .file(let path, _, _):
      descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        throw BodyReadError(path: path, reason: String(cString: strerror(errno)))
      }
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The bytes in `range`, which lies within the body.
  ///
  /// - Throws: `BodyReadError` when the file has become shorter or cannot be read.
  package func read(_ range: Range<Int>) throws(BodyReadError) -> Data {
    switch body {
    case .data(let data):
      let start = data.startIndex + range.lowerBound
      return data[start..<start + range.count]
    case .file(let path, let offset, _):
      return try read(path, from: offset + range.lowerBound, count: range.count)
    }
  }

  private func read(
    _ path: String, from offset: Int, count: Int
  ) throws(BodyReadError) -> Data {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let got = bytes.withUnsafeMutableBytes { buffer in
        pread(
          descriptor, buffer.baseAddress?.advanced(by: done), count - done, off_t(offset + done))
      }
      if got < 0, errno == EINTR { continue }
      guard got > 0 else {
        let reason = got == 0 ? "the file became shorter" : String(cString: strerror(errno))
        throw BodyReadError(path: path, reason: reason)
      }
      done += got
    }
    return Data(bytes)
  }
}

/// A body file that could not be read while the response was being sent.
public struct BodyReadError: Error, Sendable, Hashable, CustomStringConvertible {
  public let path: String
  public let reason: String

  public var description: String {
    "expected a readable body file at \(path), found: \(reason); check the path and its permissions"
  }
}
