import StubCore

/// A format in which other tools describe stubs, as matchers and responses rather than recordings.
///
/// A format is found by the structure of the document, never by the name of the file. A new one is
/// a file in this folder and a word in ``DefinitionFormats/all``.
protocol DefinitionFormat: SendableMetatype {
  /// What messages call it, such as `WireMock`.
  static var title: String { get }

  static func recognizes(_ document: Value) -> Bool

  /// Whether a response whose header field is given twice has both.
  static var keepsRepeatedFields: Bool { get }

  /// Reads the document's stubs into the draft, and reports errors to the reader.
  ///
  /// What the format can say and this product cannot do is an error that names it, never left out
  /// in silence.
  static func read(_ document: Value, _ reader: Reader, into file: inout FileDraft)
}

extension DefinitionFormat {
  static var keepsRepeatedFields: Bool { false }
}

enum DefinitionFormats {
  static let all: [any DefinitionFormat.Type] = [
    HoverflyFormat.self, MockServerFormat.self, MountebankFormat.self, WireMockFormat.self,
  ]

  static func recognizing(_ document: Value) -> (any DefinitionFormat.Type)? {
    all.first { $0.recognizes(document) }
  }
}

extension Value {
  /// Whether a request that these conditions are for has the method HEAD.
  var asksForHead: Bool { self["method"]?.scalar?.text.uppercasedASCII() == "HEAD" }
}

extension Mapping {
  /// Passes over the keys that change nothing, and reports those that are refused.
  ///
  /// A refused key with an empty value, such as `false` or an empty list, is ignored.
  func settle(_ keys: ToolKeys) {
    for key in keys.idle { _ = take(key) }
    for member in remaining {
      guard let remedy = keys.refused[member.key], take(member.key) != nil,
        member.value.saysSomething
      else { continue }
      refuse(member, remedy: remedy)
    }
    if let values = keys.nulls { passOverNulls(of: keys.read, except: values) }
  }

  /// Reports a key that is not supported.
  func refuse(_ member: Value.Member, remedy: String) {
    reader.report(
      keyOf: member.value,
      found: "\(Quotation.of(member.key)) is not supported", remedy: remedy)
  }

  /// Reads the value of that key when it is there.
  func read(_ key: String, _ read: (Value) -> Void) {
    _ = optional(key) { value -> Bool? in
      read(value)
      return true
    }
  }

  /// The one key of a mapping that names an operator; reports none, and all but the first.
  func onlyKey(among names: [String]) -> String? {
    let found = remaining.filter { names.contains($0.key) }
    guard let first = found.first else {
      if remaining.isEmpty, !hasFindings {
        report(
          found: "missing condition; add \(Quotation.oneOf(names))")
      }
      // Asking for them all makes them the valid keys in the report of an unknown one.
      for name in names { read(name) { _ in } }
      return nil
    }
    reportAllButOne(of: names, among: found)
    for extra in found.dropFirst() { _ = take(extra.key) }
    return first.key
  }
}
