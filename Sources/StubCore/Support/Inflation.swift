import CZlib

/// The decompression of zlib and gzip data (RFC 1950, RFC 1952).
package enum Inflation {
  package enum Failure: Error, Sendable, Hashable {
    /// The bytes are not valid compressed data, or their checksum is wrong.
    case damaged
    case cutShort
    case longerThan(Int)
  }

  /// Returns whether bytes begin like gzip data, or like zlib data with the usual window size.
  package static func beginsCompressed(_ bytes: some Collection<UInt8>) -> Bool {
    let start = Array(bytes.prefix(2))
    return start == [0x1F, 0x8B]
      || (start.first == 0x78 && [0x01, 0x5E, 0x9C, 0xDA].contains(start.last))
  }

  /// Returns the decompressed bytes.
  ///
  /// - Parameters:
  /// - bytes: The compressed bytes; a gzip file may have several members (RFC 1952 §2.2).
  /// - limit: The largest number of decompressed bytes, so that a small file cannot
  ///   fill the memory.
  /// - Throws: ``Failure``.
  /// - Returns: the decompressed bytes.
  package static func inflated(_ bytes: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
    // zlib keeps the address of its stream, so the stream must not move.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    defer { stream.deallocate() }
    let size = Int32(MemoryLayout<z_stream>.size)
    guard bytes.count <= UInt32.max,
      inflateInit2_(stream, largestWindow + detectsHeader, ZLIB_VERSION, size) == Z_OK
    else { throw .damaged }
    defer { inflateEnd(stream) }
    var input = bytes
    var output: [UInt8] = []
    let status = input.withUnsafeMutableBufferPointer { input in
      stream.pointee.next_in = input.baseAddress
      stream.pointee.avail_in = uInt(input.count)
      return inflate(stream, to: &output, limit: limit)
    }
    if output.count > limit { throw .longerThan(limit) }
    switch status {
    case Z_STREAM_END: return output
    case Z_BUF_ERROR: throw .cutShort
    default: throw .damaged
    }
  }

  /// Decompresses the input of the stream to its end, or to a little more than the limit.
  private static func inflate(
    _ stream: UnsafeMutablePointer<z_stream>, to output: inout [UInt8], limit: Int
  ) -> Int32 {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    var status = Z_OK
    while status == Z_OK, output.count <= limit {
      let count = chunk.withUnsafeMutableBufferPointer { chunk in
        stream.pointee.next_out = chunk.baseAddress
        stream.pointee.avail_out = uInt(chunk.count)
        status = CZlib.inflate(stream, Z_NO_FLUSH)
        return chunk.count - Int(stream.pointee.avail_out)
      }
      output += chunk[..<count]
      if status == Z_STREAM_END, stream.pointee.avail_in > 0 { status = inflateReset(stream) }
    }
    return status
  }

  /// The window size in bits, as zlib expects it.
  private static let largestWindow: Int32 = 15
  /// The number that is added to the window size so that zlib accepts headers of zlib and gzip.
  private static let detectsHeader: Int32 = 32
}
