import CLibXML2

/// An element with the parts that are compared: its name, attributes, child elements and text.
///
/// Prefixes, comments and processing instructions are ignored. White space at the ends of texts,
/// and texts with only white space, are also ignored, except under `xml:space="preserve"`.
package struct XMLElementTree: Sendable, Hashable {
  struct Name: Sendable, Hashable, CustomStringConvertible {
    let namespace: String?
    let local: String

    static func == (left: Name, right: Name) -> Bool {
      left.local.hasSameScalars(as: right.local)
        && left.namespace.hasSameScalars(as: right.namespace)
    }

    var description: String { namespace.map { "{\($0)}\(local)" } ?? local }
  }

  enum Content: Sendable, Hashable {
    case element(XMLElementTree)
    case text(String)
  }

  let name: Name
  let attributes: [Name: String]
  let contents: [Content]

  /// Copies a node with all nodes in it; libxml2 limits their nesting to 256.
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

  /// Returns the text of the nodes of an attribute.
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

/// The namespaces of the names in a document.
enum XMLNames: Sendable, Hashable {
  /// The names have the namespaces that the document declares.
  case declared
  /// Names without a prefix have no namespace, as if the document declared no default namespace.
  case withoutDefault
  /// Names have no namespaces and no prefixes.
  case local

  /// Removes namespaces from the elements and attributes of a document, except `xml:`.
  ///
  /// Afterwards each node refers to its counterpart in the original document, which was read from
  /// the same bytes.
  func apply(to document: xmlDocPtr, of original: xmlDocPtr) {
    var (node, source) = (xmlDocGetRootElement(document), xmlDocGetRootElement(original))
    while let current = node {
      current.pointee._private = UnsafeMutableRawPointer(source)
      if current.pointee.type == XML_ELEMENT_NODE {
        if isLeftOut(current.pointee.ns) { current.pointee.ns = nil }
        var attribute = current.pointee.properties
        while let one = attribute {
          if isLeftOut(one.pointee.ns) { one.pointee.ns = nil }
          attribute = one.pointee.next
        }
      }
      (node, source) = (current.nextInDocument, source?.nextInDocument)
    }
  }

  private func isLeftOut(_ namespace: xmlNsPtr?) -> Bool {
    guard let prefix = namespace?.pointee.prefix else { return true }
    return self == .local && String(cString: prefix) != "xml"
  }
}

extension xmlNodePtr {
  /// The counterpart in the original document if the names of this document were changed; otherwise
  /// the node itself.
  var original: xmlNodePtr {
    pointee._private?.assumingMemoryBound(to: xmlNode.self) ?? self
  }

  /// The node that starts next in the document; `nil` for the last node.
  var nextInDocument: xmlNodePtr? {
    var next = pointee.type == XML_ELEMENT_NODE ? pointee.children : nil
    var last: xmlNodePtr? = self
    while next == nil, let up = last {
      next = up.pointee.next
      last = up.pointee.parent
    }
    return next
  }
}
