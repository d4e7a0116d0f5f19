import StubCore

@testable import StubLanguages

extension FuzzTarget {
  /// A template in the first line, in the second variables as JSON or a URL.
  ///
  /// What is captured of a URL are variables of the template; they expand to a URL that matches and
  /// whose captures expand to itself.
  static let uriTemplates = FuzzTarget("uri-templates") { input in
    let (first, second) = input.halves
    guard let template = try? URITemplate(first.text) else { return }
    var url = second.text
    if let object = (try? JSONValue(parsing: second.bytes))?.object {
      let variables = Dictionary(object.members) { $1 }
      guard let expansion = try? template.expand(variables) else { return }
      url = expansion
    }
    let target = RequestURL(url)
    guard let found = template.values(in: target) else { return }
    let names = Set(template.variableNames)
    expect(names.isSuperset(of: found.keys), "\(found.keys) in \(first.text)")
    guard isReversible(template, first.text) else { return }
    guard let again = try? template.expand(found) else {
      return expect(false, "\(first.text) cannot be expanded with \(found)")
    }
    // Such a text begins with an authority, and not with a path.
    if again.hasPrefix("//") { return }
    let last = template.values(in: RequestURL(again)).flatMap { try? template.expand($0) }
    expect(last == again, "\(first.text) with \(found) is \(again), which gives \(last as Any)")
  }

  /// Whether what a URL gives stays in the part of the URL that it comes from.
  ///
  /// Reserved text, which `{+x}` takes as it is, may end one part and begin another; so may what is
  /// no item of the query behind `{?x}`, which may be undefined. Where a variable stands twice, it
  /// may be undefined in one place.
  private static func isReversible(_ template: URITemplate, _ text: String) -> Bool {
    guard text.hasPrefix("/"), !text.hasPrefix("//") else { return false }
    var count = 0
    var isQuery = false
    for part in template.parts {
      switch part {
      case .literal(let text): if isQuery || text.contains(where: "?#".contains) { return false }
      case .expression(let expression):
        let isItem = [.form, .continuation].contains(expression.kind)
        if expression.kind.keepsReserved || isQuery && !isItem { return false }
        count += expression.variables.count
        isQuery = isItem
      }
    }
    return count == template.variableNames.count
  }
}
