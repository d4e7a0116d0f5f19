import CCurl
import StubPlatform

/// The body of a request that libcurl sends; a large body is read without being copied.
final class SentBody {
  /// The size in bytes from which a body is not copied.
  ///
  /// libcurl sends a copy in one piece with the head.
  private static let leastRead = 64 * 1_024

  private let bytes: Data
  /// The number of bytes that libcurl has read.
  private var place = 0

  /// Sets the body of the transfer `handle`, which must end before this object.
  ///
  /// The result is `nil` if the body is empty or was copied.
  init?(_ bytes: Data, by handle: UnsafeMutableRawPointer) {
    self.bytes = bytes
    guard !bytes.isEmpty else { return nil }
    curl_easy_setopt_long(handle, CURLOPT_POST, 1)
    curl_easy_setopt_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(bytes.count))
    guard bytes.count >= Self.leastRead else {
      bytes.withUnsafeBytes { bytes in
        _ = curl_easy_setopt_pointer(
          handle, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: bytes.baseAddress))
      }
      return nil
    }
    curl_easy_setopt_sender(
      handle,
      { room, size, count, context in
        guard let room, let body = SentBody.at(context) else { return 0 }
        return body.read(into: UnsafeMutableRawBufferPointer(start: room, count: size * count))
      },
      { context, offset, origin in
        guard origin == SEEK_SET, let body = SentBody.at(context) else { return CURL_SEEKFUNC_FAIL }
        body.place = min(max(0, Int(clamping: offset)), body.bytes.count)
        return CURL_SEEKFUNC_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> SentBody? {
    context.map { Unmanaged<SentBody>.fromOpaque($0).takeUnretainedValue() }
  }

  private func read(into room: UnsafeMutableRawBufferPointer) -> Int {
    let start = bytes.startIndex + place
    let count = bytes[start...].prefix(room.count).copyBytes(to: room)
    place += count
    return count
  }
}
