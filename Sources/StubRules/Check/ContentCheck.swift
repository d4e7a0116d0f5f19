import StubCore
import StubDocuments

extension DocumentCheck {
  /// The check for repeated header fields, and for JSON that is sent as plain text, in rule files.
  static let contents = DocumentCheck(isOnlyForRules: true) { visit($0, &$1) }

  /// The keys whose values are bodies, or mappings with arbitrary names.
  private static let keysOfData: Set = ["json", "jsonPath", "query", "form", "cookies", "xpath"]

  private static func visit(
    _ node: Value, isResponse: Bool = false, _ diagnostics: inout DiagnosticList
  ) {
    for element in node.eachElement where !element.isNumber {
      visit(element, isResponse: isResponse, &diagnostics)
    }
    for member in node.members ?? [] where !keysOfData.contains(member.key) {
      switch member.key {
      case "headers": repeatedFields(member.value, &diagnostics)
      case "text" where isResponse: text(member.value, in: node, &diagnostics)
      default:
        visit(member.value, isResponse: isResponse || member.key == "respond", &diagnostics)
      }
    }
  }

  /// Finds names that differ only in letter case, and so name the same header field.
  private static func repeatedFields(_ headers: Value, _ diagnostics: inout DiagnosticList) {
    var first: [String: Value.Member] = [:]
    for member in headers.members ?? [] {
      guard let other = first.updateValue(member, forKey: member.key.lowercasedASCII()) else {
        continue
      }
      diagnostics.append(
        FileDiagnostic(
          .warning, at: member.value.position,
          found: "the header field \(Quotation.of(member.key)) is also given as "
            + "\(Quotation.of(other.key)) at \(other.value.position.short)",
          remedy: "use one key; several values are a list"))
    }
  }

  /// Finds texts that are complete JSON, but would be sent as `text/plain`.
  private static func text(
    _ value: Value, in response: Value, _ diagnostics: inout DiagnosticList
  ) {
    guard let text = value.scalar?.text, let sign = text.utf8.first(where: { $0 > 0x20 }),
      "{[".utf8.contains(sign), text.utf8.count < 1 << 16, response["contentType"] == nil,
      !hasType(response["headers"]), (try? JSONValue(parsing: text)) != nil
    else { return }
    diagnostics.append(
      FileDiagnostic(
        .warning, at: value.position, found: "this text is JSON, but is sent as text/plain",
        remedy: "use \"json\" instead of \"text\", or set \"contentType\""))
  }

  private static func hasType(_ headers: Value?) -> Bool {
    (headers?.members ?? []).contains { $0.key.lowercasedASCII() == "content-type" }
  }
}

extension RuleCheck {
  /// Returns the findings about files and folders without contents.
  static func silentPaths(
    _ paths: [String], _ emptyFiles: [String: Bool], _ formats: StubFormats
  ) -> [FileDiagnostic] {
    let folders = paths.filter { path in
      if case .folder = FileKind(of: path) { true } else { false }
    }
    return folders.filter { RuleFileFinder([$0], formats: formats).files.isEmpty }.map { folder in
      FileDiagnostic(
        .warning, file: folder, found: "no stub files in this folder",
        remedy: "add one whose name ends with .yaml, .yml, .json or .har, or check the path")
    }
      + emptyFiles.sorted { $0.key < $1.key }.map { file, hasComments in
        FileDiagnostic(
          .warning, file: file,
          found: hasComments ? "this file contains only comments" : "this file is empty",
          remedy: "add stubs, or remove it")
      }
  }
}
