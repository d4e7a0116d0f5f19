import StubCore

@testable import StubLanguages

extension FuzzTarget {
  /// A template in the first line, in the second variables as JSON or a URL.
  ///
  /// What is captured of a URL are variables of the template; they expand to a URL that matches and whose
  /// captures expand to itself.
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
    // Reserved text, which `{+x}` takes as it is, may end one part of a URL and begin another.
    // Where a variable stands twice, it may be undefined in one place.
    let isPlain = first.text.hasPrefix("/") && !first.text.hasPrefix("//")
    let expressions = template.parts.compactMap {
      if case .expression(let part) = $0 { part } else { nil }
    }
    let count = expressions.map(\.variables.count).reduce(0, +)
    guard isPlain, count == names.count, !expressions.contains(where: \.kind.keepsReserved) else {
      return
    }
    guard let again = try? template.expand(found) else {
      return expect(false, "\(first.text) cannot be expanded with \(found)")
    }
    let last = template.values(in: RequestURL(again)).flatMap { try? template.expand($0) }
    expect(last == again, "\(first.text) with \(found) is \(again), which gives \(last as Any)")
  }
}
