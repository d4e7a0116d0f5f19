/// A text that is put together of pieces.
///
/// It is held as bytes, which pieces are added to several times faster than to a `String`.
struct TextBuilder {
  /// The text in UTF-8.
  private(set) var bytes: [UInt8] = []

  /// Takes memory for so many bytes; more are possible.
  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func append(_ text: String) {
    let isAdded: Void? = text.utf8.withContiguousStorageIfAvailable {
      bytes.append(contentsOf: $0)
    }
    if isAdded == nil { bytes.append(contentsOf: text.utf8) }
  }

  /// Adds some texts in a row.
  mutating func append(_ first: String, _ second: String, _ third: String = "") {
    append(first)
    append(second)
    append(third)
  }
}
