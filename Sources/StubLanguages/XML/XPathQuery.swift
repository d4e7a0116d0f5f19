import CLibXML2
import StubPlatform

/// An XPath 1.0 expression with the namespaces of its prefixes.
package struct XPathQuery: Sendable, Hashable {
  /// Options for results that differ from XPath 1.0.
  package struct Options: OptionSet, Sendable, Hashable {
    package let rawValue: Int

    /// Ignores namespaces in the document.
    package static let ignoresNamespaces = Options(rawValue: 1)
    /// Returns elements as XML, instead of their text.
    package static let givesElements = Options(rawValue: 2)
    /// Returns no value for a number or a text that counts as false, such as 0 (XPath 1.0 §4.3).
    package static let omitsFalse = Options(rawValue: 4)
    /// Returns the text of an element's first child, or `undefined` if it has no text first, as
    /// mountebank does.
    package static let givesFirstText = Options(rawValue: 8)

    package init(rawValue: Int) { self.rawValue = rawValue }
  }

  let expression: String
  let namespaces: [String: String]
  private let options: Options
  private let path: XPathPath?

  /// Checks an expression by evaluating it on a document with one element.
  ///
  /// - Throws: `XPathError` with the reason and the offset; also if a prefix has no namespace.
  package init(
    _ expression: String, namespaces: [String: String] = [:], options: Options = []
  ) throws(XPathError) {
    self.expression = expression
    self.namespaces = namespaces
    self.options = options
    path = XPathPath(expression)
    guard !expression.utf8.contains(0) else {
      throw XPathError(expression: expression, reason: "it contains NUL")
    }
    let sample: ParsedXML
    do throws(XMLSyntaxError) {
      sample = try ParsedXML(Data("<a/>".utf8))
    } catch {
      throw XPathError(expression: expression, reason: error.description)
    }
    var steps = StepLimit().budget(forBytes: 0)
    _ = try sample.values(of: self, &steps)
  }

  /// The namespaces that names must have in the document for this expression.
  ///
  /// They have prefixes only if it calls `name()`.
  var names: XMLNames {
    guard options.contains(.ignoresNamespaces) else { return .declared }
    let asksForNames = expression.replacing("local-name", with: "").contains("name(")
    return asksForNames ? .withoutDefault : .local
  }

  /// The last error that libxml2 has reported during an evaluation.
  private final class Complaint {
    var code: Int32?
    var offset: Int32 = 0
  }

  /// Evaluates the expression; each operation of libxml2 takes a step (unit of work).
  func evaluate(
    in document: xmlDocPtr, _ steps: inout StepBudget
  ) throws(XPathError) -> [String] {
    guard let context = xmlXPathNewContext(document) else {
      throw XPathError(expression: expression, reason: "out of memory")
    }
    defer { xmlXPathFreeContext(context) }
    let complaint = Complaint()
    context.pointee.userData = Unmanaged.passUnretained(complaint).toOpaque()
    context.pointee.error = { complaint, error in
      guard let complaint, let error else { return }
      let target = Unmanaged<Complaint>.fromOpaque(complaint).takeUnretainedValue()
      target.code = error.pointee.code
      target.offset = error.pointee.int1
    }
    for (prefix, name) in namespaces { _ = xmlXPathRegisterNs(context, prefix, name) }
    // A path is evaluated in parts only if libxml2 would otherwise compare each node
    // with all others.
    if let path, path.parts.count > 1 {
      return try values(at: path, in: context, complaint, &steps)
    }
    let weight = path == nil ? Self.weight(of: expression, in: document) : 1
    let result = try evaluate(expression, in: context, complaint, weight: weight, &steps)
    defer { xmlXPathFreeObject(result) }
    return try values(of: result, &steps)
  }

  /// Returns the text of each node at a path, which is evaluated part by part.
  ///
  /// The descendants of a node include those of all nodes below it. So the next part needs only the
  /// outermost nodes, and its results are distinct.
  private func values(
    at path: XPathPath, in context: xmlXPathContextPtr, _ complaint: Complaint,
    _ steps: inout StepBudget
  ) throws(XPathError) -> [String] {
    var texts: [String] = []
    var starts: [xmlNodePtr?] = [nil]
    for (place, part) in path.parts.enumerated() {
      var found: [xmlNodePtr?] = []
      for start in starts {
        context.pointee.node = start
        let result = try evaluate(
          start == nil ? part : "." + part, in: context, complaint, weight: 1, &steps)
        defer { xmlXPathFreeObject(result) }
        if place == path.parts.count - 1 {
          texts += try values(of: result, &steps)
        } else if let nodes = result.pointee.nodesetval, let table = nodes.pointee.nodeTab {
          found += (0..<Int(nodes.pointee.nodeNr)).map { table[$0] }
        }
      }
      guard steps.take(found.count) else { throw limitExceeded(steps) }
      let all = Set(found)
      starts = found.filter { node in
        var parent = node?.pointee.parent
        while let current = parent, !all.contains(current) { parent = current.pointee.parent }
        return parent == nil
      }
    }
    return texts
  }

  /// Returns the number of steps that count for one operation of libxml2.
  ///
  /// Nodes that can be reached in several ways are compared with all earlier results, which libxml2
  /// does not count.
  private static func weight(of expression: String, in document: xmlDocPtr) -> Int {
    let isLinear =
      expression.ranges(of: "//").count < 2 && !expression.contains("..")
      && !expression.contains("::")
    if isLinear { return 1 }
    var (count, node) = (0, xmlDocGetRootElement(document))
    while let current = node {
      count += 1
      node = current.nextInDocument
    }
    return 1 + count / 1_000
  }

  /// Returns the result of an expression; the caller must free it.
  private func evaluate(
    _ expression: String, in context: xmlXPathContextPtr, _ complaint: Complaint, weight: Int,
    _ steps: inout StepBudget
  ) throws(XPathError) -> xmlXPathObjectPtr {
    let limit = steps.remaining / weight
    guard limit > 0 else {
      steps.take(.max)
      throw limitExceeded(steps)
    }
    context.pointee.opLimit = UInt(limit)
    context.pointee.opCount = 0
    let result = withExtendedLifetime(complaint) { xmlXPathEvaluateQuietly(expression, context) }
    steps.take(Int(clamping: context.pointee.opCount).multipliedReportingOverflow(by: weight).0)
    if let result { return result }
    // Some functions of libxml2 stop at the limit without reporting an error.
    if context.pointee.opCount >= context.pointee.opLimit {
      steps.take(.max)
      throw limitExceeded(steps)
    }
    throw XPathError(expression: self.expression, reason: Self.reason(complaint))
  }

  private func limitExceeded(_ steps: StepBudget) -> XPathError {
    XPathError(
      expression: expression, reason: steps.limitExceeded.description, isLimitExceeded: true)
  }

  private static func reason(_ complaint: Complaint) -> String {
    guard let code = complaint.code else { return "it has no value" }
    let reason =
      switch code {
      case 1202, 1203: "a text without closing quote"
      case 1204, 1205: "a variable, which nothing defines"
      case 1206: "a faulty condition in brackets"
      case 1208: "a bracket or parenthesis that is not closed"
      case 1209: "a function that does not exist"
      case 1210, 1211: "an operand or argument of the wrong type"
      case 1212: "the wrong number of arguments"
      case 1219: "a prefix without namespace"
      case 1220, 1221: "a character that cannot be there"
      case 1223, 1226: "too deep a nesting"
      default: "a syntax error"
      }
    return "\(reason) at offset \(complaint.offset)"
  }

  /// Returns the texts of a result.
  ///
  /// Every 64 bytes take a step, because nested nodes are written repeatedly.
  private func values(
    of result: xmlXPathObjectPtr, _ steps: inout StepBudget
  ) throws(XPathError) -> [String] {
    switch result.pointee.type {
    case XPATH_NODESET:
      guard let nodes = result.pointee.nodesetval, let table = nodes.pointee.nodeTab else {
        return []
      }
      var texts: [String] = []
      for place in 0..<Int(nodes.pointee.nodeNr) {
        let text = text(of: table[place])
        guard steps.take(1 + text.utf8.count / 64) else { throw limitExceeded(steps) }
        texts.append(text)
      }
      return texts
    case XPATH_BOOLEAN: return result.pointee.boolval == 0 ? [] : ["true"]
    case _ where options.contains(.omitsFalse) && xmlXPathCastToBoolean(result) == 0: return []
    default: return [Self.take(xmlXPathCastToString(result))]
    }
  }

  /// Returns the text of a selected node, in the form that the options ask for.
  private func text(of node: xmlNodePtr?) -> String {
    if let node, node.pointee.type == XML_ELEMENT_NODE {
      if options.contains(.givesElements) { return Self.xml(of: node) }
      if options.contains(.givesFirstText) {
        guard let child = node.pointee.children, child.pointee.type != XML_ELEMENT_NODE else {
          return "undefined"
        }
        return Self.take(xmlXPathCastNodeToString(child))
      }
    }
    return Self.take(xmlXPathCastNodeToString(node))
  }

  /// Returns an element with its content as XML.
  private static func xml(of element: xmlNodePtr?) -> String {
    guard let element = element?.original, let buffer = xmlBufferCreate() else { return "" }
    defer { xmlBufferFree(buffer) }
    xmlNodeDump(buffer, element.pointee.doc, element, 0, 0)
    return xmlBufferContent(buffer).map { String(cString: $0) } ?? ""
  }

  /// Returns a string that libxml2 has allocated, and frees it.
  private static func take(_ text: UnsafeMutablePointer<xmlChar>?) -> String {
    guard let text else { return "" }
    defer { xmlFreeMemory(text) }
    return String(cString: text)
  }
}

/// The error if an XPath expression cannot be evaluated.
package struct XPathError: DescribedError, Sendable, Hashable {
  /// The expression as it was given.
  package let expression: String
  /// The problem, with its position in the expression.
  package let reason: String
  /// Whether the expression is valid, but its evaluation took too many steps.
  package var isLimitExceeded = false

  package var description: String {
    "invalid XPath 1.0 expression `\(expression)`: \(reason); "
      + "use a path such as `//item/@id`, with every prefix in `namespaces`"
  }
}
