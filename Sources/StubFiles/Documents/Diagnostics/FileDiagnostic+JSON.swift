#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension FileDiagnostic {
  private struct Record: Encodable {
    let severity: String
    let file: String
    let line: Int?
    let column: Int?
    let pointer: String?
    let found: String
    let expected: String?
    let remedy: String?
    let source: String?
    let message: String
  }

  /// The finding as one line of JSON with its keys in alphabetical order, for programs.
  public var jsonLine: String {
    let record = Record(
      severity: severity.rawValue, file: file, line: line, column: column, pointer: pointer,
      found: found, expected: expected, remedy: remedy, source: excerpt?.line, message: message)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(record) else { return "{}" }
    return String(decoding: data, as: UTF8.self)
  }
}
