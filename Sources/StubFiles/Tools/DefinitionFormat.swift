import StubCore

/// A stub file format of another tool, which describes matchers and responses, unlike a recording.
///
/// A format is recognized by the structure of the document, never by the name of the file. To add a
/// format, write a file in this folder and add its name to ``DefinitionFormats/all``.
protocol DefinitionFormat: SendableMetatype {
  /// The name in messages, such as `WireMock`.
  static var title: String { get }

  static func recognizes(_ document: Value) -> Bool

  /// Whether all values of a header field are used if its name occurs several times, instead of the
  /// last.
  static var keepsRepeatedFields: Bool { get }

  /// Reads the document's stubs into the draft, and reports errors to the reader.
  ///
  /// An unsupported feature is reported as an error that names it; it is never silently ignored.
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
  /// Whether these conditions of a stub file require the method HEAD.
  var asksForHead: Bool { self["method"]?.scalar?.text.uppercasedASCII() == "HEAD" }
}

extension Mapping {
  /// Removes the keys that have no effect, and reports unsupported keys.
  ///
  /// An unsupported key with an empty value, such as `false` or an empty list, is ignored.
  func settle(_ keys: ToolKeys) {
    for key in keys.idle { _ = take(key) }
    for member in remaining {
      guard let remedy = keys.refused[member.key], take(member.key) != nil,
        member.value.saysSomething
      else { continue }
      refuse(member, remedy: .advice(remedy))
    }
    if let values = keys.nulls { passOverNulls(of: keys.read, except: values) }
  }

  /// Reports a key that is not supported.
  func refuse(_ member: Value.Member, remedy: Remedy) {
    reader.report(
      keyOf: member.value,
      found: "\(Quotation.of(member.key)) is not supported", remedy: remedy)
  }

  /// Reads the value of a key if it exists.
  func read(_ key: String, _ read: (Value) -> Void) {
    _ = optional(key) { value -> Bool? in
      read(value)
      return true
    }
  }

  /// Returns the only key that is one of the names; reports if there is none, and reports further
  /// keys.
  func onlyKey(among names: [String]) -> String? {
    let found = remaining.filter { names.contains($0.key) }
    guard let first = found.first else {
      if remaining.isEmpty, !hasFindings {
        report(
          found: "missing condition; add \(Quotation.oneOf(names))")
      }
      // The report of an unknown key lists all keys that were read, so each name is read.
      for name in names { read(name) { _ in } }
      return nil
    }
    reportAllButOne(of: names, among: found)
    for extra in found.dropFirst() { _ = take(extra.key) }
    return first.key
  }
}
