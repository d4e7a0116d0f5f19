import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension RuleKey where Target == MatchDraft {
  static var body: Self {
    Self(
      "body", "The body as text, or its bytes in base64 or in a file.",
      .anyOf([
        .condition, .object([("base64", .string)], required: ["base64"]),
        .object([("file", .string)], required: ["file"]),
      ]), example: ["contains": "hello"]
    ) { value, match in
      let keys = value.node.members?.map(\.key) ?? []
      guard keys.contains("base64") || keys.contains("file") else {
        guard let condition = value.condition() else { return }
        return match.add(HTTPStubBodyMatcher(condition), from: &value)
      }
      let scope = match.scope
      let bytes = value.mapping { reader -> Data? in
        let decoded = reader.optional("base64") { $0.base64() }
        let contents = reader.optional("file") { value in
          value.fileContents(in: scope)
        }
        if keys.contains("base64"), keys.contains("file") {
          reader.report(
            found: "both \"base64\" and \"file\"", expected: "one of them",
            remedy: "try removing one")
        }
        return decoded ?? contents
      }
      if let bytes { match.add(HTTPStubBodyMatcher(bytes), from: &value) }
    }
  }
}

extension ValueReader {
  /// The bytes behind base64 text, in which blanks and line ends do not count, or of `!!binary`.
  mutating func base64() -> Data? {
    if case .bytes(let bytes)? = node.scalar?.kind { return Data(bytes) }
    guard let text = string() else { return nil }
    let letters = text.filter { !$0.isWhitespace }
    if let data = Data(base64Encoded: letters) { return data }
    return mismatch(
      expected: "base64 (RFC 4648 §4)",
      remedy: "try the output of base64, with its padding of \"=\"")
  }

  /// The bytes of the file that the text names relative to the rule file.
  mutating func fileContents(in scope: RuleScope) -> Data? {
    guard let path = filePath(in: scope) else { return nil }
    if let data = try? Data(contentsOf: URL(filePath: path)) { return data }
    return mismatch(expected: "a readable file at \(path)", remedy: "try checking its permissions")
  }

  /// The path that the text gives relative to the rule file; reported when no file is there.
  mutating func filePath(in scope: RuleScope) -> String? {
    guard let name = string() else { return nil }
    if let path = scope.folder.path(of: name), RuleFileFinder.Kind(of: path) == .file {
      return path
    }
    return mismatch(
      expected: "a file at \(scope.path(name))",
      remedy: "try a path relative to the folder of the rule file")
  }

  /// The path of a file inside a folder, where a tool keeps its files; reported for any other.
  mutating func filePath(inside folder: FileFolder, named place: String) -> String? {
    guard let name = string() else { return nil }
    guard let path = folder.path(of: name), RuleFileFinder.Kind(of: path) == .file else {
      return mismatch(expected: "a file in \(place)", remedy: "try a path relative to \(place)")
    }
    if folder.path(inside: name) != nil { return path }
    return mismatch(
      expected: "a path inside \(place)", remedy: "try a name without \"..\"")
  }
}
