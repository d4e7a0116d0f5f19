/// A path such as `//a/b//c[1]`, which is split before each `//` into `//a/b` and `//c[1]`.
///
/// Only paths that lead down the tree are accepted; the text in brackets may be anything.
struct XPathPath: Sendable, Hashable {
  let parts: [String]

  /// Splits an expression; `nil` if it is not such a path, or contains more than this parser reads.
  init?(_ expression: String) {
    let bytes = Array(expression.utf8)
    var starts = [0]
    var depth = 0
    var quote: UInt8?
    var index = 0
    guard bytes.first == UInt8(ascii: "/") else { return nil }
    while index < bytes.count {
      let byte = bytes[index]
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      if let open = quote {
        if byte == open { quote = nil }
      } else if depth > 0 {
        switch byte {
        case UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "]"): depth -= 1
        case UInt8(ascii: "'"), UInt8(ascii: "\""): quote = byte
        // libxml2 would compare paths with several parts node by node in a predicate or a union.
        case UInt8(ascii: "/") where next == byte: return nil
        case UInt8(ascii: ":") where next == byte: return nil
        default: break
        }
      } else {
        switch byte {
        case UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "/") where next == byte:
          if index > 0 { starts.append(index) }
          index += 1
        case UInt8(ascii: "*"):
          let before = bytes[index - 1]
          guard before == UInt8(ascii: "/") || before == UInt8(ascii: ":") else { return nil }
        case UInt8(ascii: "(") where next == UInt8(ascii: ")"): index += 1
        case UInt8(ascii: ".") where next == byte: return nil
        case UInt8(ascii: ":") where next == byte: return nil
        case UInt8(ascii: "/"), UInt8(ascii: "@"), UInt8(ascii: "-"), UInt8(ascii: "_"),
          UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          0x80...:
          break
        default: return nil
        }
      }
      index += 1
    }
    guard depth == 0, quote == nil else { return nil }
    let ends = starts.dropFirst() + [bytes.count]
    parts = zip(starts, ends).map { String(decoding: bytes[$0..<$1], as: UTF8.self) }
  }
}
