#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One `name=value` of a query or of a URL-encoded form, decoded.
public struct QueryItem: Sendable, Hashable {
  /// The text before the first `=`.
  public var name: String
  /// `nil` when the item was written without `=`.
  public var value: String?

  /// An item with decoded texts; `nil` as value leaves out the `=`.
  package init(name: String, value: String?) {
    self.name = name
    self.value = value
  }

  /// Whether names and values are the same bytes: a composed letter is not a decomposed one.
  public static func == (left: QueryItem, right: QueryItem) -> Bool {
    left.name.hasSameScalars(as: right.name) && left.value.hasSameScalars(as: right.value)
  }

  /// Items of `a=1&b=2`, decoded as `application/x-www-form-urlencoded` (WHATWG URL §5.1).
  package static func parse(_ text: some StringProtocol) -> [QueryItem] {
    String(text).withBytes { parse($0, in: nil) }
  }

  /// Items of a form in another charset: what is percent-encoded are bytes in it (WHATWG HTML §4.10.21.8).
  ///
  /// `nil` for a charset in which the signs of forms are other bytes than in ASCII.
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

  /// The item of what stands between two `&`.
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
