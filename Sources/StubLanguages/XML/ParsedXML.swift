import CLibXML2
package import StubPlatform

/// An XML document in memory, read by libxml2 without access to files or the network.
///
/// Documents that declare entities are refused, so no entity is ever expanded.
package final class ParsedXML: Sendable {
  /// The document, whose nodes are accessed only under the lock, because some reading functions of
  /// libxml2 are not thread-safe.
  private struct Handle: @unchecked Sendable {
    let document: xmlDocPtr
    /// The copy of the root element; `nil` until it is needed.
    var root: XMLElementTree?
    /// Copies of the document whose names have other namespaces; a copy is made when it is needed.
    var views: [XMLNames: xmlDocPtr] = [:]
  }

  private let handle: Lock<Handle>
  private let bytes: Data
  private let isUTF8: Bool

  /// Reads a document in the encoding that it declares (default: UTF-8).
  ///
  /// With `isUTF8`, the declared encoding is ignored.
  package init(_ bytes: Data, isUTF8: Bool = false) throws(XMLSyntaxError) {
    handle = Lock(Handle(document: try Self.read(bytes, isUTF8: isUTF8)))
    (self.bytes, self.isUTF8) = (bytes, isUTF8)
  }

  deinit {
    handle.withLock { handle in
      xmlFreeDoc(handle.document)
      for view in handle.views.values { xmlFreeDoc(view) }
    }
  }

  /// The root element; `nil` if there is none, because the document is not well-formed.
  package var root: XMLElementTree? {
    handle.withLock { handle in
      if let root = handle.root { return root }
      handle.root = xmlDocGetRootElement(handle.document).map { XMLElementTree($0) }
      return handle.root
    }
  }

  /// Returns the values that an expression selects, which are the texts of nodes or one computed
  /// value.
  ///
  /// - Throws: `XPathError` if the expression is invalid or takes too many steps (units of work).
  package func values(
    of query: XPathQuery, _ steps: inout StepBudget
  ) throws(XPathError) -> [String] {
    let budget = steps
    let (left, result) = handle.withLock { handle in
      var left = budget
      let result = Result { () throws(XPathError) in
        try query.evaluate(in: view(of: query.names, &handle), &left)
      }
      return (left, result)
    }
    steps = left
    return try result.get()
  }

  /// Returns the document with the given namespaces in its names.
  ///
  /// The document is parsed again, because the time of copying it with libxml2 is proportional to
  /// the number of elements times the number of namespaces.
  private func view(of names: XMLNames, _ handle: inout Handle) -> xmlDocPtr {
    if names == .declared { return handle.document }
    if let view = handle.views[names] { return view }
    guard let view = try? Self.read(bytes, isUTF8: isUTF8) else { return handle.document }
    names.apply(to: view, of: handle.document)
    handle.views[names] = view
    return view
  }

  private static func read(_ bytes: Data, isUTF8: Bool) throws(XMLSyntaxError) -> xmlDocPtr {
    XMLLibrary.prepare
    if let excess = bytes.withUnsafeBytes({ XMLAttributeCount.excess(in: $0) }) { throw excess }
    guard let size = Int32(exactly: bytes.count), let context = xmlNewParserCtxt() else {
      throw XMLSyntaxError(reason: "it is larger than 2 GB", line: 0)
    }
    defer { xmlFreeParserCtxt(context) }
    context.pointee.sax.pointee.entityDecl = { context, _, _, _, _, _ in
      xmlStopParser(context?.assumingMemoryBound(to: xmlParserCtxt.self))
    }
    let options = [XML_PARSE_NONET, XML_PARSE_NOERROR, XML_PARSE_NOWARNING]
      .reduce(isUTF8 ? Int32(XML_PARSE_IGNORE_ENC.rawValue) : 0) { $0 | Int32($1.rawValue) }
    let document = bytes.withUnsafeBytes { buffer in
      xmlCtxtReadMemory(
        context, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), size, nil, nil, options)
    }
    if let document, context.pointee.errNo != Int32(XML_ERR_USER_STOP.rawValue) { return document }
    xmlFreeDoc(document)
    if context.pointee.errNo == Int32(XML_ERR_USER_STOP.rawValue) {
      throw XMLSyntaxError(
        reason: "entity declarations are not supported; write the text itself",
        line: Int(context.pointee.input?.pointee.line ?? 0))
    }
    guard size > 0, let error = xmlCtxtGetLastError(context) else {
      throw XMLSyntaxError(reason: "no element", line: 1)
    }
    throw XMLSyntaxError(
      reason: error.pointee.message.map { String(cString: $0).trimmingWhitespace() } ?? "not XML",
      line: Int(error.pointee.line))
  }
}

enum XMLLibrary {
  /// Prepares libxml2 for several threads; it must be read before each use of libxml2.
  static let prepare: Void = xmlInitParser()
}

/// The position and reason of an XML syntax error.
package struct XMLSyntaxError: DescribedError, Sendable, Hashable {
  /// The text that was expected and the text that was found, or the message of libxml2.
  package let reason: String
  /// The line of the error, from 1; 0 if it is unknown.
  package let line: Int

  package init(reason: String, line: Int) {
    self.reason = reason
    self.line = line
  }

  package var description: String { line > 0 ? "line \(line): \(reason)" : reason }
}
