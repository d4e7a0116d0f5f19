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

  /// The format that a file's name tells, or else its text.
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
