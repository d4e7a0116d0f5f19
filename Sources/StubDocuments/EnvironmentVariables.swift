import StubPlatform

/// The variables that replace `${NAME}` and `${NAME:-default}` in texts such as base URLs.
///
/// `$${` becomes a literal `${`.
package struct EnvironmentVariables: Sendable, Hashable {
  /// The error for a variable that has no value.
  package struct Problem: Error, Sendable, Hashable {
    package let found: String
    package let remedy: String
  }

  private let values: [String: String]

  package init(_ values: [String: String]) { self.values = values }

  /// The variables of this process.
  package static var process: EnvironmentVariables {
    EnvironmentVariables(ProcessInfo.processInfo.environment)
  }

  /// Returns the text with its variables replaced; a default also replaces a variable that is
  /// empty.
  package func substituted(in text: String) throws(Problem) -> String {
    var result = ""
    var rest = text.utf8[...]
    while let dollar = rest.firstIndex(of: UInt8(ascii: "$")) {
      result += Substring(rest[..<dollar])
      rest = rest[dollar...]
      if rest.starts(with: "$${".utf8) {
        result += "${"
        rest = rest.dropFirst(3)
      } else if rest.starts(with: "${".utf8) {
        guard let end = rest.firstIndex(of: UInt8(ascii: "}")) else { throw Self.unclosed }
        result += try value(of: Substring(rest[..<end].dropFirst(2)))
        rest = rest[end...].dropFirst()
      } else {
        result += "$"
        rest = rest.dropFirst()
      }
    }
    return result + Substring(rest)
  }

  /// Returns the value for the text between the braces of a variable.
  private func value(of reference: Substring) throws(Problem) -> String {
    let separator = reference.utf8.firstRange(of: ":-".utf8)
    let name = String(separator.map { reference[..<$0.lowerBound] } ?? reference)
    let fallback = separator.map { String(reference[$0.upperBound...]) }
    guard Self.isName(name) else {
      throw Problem(
        found: "invalid name of an environment variable \(Quotation.of(name))",
        remedy: "use letters, digits and \"_\", or $${ for literal text")
    }
    if let fallback { return values[name].flatMap { $0.isEmpty ? nil : $0 } ?? fallback }
    if let value = values[name] { return value }
    throw Problem(
      found: "environment variable \(name) is not set",
      remedy: "set it, or use ${\(name):-default}")
  }

  private static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(0x30...0x39).contains(first) else { return false }
    return name.utf8.allSatisfy { $0 == UInt8(ascii: "_") || isLetterOrDigit($0) }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static let unclosed = Problem(
    found: "missing \"}\" after \"${\"",
    remedy: "use ${NAME} or ${NAME:-default}, or $${ for literal text")
}
