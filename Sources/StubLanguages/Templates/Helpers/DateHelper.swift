#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension TemplateHelper {
  /// A time given in ISO 8601 or in milliseconds since 1970, formatted as ``now`` does.
  static let date = TemplateHelper(
    "date", usage: "{{date '2024-02-29T12:00:00Z' offset='1 years' format='dd.MM.yyyy'}}",
    arguments: 1...1, options: ["format", "offset", "timezone"]
  ) {
    if case .number(let milliseconds) = $0[0] {
      return try $0.formatted(Date(timeIntervalSince1970: milliseconds.double / 1000))
    }
    guard let date = TemplateDateReader.read($0.text(0)) else {
      throw TemplateHelperError(
        expected: "a time in ISO 8601 or in milliseconds since 1970", found: $0[0].shown,
        remedy: "write it like 2024-02-29T12:00:00Z")
    }
    return try $0.formatted(date)
  }
}
