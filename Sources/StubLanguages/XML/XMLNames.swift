import CLibXML2

/// Which namespaces the names of a document have.
enum XMLNames: Sendable, Hashable {
  /// Those that the document declares.
  case declared
  /// None without a prefix, as if nothing declared a default namespace.
  case withoutDefault
  /// None, and prefixes are left out.
  case local

  /// Takes namespaces from the elements and attributes of a document; `xml:` stays.
  ///
  /// Each element then knows the same one of the document that was read from the same bytes.
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
  /// The node as it was written, for one whose names were changed.
  var original: xmlNodePtr {
    pointee._private?.assumingMemoryBound(to: xmlNode.self) ?? self
  }

  /// The node behind the start of this one, in the order they were written; `nil` for the last.
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
