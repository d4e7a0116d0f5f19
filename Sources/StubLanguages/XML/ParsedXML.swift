import CLibXML2

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// An XML document in memory; libxml2 reads it, and touches neither files nor network for it.
///
/// Documents that declare entities are refused, so that none is ever expanded.
package final class ParsedXML: Sendable {
  /// The handle; nodes are only touched under the lock, since not all of libxml2's reading is safe.
  private struct Handle: @unchecked Sendable {
    let document: xmlDocPtr
    /// The copy of the root element, made when it is first asked for.
    var root: XMLElementTree?
    /// The same documents with other names, made when they are first asked for.
    var views: [XMLNames: xmlDocPtr] = [:]
  }

  private let handle: Lock<Handle>
  private let bytes: Data
  private let isUTF8: Bool

  /// Reads a document in the encoding that it declares, UTF-8 when it declares none.
  ///
  /// A document that is known to be in UTF-8 may declare what it likes.
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

  /// The root element; `nil` in a document without one, which is not well-formed.
  package var root: XMLElementTree? {
    handle.withLock { handle in
      if let root = handle.root { return root }
      handle.root = xmlDocGetRootElement(handle.document).map { XMLElementTree($0) }
      return handle.root
    }
  }

  /// What an expression selects: the string value of each node, or the one value it computes.
  ///
  /// - Throws: `XPathError` when it is no expression or asks for too many steps.
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

  /// The document with names of that kind.
  ///
  /// It is read again, as libxml2's copies take as long as elements and namespaces multiplied.
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
  /// Prepares libxml2 for use from several threads, once; to be read before each use of it.
  static let prepare: Void = xmlInitParser()
}

/// Where and why a text is not XML.
package struct XMLSyntaxError: DescribedError, Sendable, Hashable {
  /// What was expected and what was found, in libxml2's words where it found it.
  package let reason: String
  /// Line of the error, from 1; 0 when it is not known.
  package let line: Int

  package init(reason: String, line: Int) {
    self.reason = reason
    self.line = line
  }

  package var description: String { line > 0 ? "line \(line): \(reason)" : reason }
}
