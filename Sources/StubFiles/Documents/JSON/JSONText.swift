#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A text of a JSON document as it is written; its escapes, which are sound, are undone on demand.
///
/// Most texts of a recording are bodies, of which only the bytes are wanted, or wanted by nobody.
struct JSONText: Sendable {
  let source: SourceText
  /// What stands between the quotes.
  let range: Range<Int>

  /// Whether it stands for no text; every escape stands for something.
  var isEmpty: Bool { range.isEmpty }

  var string: String {
    source.bytes.withUnsafeBufferPointer { bytes in
      let written = UnsafeBufferPointer(rebasing: bytes[range])
      guard Self.hasEscapes(written) else { return String(decoding: written, as: UTF8.self) }
      return String(unsafeUninitializedCapacity: written.count) { Self.unescape(written, into: $0) }
    }
  }

  /// The text in UTF-8.
  var data: Data {
    source.bytes.withUnsafeBufferPointer { bytes in
      let written = UnsafeBufferPointer(rebasing: bytes[range])
      guard Self.hasEscapes(written) else { return Data(buffer: written) }
      return Data(unsafeUninitializedCapacity: written.count) { Self.unescape(written, into: $0) }
    }
  }

  /// What the text stands for in base64 (RFC 4648 §4); `nil` when it is something else.
  var decodedBase64: Data? {
    source.bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress, !range.isEmpty else { return Data() }
      // Nothing but its slash is ever escaped.
      let written = UnsafeMutableRawPointer(mutating: start + range.lowerBound)
      return Data(
        base64Encoded: Data(bytesNoCopy: written, count: range.count, deallocator: .none))
    }
  }

  private static func hasEscapes(_ written: UnsafeBufferPointer<UInt8>) -> Bool {
    ByteSearch.first(JSONEscape.backslash, in: written, 0..<written.count) != nil
  }

  /// Undoes the escapes; none is shorter than what it stands for.
  ///
  /// - Returns: how many bytes the text has.
  private static func unescape(
    _ written: UnsafeBufferPointer<UInt8>, into text: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    let (source, target) = (UnsafeRawBufferPointer(written), UnsafeMutableRawBufferPointer(text))
    var (place, count) = (0, 0)
    while place < written.count {
      if place + ByteBlock.count <= written.count {
        // Of all these bytes those up to a backslash count.
        let block = ByteBlock(source, at: place)
        block.store(to: target, at: count)
        guard let plain = block.equal(to: JSONEscape.backslash).first else {
          (place, count) = (place + ByteBlock.count, count + ByteBlock.count)
          continue
        }
        (place, count) = (place + plain, count + plain)
      } else if written[place] != JSONEscape.backslash {
        text[count] = written[place]
        (place, count) = (place + 1, count + 1)
        continue
      }
      if let byte = JSONEscape.short(written[place + 1]) {
        text[count] = byte
        (place, count) = (place + 2, count + 1)
      } else if let escape = try? JSONEscape(at: place, in: written) {
        for byte in escape.scalar.utf8 {
          text[count] = byte
          count += 1
        }
        place += escape.length
      } else {
        preconditionFailure("expected an escape that was checked")
      }
    }
    return count
  }
}
