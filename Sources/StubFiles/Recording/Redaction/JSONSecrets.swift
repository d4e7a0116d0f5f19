/// Finds the values of secret keys in JSON text without changing how the rest is written.
///
/// It reads tokens only, so it also works on text that is not JSON as a whole: several documents,
/// a part of one, or one inside of a page.
struct JSONSecrets {
  let bytes: UnsafeBufferPointer<UInt8>
  let names: SecretNames
  /// Takes key and value; returns what to write in the value's place, or `nil` to leave it.
  let replace: (String, String) -> String?

  /// The text with the replacements; `nil` when there were none.
  func rewritten() -> [UInt8]? {
    var result: [UInt8] = []
    var copied = 0
    var index = 0
    while let quote = ByteSearch.first(UInt8(ascii: "\""), in: bytes, index..<bytes.count) {
      index = quote
      guard let keyEnd = stringEnd(index) else { break }
      let key = index + 1..<keyEnd
      index = keyEnd + 1
      let colon = skipBlanks(index)
      guard colon < bytes.count, bytes[colon] == UInt8(ascii: ":") else { continue }
      let start = skipBlanks(colon + 1)
      let name = text(key)
      guard names.holdsJSONKey(name), let end = valueEnd(start) else {
        index = colon + 1
        continue
      }
      let isText = bytes[start] == UInt8(ascii: "\"")
      let value = isText ? start + 1..<end - 1 : start..<end
      if let new = replace(name, text(value)) {
        result += bytes[copied..<start]
        result += "\"\(new)\"".utf8
        copied = end
      }
      index = end
    }
    if copied == 0 { return nil }
    return result + bytes[copied...]
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
  }

  /// The end of a text or number that starts there; `nil` for any other value.
  private func valueEnd(_ start: Int) -> Int? {
    guard start < bytes.count else { return nil }
    if bytes[start] == UInt8(ascii: "\"") { return stringEnd(start).map { $0 + 1 } }
    var end = start
    while end < bytes.count, isNumber(bytes[end]) { end += 1 }
    return end > start ? end : nil
  }

  private func isNumber(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || "+-.eE".utf8.contains(byte)
  }

  private func skipBlanks(_ start: Int) -> Int {
    var index = start
    while index < bytes.count, " \t\r\n".utf8.contains(bytes[index]) { index += 1 }
    return index
  }

  /// The place of the quote that ends the text whose first quote is there.
  private func stringEnd(_ start: Int) -> Int? {
    let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
    var index = start + 1
    while let place = ByteSearch.first(quote, or: backslash, in: bytes, index..<bytes.count) {
      if bytes[place] == quote { return place }
      index = min(place + 2, bytes.count)
    }
    return nil
  }
}
