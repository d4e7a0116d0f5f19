extension ReceivedRequest {
  /// The parts of a request that templates can read, both at the top level and under `request`.
  private static let templateParts:
    KeyValuePairs<String, @Sendable (ReceivedRequest) -> JSONValue> = [
      "method": { .string($0.method.rawValue) },
      "url": { .string($0.target.absoluteString) },
      "scheme": { .string($0.target.scheme ?? "http") },
      "host": { .string($0.target.host ?? "") },
      "port": { $0.target.effectivePort.map { .number(JSONNumber($0)) } ?? .null },
      "path": { .string($0.target.decodedPath) },
      "segments": { .array($0.target.segments.map(JSONValue.string)) },
      "query": {
        .object(JSONObject(grouping: $0.target.queryItems.map { ($0.name, $0.value ?? "") }))
      },
      "headers": { .object($0.headerObject) },
      "cookies": { .object(JSONObject(grouping: $0.cookies.map { ($0.name, $0.value) })) },
      "uri": { .object(JSONObject($0.captures.uri.sorted { $0.key < $1.key }.map { ($0, $1) })) },
      "regex": {
        .object(JSONObject($0.captures.regex.sorted { $0.key < $1.key }.map { ($0, .string($1)) }))
      },
      "form": { .object(JSONObject(grouping: $0.formItems.map { ($0.name, $0.value ?? "") })) },
      "json": { (try? $0.json.get()) ?? .null },
      "body": { .string($0.bodyText) },
    ]

  /// Adds the parts of the request that the template reads, unless the context already has them.
  func addTemplateParts(to context: inout JSONObject, for template: Template) {
    addTemplateParts(to: &context, named: template.roots)
    guard template.roots.contains("request") || template.roots.contains("this") else { return }
    var request = context["request"]?.object ?? JSONObject()
    addTemplateParts(to: &request, named: template.members(ofRoot: "request"))
    context["request"] = .object(request)
  }

  private func addTemplateParts(to object: inout JSONObject, named names: Set<String>) {
    for (name, part) in Self.templateParts where names.contains(name) || names.contains("this") {
      if object[name] == nil { object[name] = part(self) }
    }
  }

  /// The header fields, each under its name as sent, in lower case, and capitalized.
  ///
  /// Names in templates are case-sensitive.
  private var headerObject: JSONObject {
    var object = JSONObject()
    for field in headers.fields {
      let value = JSONObject.single(headers.values(of: field.name))
      let capitalized = field.name.canonicalName.split(
        separator: "-", omittingEmptySubsequences: false
      ).map { $0.prefix(1).uppercasedASCII() + $0.dropFirst() }.joined(separator: "-")
      for name in [field.name.rawName, field.name.canonicalName, capitalized] {
        object[name] = value
      }
    }
    return object
  }
}

extension JSONObject {
  /// Creates members from items whose names may repeat: one value becomes a text, several values a
  /// list.
  fileprivate init(grouping items: [(String, String)]) {
    self.init(
      items.grouped { $0.0 }.map { ($0.name, Self.single($0.elements.map { $0.1 })) })
  }

  fileprivate static func single(_ values: [String]) -> JSONValue {
    values.count == 1 ? .string(values[0]) : .array(values.map(JSONValue.string))
  }
}

extension TemplateEscaping {
  /// Creates the escaping for a media type: Handlebars escaping for HTML and XML, none for other
  /// types.
  package init(suiting type: HTTPContentType?) {
    let essence = type?.essence ?? ""
    let isMarkup =
      essence == "text/html" || essence == "text/xml" || essence == "application/xml"
      || essence.hasSuffix("+xml")
    self = isMarkup ? .html : .none
  }
}
