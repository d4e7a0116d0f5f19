import CLibXML2

/// An element with what counts when documents are compared: names, attributes, elements and text.
///
/// Prefixes, comments and processing instructions do not count. White space at the ends of a text
/// and text that is only white space do not count either, except under `xml:space="preserve"`.
package struct XMLElementTree: Sendable, Hashable {
  struct Name: Sendable, Hashable, CustomStringConvertible {
    let namespace: String?
    let local: String

    var description: String { namespace.map { "{\($0)}\(local)" } ?? local }
  }

  enum Content: Sendable, Hashable {
    case element(XMLElementTree)
    case text(String)
  }

  let name: Name
  let attributes: [Name: String]
  let contents: [Content]

  /// Copies a node; libxml2 limits how deep elements nest (256).
  init(_ node: xmlNodePtr, preservesSpace: Bool = false) {
    name = Name(node.pointee.name, node.pointee.ns)
    var attributes: [Name: String] = [:]
    var attribute = node.pointee.properties
    while let current = attribute {
      attributes[Name(current.pointee.name, current.pointee.ns)] = Self.text(
        of: current.pointee.children)
      attribute = current.pointee.next
    }
    self.attributes = attributes
    let space = attributes[Self.space]
    contents = Self.contents(
      of: node, preservesSpace: space.map { $0 == "preserve" } ?? preservesSpace)
  }

  private static let space = Name(
    namespace: "http://www.w3.org/XML/1998/namespace", local: "space")

  private static func contents(of node: xmlNodePtr, preservesSpace: Bool) -> [Content] {
    var contents: [Content] = []
    var text = ""
    func finishText() {
      let kept = preservesSpace ? text : text.trimmingWhitespace()
      if !kept.isEmpty { contents.append(.text(kept)) }
      text = ""
    }
    var child = node.pointee.children
    while let current = child {
      switch current.pointee.type {
      case XML_ELEMENT_NODE:
        finishText()
        contents.append(.element(XMLElementTree(current, preservesSpace: preservesSpace)))
      default: text += Self.text(current)
      }
      child = current.pointee.next
    }
    finishText()
    return contents
  }

  /// The text of an attribute's nodes.
  private static func text(of first: xmlNodePtr?) -> String {
    var text = ""
    var node = first
    while let current = node {
      text += Self.text(current)
      node = current.pointee.next
    }
    return text
  }

  private static func text(_ node: xmlNodePtr) -> String {
    switch node.pointee.type {
    case XML_TEXT_NODE, XML_CDATA_SECTION_NODE:
      node.pointee.content.map { String(cString: $0) } ?? ""
    case XML_ENTITY_REF_NODE: node.pointee.name.map { "&\(String(cString: $0));" } ?? ""
    default: ""
    }
  }
}

extension XMLElementTree.Name {
  fileprivate init(_ name: UnsafePointer<xmlChar>?, _ namespace: UnsafeMutablePointer<xmlNs>?) {
    self.init(
      namespace: namespace?.pointee.href.map { String(cString: $0) },
      local: name.map { String(cString: $0) } ?? "")
  }
}

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
