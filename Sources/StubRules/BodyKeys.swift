import StubCore
package import StubDocuments
import StubPlatform

extension Key where Target == ResponseDraft {
  package static var text: Self {
    Self("text", "The body as text.", .text, example: "Hello {{query.name}}") {
      reader, value, response in
      guard let text = reader.text(value) else { return }
      response.checkTags(in: text, of: value)
      response.specification.body = .text(text)
    }
  }

  package static var json: Self {
    Self("json", "The body as JSON.", .any, example: ["id": "{{uri.id}}", "tags": []]) {
      reader, value, response in
      if value.isFolded, response.charset.charset == nil,
        let data = value.plainJSON(mayHaveTags: response.template != false)
      {
        response.specification.body = .data(data)
        if !response.namesContentType { response.specification.contentType = .json }
        return
      }
      if response.template != false { response.checkLeaves(of: value) }
      response.specification.body = .json(value.json)
    }
  }

  package static var base64: Self {
    Self("base64", "The body's bytes in base64.", .string, example: "aGVsbG8=") {
      reader, value, response in
      if let data = reader.base64(value) { response.specification.body = .data(data) }
    }
  }

  package static var bodyFile: Self {
    Self(
      "bodyFile", "The file with the body, relative to the rule file; read for each request.",
      .string, example: "body.json"
    ) { reader, value, response in
      guard let name = reader.string(value) else { return }
      response.checkTags(in: name, of: value)
      guard !response.hasTags(name) else {
        response.specification.body = .file(path: name)
        response.specification.bodyFolder = response.scope.folder
        return
      }
      guard let path = reader.filePath(value, in: response.scope) else { return }
      response.specification.body = .file(path: path)
      if response.template == true { response.checkContents(of: path, named: value) }
    }
  }
}

extension ResponseDraft {
  fileprivate func hasTags(_ text: String) -> Bool { template != false && text.mayHaveTags }

  /// Checks the template tags in each text and each name of a JSON value.
  mutating func checkLeaves(of value: Value) {
    for element in value.eachElement { checkLeaves(of: element) }
    for member in value.members ?? [] {
      checkTags(in: member.key, of: Value(text: member.key, at: member.position, in: member.value))
      checkLeaves(of: member.value)
    }
    if let scalar = value.scalar, scalar.kind == .string {
      checkTags(in: scalar.text, of: value)
    }
  }

  /// Checks the template tags in a file now, although the file is read again for each request.
  fileprivate func checkContents(of path: String, named value: Value) {
    guard let data = reader.fileContents(value, at: path, atMost: scope.fileSizeLimit) else {
      return
    }
    do throws(TemplateError) {
      _ = try Template(charset.repairedText(of: data))
    } catch {
      reader.report(
        value, found: "\(error.found) in \(path), line \(error.line), column \(error.column)",
        expected: error.expected, remedy: .advice(error.remedy.withoutFullStop))
    }
  }
}
