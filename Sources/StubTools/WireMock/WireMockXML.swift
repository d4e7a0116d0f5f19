import StubCore
import StubDocuments
import StubLanguages

extension Mapping {
  /// Reads the keys beside `equalToXml` that set which differences are allowed.
  func wireMockXMLComparison() -> XMLComparison {
    var comparison = XMLComparison()
    comparison.ignoresOrderOfNames = true
    comparison.ignoresOrder = optional("ignoreOrderOfSameNode") { reader.boolean($0) } ?? false
    let names = optional("exemptedComparisons") { value in
      reader.list(value) { reader.wireMockExemption($0) }
    }
    comparison.exemptions = Set((names ?? []).compactMap(\.self))
    read("namespaceAwareness") { value in
      _ = reader.keyword(value, ["STRICT": true, "LEGACY": true])
    }
    let usesPlaceholders = optional("enablePlaceholders") { reader.boolean($0) } ?? false
    let opening = optional("placeholderOpeningDelimiterRegex") { reader.string($0) }
    let closing = optional("placeholderClosingDelimiterRegex") { reader.string($0) }
    guard usesPlaceholders else { return comparison }
    do throws(PatternError) {
      comparison.placeholders = try XMLPlaceholders(
        opening: opening ?? "\\$\\{", closing: closing ?? "\\}")
    } catch {
      report(
        found: "invalid regular expression for the delimiters of placeholders",
        remedy: "use expressions such as \\\\[\\\\[ and ]]")
    }
    return comparison
  }
}

extension Reader {
  /// The exemptions of XMLUnit, the library of WireMock, that have no effect on this comparison.
  private static let idleExemptions: Set = [
    "NODE_TYPE", "NAMESPACE_PREFIX", "SCHEMA_LOCATION", "NO_NAMESPACE_SCHEMA_LOCATION",
    "CHILD_NODELIST_SEQUENCE", "XML_VERSION", "XML_STANDALONE", "XML_ENCODING",
    "HAS_DOCTYPE_DECLARATION", "DOCTYPE_NAME", "DOCTYPE_PUBLIC_ID", "DOCTYPE_SYSTEM_ID",
    "ATTR_VALUE_EXPLICITLY_SPECIFIED", "PROCESSING_INSTRUCTION_TARGET",
    "PROCESSING_INSTRUCTION_DATA",
  ]

  /// Reads the name of a comparison to leave out; an inner `nil` means that the name has no effect.
  fileprivate func wireMockExemption(_ value: Value) -> XMLComparison.Exemption?? {
    guard let name = string(value) else { return nil }
    if Self.idleExemptions.contains(name) { return .some(nil) }
    if let exemption = XMLComparison.Exemption(rawValue: name) { return exemption }
    report(
      value, found: value.summary,
      expected: Quotation.oneOf(XMLComparison.Exemption.allCases.map(\.rawValue)),
      remedy: "use \"TEXT_VALUE\"")
    return nil
  }
}
