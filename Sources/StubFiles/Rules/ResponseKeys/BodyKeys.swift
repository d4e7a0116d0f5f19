import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension RuleKey where Target == ResponseDraft {
  static var text: Self {
    Self("text", "The body as text.", .text, example: "Hello {{query.name}}") { value, response in
      guard let text = value.text() else { return }
      response.checkTags(in: text, of: &value)
      response.specification.body = .text(text)
    }
  }

  static var json: Self {
    Self("json", "The body as JSON.", .any, example: ["id": "{{uri.id}}", "tags": []]) {
      value, response in
      if response.template != false { response.checkLeaves(of: value.node, reporting: &value) }
      response.specification.body = .json(value.json)
    }
  }

  static var base64: Self {
    Self("base64", "The body's bytes in base64.", .string, example: "aGVsbG8=") {
      value, response in
      if let data = value.base64() { response.specification.body = .data(data) }
    }
  }

  static var bodyFile: Self {
    Self(
      "bodyFile", "The file with the body, relative to the rule file; read for each request.",
      .string, example: "body.json"
    ) { value, response in
      guard let name = value.string() else { return }
      response.checkTags(in: name, of: &value)
      guard !response.hasTags(name) else {
        response.specification.body = .file(path: name)
        response.specification.bodyFolder = response.scope.folder
        return
      }
      guard let path = value.filePath(in: response.scope) else { return }
      response.specification.body = .file(path: path)
      if response.template == true { response.checkContents(of: path, named: &value) }
    }
  }
}

extension ResponseDraft {
  fileprivate func hasTags(_ text: String) -> Bool { template != false && text.mayHaveTags }

  /// Checks the tags of each text in a JSON value.
  fileprivate mutating func checkLeaves(of node: DocumentNode, reporting value: inout ValueReader) {
    switch node.content {
    case .scalar(let scalar):
      guard scalar.kind == .string, scalar.text.mayHaveTags else { return }
      var leaf = ValueReader(node, path: value.path)
      checkTags(in: scalar.text, of: &leaf)
      value.report(leaf.diagnostics)
    case .sequence(let elements):
      for element in elements { checkLeaves(of: element, reporting: &value) }
    case .mapping(let members):
      for member in members { checkLeaves(of: member.value, reporting: &value) }
    }
  }

  /// Checks the tags in a file now, though it is read anew for each request.
  fileprivate func checkContents(of path: String, named value: inout ValueReader) {
    guard let data = try? Data(contentsOf: URL(filePath: path)) else { return }
    do throws(TemplateError) {
      _ = try Template(String(decoding: data, as: UTF8.self))
    } catch {
      value.report(
        found: "\(error.found) in \(path), line \(error.line), column \(error.column)",
        expected: error.expected, remedy: error.remedy.withoutFullStop)
    }
  }
}
