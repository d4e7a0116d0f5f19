import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ValueReader {
  /// A template that uses nothing but what is known here; reports the rest.
  mutating func wireMockTemplate(_ text: String?) -> Template? {
    guard let text else { return nil }
    do throws(TemplateError) {
      let template = try Template(text)
      return knowsNames(of: template) ? template : nil
    } catch {
      report(
        atByte: text.byteOffset(line: error.line, column: error.column), found: error.found,
        expected: error.expected, remedy: error.remedy.withoutFullStop)
      return nil
    }
  }

  /// A JSON value whose texts are templates.
  mutating func wireMockTree() -> WireMockTree? {
    switch node.content {
    case .scalar(let scalar):
      guard scalar.kind == .string else { return .plain(scalar.json) }
      return wireMockTemplate(scalar.text).map { .text($0) }
    case .sequence: return list { $0.wireMockTree() }.map { .array($0) }
    case .mapping:
      return mapping { reader in
        .object(reader.rest { _, value in value.wireMockTree() }.map { ($0.key, $0.value) })
      }
    }
  }

  /// Reports a name of the request's parts, or any other, that a template cannot use here.
  private mutating func knowsNames(of template: Template) -> Bool {
    let text = template.source
    if template.isPlain { return true }
    let known = WireMockRendering.parts.map(\.key)
    let assigned = text.contains("{{assign ") || text.contains("{{#assign ")
    let foreign = template.roots.subtracting(["request", "parameters"]).sorted()
    if !assigned, let name = foreign.first {
      return refuse(name, in: text, "\"request\", \"parameters\" or a helper")
    }
    let strange = template.members(ofRoot: "request").subtracting(known).sorted()
    if let name = strange.first {
      return refuse("request.\(name)", in: text, Quotation.oneOf(known.sorted()))
    }
    guard case .matched(let match)? = placeFromTheEnd?.firstMatch(in: text),
      let place = text.firstRange(of: match.text)?.lowerBound
    else { return true }
    report(
      atByte: text.utf8.distance(from: text.startIndex, to: place),
      found: "\(Quotation.of(match.text)) in a template",
      expected: "a number counted from the start", remedy: "try \".[0]\" for the first value")
    return false
  }

  private mutating func refuse(_ name: String, in text: String, _ expected: String) -> Bool {
    let last = name == "this" ? "{{" : name
    let place = text.firstRange(of: last)?.lowerBound ?? text.startIndex
    report(
      atByte: text.utf8.distance(from: text.startIndex, to: place),
      found: "\(Quotation.of(name)) in a template, which means nothing here", expected: expected,
      remedy: "try removing the tag, or a helper of the product's templates")
    return false
  }
}

/// A value of several that is chosen by a word or counted from the end.
private let placeFromTheEnd = try? RegularExpression(
  "request\\.(query|headers|cookies|path|pathSegments)[^\\s}]*\\.(first|last|\\[-\\d+\\])(?![\\w-])"
)

extension WireMockFolder {
  /// A body file with templates in its name and its contents.
  func body(_ name: String?, _ value: inout ValueReader) -> WireMockTemplateResponder.Body? {
    guard let name, let template = value.wireMockTemplate(name) else { return nil }
    guard template.isPlain else { return .file(template, in: self) }
    guard let path = path(name, &value) else { return nil }
    guard let data = try? Data(contentsOf: URL(filePath: path)) else {
      return value.mismatch(
        expected: "a readable file at \(path)", remedy: "try checking its permissions")
    }
    var contents = ValueReader(
      DocumentNode(
        .scalar(DocumentScalar(.string, text: String(decoding: data, as: UTF8.self))),
        at: value.position), path: value.path)
    let isTemplate = contents.wireMockTemplate(contents.node.scalar?.text) != nil
    if isTemplate { return .file(template, in: self) }
    value.report(
      found: "tags in \(path) that cannot be filled in: "
        + (contents.diagnostics.sorted.first?.message ?? ""))
    return nil
  }
}
