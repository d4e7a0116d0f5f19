/// The first place where an XML document is not what was expected.
package struct XMLDifference: Sendable, Hashable {
  /// An XPath to the place, without namespaces.
  package let path: String
  package let expected: String
  package let found: String

  /// Where what was found is first not what was expected; `nil` when nothing differs.
  package static func first(expected: XMLElementTree, found: XMLElementTree) -> XMLDifference? {
    first(expected, found, path: "/\(expected.name.local)")
  }

  private static func first(
    _ expected: XMLElementTree, _ found: XMLElementTree, path: String
  ) -> XMLDifference? {
    if expected.name != found.name {
      return XMLDifference(
        path: path, expected: "element \(expected.name)", found: "element \(found.name)")
    }
    return attributes(expected, found, path: path) ?? contents(expected, found, path: path)
  }

  private static func attributes(
    _ expected: XMLElementTree, _ found: XMLElementTree, path: String
  ) -> XMLDifference? {
    let names = Set(expected.attributes.keys).union(found.attributes.keys)
    for name in names.sorted(by: { $0.description < $1.description }) {
      let (wanted, actual) = (expected.attributes[name], found.attributes[name])
      if wanted == actual { continue }
      return XMLDifference(
        path: "\(path)/@\(name.local)", expected: wanted?.quoted ?? "no attribute",
        found: actual?.quoted ?? "no attribute")
    }
    return nil
  }

  private static func contents(
    _ expected: XMLElementTree, _ found: XMLElementTree, path: String
  ) -> XMLDifference? {
    var counts: [String: Int] = [:]
    for place in 0..<max(expected.contents.count, found.contents.count) {
      let wanted = expected.contents.indices.contains(place) ? expected.contents[place] : nil
      let actual = found.contents.indices.contains(place) ? found.contents[place] : nil
      var childPath = path
      if case .element(let element) = wanted ?? actual {
        counts[element.name.local, default: 0] += 1
        childPath += "/\(element.name.local)[\(counts[element.name.local, default: 0])]"
      }
      if case .element(let wanted) = wanted, case .element(let actual) = actual {
        if let difference = first(wanted, actual, path: childPath) { return difference }
      } else if wanted != actual {
        return XMLDifference(
          path: childPath, expected: summary(wanted), found: summary(actual))
      }
    }
    return nil
  }

  private static func summary(_ content: XMLElementTree.Content?) -> String {
    switch content {
    case .element(let element): "element \(element.name)"
    case .text(let text): "text \(text.quoted)"
    case nil: "nothing"
    }
  }
}
