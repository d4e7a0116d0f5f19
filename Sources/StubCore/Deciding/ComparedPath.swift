/// A path that a stub compares with those of requests.
///
/// A short one is kept in place: anywhere else it would be one more thing to wait for, as the memory
/// of a stub among many is in no cache.
enum ComparedPath: Sendable {
  /// Of ASCII characters.
  case short(Bytes)
  case other(String)

  init(_ text: String) { self = Bytes(text).map(Self.short) ?? .other(text) }

  var text: String {
    switch self {
    case .short(let bytes): bytes.text
    case .other(let text): text
    }
  }

  /// Whether the texts are equal as Swift has it: they stand for the same characters.
  func equals(_ text: String) -> Bool {
    switch self {
    case .short(let bytes): bytes.equals(text)
    case .other(let path): path == text
    }
  }

  /// Shows the bytes.
  @inline(__always)
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    switch self {
    case .short(let bytes): bytes.withBytes(body)
    case .other(let text): text.withBytes(body)
    }
  }
}

extension ComparedPath {
  /// Up to 32 ASCII characters.
  struct Bytes: Sendable {
    private typealias Words = (UInt64, UInt64, UInt64, UInt64)

    private var words: Words = (0, 0, 0, 0)
    private let count: UInt8

    fileprivate init?(_ text: String) {
      let utf8 = text.utf8
      guard utf8.count <= MemoryLayout<Words>.size, utf8.allSatisfy({ $0 < 0x80 })
      else { return nil }
      count = UInt8(utf8.count)
      withUnsafeMutableBytes(of: &words) { $0.copyBytes(from: utf8) }
    }

    fileprivate var text: String { withBytes { String(decoding: $0, as: UTF8.self) } }

    fileprivate func equals(_ text: String) -> Bool {
      text.withBytes { other in
        withBytes { bytes in
          if other.count == bytes.count { return other.equals(bytes) }
          // What is equal to a text of ASCII characters in other bytes has more of them.
          return other.count > bytes.count && other.contains { $0 >= 0x80 } && self.text == text
        }
      }
    }

    @inline(__always)
    fileprivate func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
      withUnsafeBytes(of: words) { body(UnsafeRawBufferPointer(rebasing: $0[..<Int(count)])) }
    }
  }
}
