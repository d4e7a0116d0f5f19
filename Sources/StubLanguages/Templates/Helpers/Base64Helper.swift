#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension TemplateHelper {
  /// Base64 of a text (RFC 4648 §4) or, with `decode=true`, the text of Base64 in either alphabet.
  static let base64 = TemplateHelper(
    "base64", usage: "{{base64 text decode=true padding=false}}", arguments: 1...1,
    options: ["decode", "padding"], takesBody: true
  ) {
    let text = $0.text(0)
    guard $0.flag("decode") else {
      let encoded = Data(text.utf8).base64EncodedString()
      let keepsPadding = $0.options["padding"]?.isTruthy ?? true
      return .string(keepsPadding ? encoded : String(encoded.prefix { $0 != "=" }))
    }
    let digits = text.trimmingWhitespace().replacing("-", with: "+").replacing("_", with: "/")
    let bare = digits.prefix { $0 != "=" }
    let padding = String(repeating: "=", count: (4 - bare.utf8.count % 4) % 4)
    guard let data = Data(base64Encoded: bare + padding) else {
      throw TemplateHelperError(
        expected: "Base64 text", found: $0[0].shown, remedy: "leave out decode=true to encode")
    }
    return .string(String(decoding: data, as: UTF8.self))
  }
}
