import StubCore

/// Reads the documents of a stub file, in YAML, JSON or a property list.
package enum DocumentReader {
  /// The size in bytes above which the lists of a JSON file are folded, so that many elements share
  /// a token.
  package static let longFile = 1 << 24
  /// The number of tokens that are folded into one, which is small enough to parse them again for
  /// one element.
  package static let run = 1 << 10

  /// Returns the documents in the text; errors are added to `diagnostics`.
  ///
  /// A syntax error ends the reading; the documents before it are still returned. `strictness`
  /// recognizes the tool of a document; by default, all documents are the project's own.
  package static func documents(
    in source: SourceText, format: DocumentFormat? = nil,
    strictness: (Value) -> Strictness = { _ in .own },
    reportingTo diagnostics: inout DiagnosticList
  ) -> [Value] {
    let isLong = source.bytes.count > longFile
    return documents(
      in: source, format: format, foldingRuns: isLong ? run : nil, strictness: strictness,
      reportingTo: &diagnostics)
  }

  /// Returns the documents in the text; in JSON lists, `run` tokens are folded into one.
  package static func documents(
    in source: SourceText, format: DocumentFormat? = nil, foldingRuns run: Int?,
    strictness: (Value) -> Strictness = { _ in .own },
    reportingTo diagnostics: inout DiagnosticList
  ) -> [Value] {
    let errors = diagnostics.errorCount
    defer {
      if diagnostics.errorCount > errors, let finding = ERBTemplate.finding(in: source) {
        diagnostics.append(finding)
      }
    }
    switch format ?? DocumentFormat(of: source) {
    case .yaml:
      var reader = YAMLDocumentReader(source)
      let documents = reader.documents(strictness: strictness)
      diagnostics.append(contentsOf: reader.diagnostics)
      return documents
    case .json:
      let document = JSONDocumentReader.document(
        in: source, foldingRuns: run, strictness: strictness, reportingTo: &diagnostics)
      return document.map { [Value($0)] } ?? []
    case .propertyList:
      var reader = PropertyListDocumentReader(source)
      let document = reader.document(strictness: strictness)
      diagnostics.append(contentsOf: reader.diagnostics)
      return document.map { [Value($0)] } ?? []
    }
  }
}

/// The notation of a document.
package enum DocumentFormat: String, Sendable, Hashable, CaseIterable {
  case yaml
  /// JSON, in which comments and trailing commas are allowed with any extension.
  case json
  /// Apple's property list, in XML.
  case propertyList

  /// Finds the format by the extension of a file name; `nil` for other files, which are not rule
  /// files.
  package init?(fileName: String) {
    switch Self.fileExtension(of: fileName) {
    // VCR compresses cassettes to ".zz", mitmproxy compresses HARs to ".zhar".
    case "yaml", "yml", "zz": self = .yaml
    case "json", "jsonc", "har", "zhar": self = .json
    case "plist": self = .propertyList
    default: return nil
    }
  }

  /// Returns the extension of a file name in lower case; empty if there is no dot.
  package static func fileExtension(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }

  /// Finds the format of a file by its name, or else by its text.
  package init(of source: SourceText) {
    self = Self(fileName: source.name) ?? Self(guessedFrom: source)
  }

  /// Guesses the format of a text without a known extension.
  ///
  /// A text is JSON if it starts with a bracket, `//` or `/*`, and a property list if it starts
  /// with `<`.
  package init(guessedFrom source: SourceText) {
    let text = source.bytes.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    switch text.first {
    case UInt8(ascii: "{"), UInt8(ascii: "["): self = .json
    // YAML's merge key begins with two `<`.
    case UInt8(ascii: "<"): self = text.starts(with: "<<".utf8) ? .yaml : .propertyList
    case UInt8(ascii: "/"):
      self = text.starts(with: "//".utf8) || text.starts(with: "/*".utf8) ? .json : .yaml
    default: self = .yaml
    }
  }
}

/// The limits that keep a hostile file from exhausting stack, memory or time.
package enum DocumentLimits {
  /// The largest number of nested lists and mappings, including levels reached through aliases.
  package static let depth = 256
  /// The largest number of values to which the aliases of a document may expand; a long text counts
  /// as several.
  static let aliasedWeight = 1_000_000
  /// The largest size of a decompressed file, in bytes.
  static let inflatedBytes = 1 << 30
}
