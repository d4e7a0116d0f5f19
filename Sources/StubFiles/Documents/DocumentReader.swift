import StubCore

/// Reads the documents of a rule file, whichever of the formats it is written in.
package enum DocumentReader {
  /// Of longer files in JSON the elements of lists are folded.
  static let longFile = 1 << 24
  /// Elements of so many tokens are folded together: few enough to be read again for one of them.
  static let run = 1 << 10

  /// The documents of the text; errors are added to `diagnostics`.
  ///
  /// A syntax error ends the reading; documents that came before it are still returned.
  package static func documents(
    in source: SourceText, format: DocumentFormat? = nil,
    reportingTo diagnostics: inout DiagnosticList
  ) -> [Value] {
    let isLong = source.bytes.count > longFile
    return documents(
      in: source, format: format, foldingRuns: isLong ? run : nil,
      reportingTo: &diagnostics)
  }

  /// The documents of the text; elements of lists in JSON are folded if they have so many tokens.
  static func documents(
    in source: SourceText, format: DocumentFormat? = nil, foldingRuns run: Int?,
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
      let documents = reader.documents { Customs(of: $0) }
      diagnostics.append(contentsOf: reader.diagnostics)
      return documents
    case .json:
      let document = JSONDocumentReader.document(
        in: source, foldingRuns: run, reportingTo: &diagnostics)
      return document.map { [Value($0)] } ?? []
    case .propertyList:
      var reader = PropertyListDocumentReader(source)
      let document = reader.document()
      diagnostics.append(contentsOf: reader.diagnostics)
      return document.map { [Value($0)] } ?? []
    }
  }
}

/// The notation a document is written in.
package enum DocumentFormat: String, Sendable, Hashable, CaseIterable {
  case yaml
  /// JSON; comments and trailing commas are allowed whatever the extension says.
  case json
  /// Apple's property list, in XML.
  case propertyList

  /// The format that a file name's extension stands for; only such files are rule files.
  package init?(fileName: String) {
    let name = fileName.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return nil }
    switch name[name.index(after: dot)...].lowercased() {
    // VCR compresses cassettes into ".zz", mitmproxy HARs into ".zhar".
    case "yaml", "yml", "zz": self = .yaml
    case "json", "jsonc", "har", "zhar": self = .json
    case "plist": self = .propertyList
    default: return nil
    }
  }

  /// The format of a file by its name, or else by its text.
  package init(of source: SourceText) {
    self = Self(fileName: source.name) ?? Self(guessedFrom: source)
  }

  /// The format of text without a telling name.
  ///
  /// JSON when it starts with a bracket or `//`, `/*`; a property list when with `<`.
  package init(guessedFrom source: SourceText) {
    let text = source.bytes.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    switch text.first {
    case UInt8(ascii: "{"), UInt8(ascii: "["): self = .json
    // YAML's merge key begins with two of them.
    case UInt8(ascii: "<"): self = text.starts(with: "<<".utf8) ? .yaml : .propertyList
    case UInt8(ascii: "/"):
      self = text.starts(with: "//".utf8) || text.starts(with: "/*".utf8) ? .json : .yaml
    default: self = .yaml
    }
  }
}

/// Bounds that keep a hostile file from exhausting stack, memory or time.
enum DocumentLimits {
  /// Levels of lists and mappings inside each other, those reached through aliases included.
  static let depth = 256
  /// Values that aliases may stand for in one document, long texts counted several times.
  static let aliasedWeight = 1_000_000
  /// Bytes that a compressed file may stand for.
  static let inflatedBytes = 1 << 30
}
