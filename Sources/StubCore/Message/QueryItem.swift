import StubPlatform

/// A decoded `name=value` item of a query or a URL-encoded form.
public struct QueryItem: Sendable, Hashable {
  /// The text before the first `=`.
  public var name: String
  /// The text after the first `=`; `nil` if the item has no `=`.
  public var value: String?

  /// Creates an item from decoded texts; without a value, it has no `=`.
  package init(name: String, value: String?) {
    self.name = name
    self.value = value
  }

  /// Returns whether names and values have the same bytes, so that composed and decomposed letters
  /// differ.
  public static func == (left: QueryItem, right: QueryItem) -> Bool {
    left.name.hasSameScalars(as: right.name) && left.value.hasSameScalars(as: right.value)
  }

  /// Returns the items of `a=1&b=2`, decoded as `application/x-www-form-urlencoded`
  /// (WHATWG URL §5.1).
  package static func parse(_ text: some StringProtocol) -> [QueryItem] {
    String(text).withBytes { parse($0, in: nil) }
  }

  /// Returns the items of a form whose percent-encoded bytes are in another charset (WHATWG HTML
  /// §4.10.21.8).
  ///
  /// The result is `nil` if the charset does not contain ASCII, in which the separators are
  /// written.
  static func parse(_ form: CodedText) -> [QueryItem]? {
    guard form.charset.containsASCII else { return nil }
    return form.bytes.withUnsafeBytes { parse($0, in: form.charset) }
  }

  private static func parse(
    _ bytes: UnsafeRawBufferPointer, in charset: Charset?
  ) -> [QueryItem] {
    var items: [QueryItem] = []
    var start = 0
    while start < bytes.count {
      let end = bytes.place(of: UInt8(ascii: "&"), from: start) ?? bytes.count
      if start < end {
        items.append(QueryItem(UnsafeRawBufferPointer(rebasing: bytes[start..<end]), in: charset))
      }
      start = end + 1
    }
    return items
  }

  /// Creates an item from the bytes between two `&`.
  private init(_ bytes: UnsafeRawBufferPointer, in charset: Charset?) {
    let equals = bytes.place(of: UInt8(ascii: "="))
    func text(_ range: Range<Int>) -> String {
      let bytes = UnsafeRawBufferPointer(rebasing: bytes[range])
      let coded = charset.flatMap {
        $0.text(of: PercentEncoding.decodeBytes(bytes, plusIsSpace: true))
      }
      return coded ?? PercentEncoding.decode(bytes, plusIsSpace: true)
    }
    name = text(0..<(equals ?? bytes.count))
    value = equals.map { text($0 + 1..<bytes.count) }
  }
}
