import CLibXML2

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An XPath 1.0 expression with the namespaces of its prefixes.
struct XPathQuery: Sendable, Hashable {
  let expression: String
  let namespaces: [String: String]

  /// Steps that an evaluation may take; enough for any sensible expression on a large document.
  private static let stepLimit: UInt = 10_000_000

  /// Checks an expression by evaluating it on a document of one element.
  ///
  /// - Throws: `XPathError` with libxml2's reason, also for a prefix that has no namespace.
  init(_ expression: String, namespaces: [String: String] = [:]) throws(XPathError) {
    self.expression = expression
    self.namespaces = namespaces
    guard !expression.utf8.contains(0), let sample = try? ParsedXML(Data("<a/>".utf8)) else {
      throw XPathError(expression: expression, reason: "expected text without NUL, found one")
    }
    _ = try sample.values(of: self)
  }

  /// What libxml2 said last while it evaluated.
  private final class Complaint {
    var text: String?
  }

  func evaluate(in document: xmlDocPtr) throws(XPathError) -> [String] {
    guard let context = xmlXPathNewContext(document) else {
      throw XPathError(expression: expression, reason: "out of memory")
    }
    defer { xmlXPathFreeContext(context) }
    let complaint = Complaint()
    context.pointee.opLimit = Self.stepLimit
    context.pointee.userData = Unmanaged.passUnretained(complaint).toOpaque()
    context.pointee.error = { complaint, error in
      guard let complaint, let message = error?.pointee.message else { return }
      Unmanaged<Complaint>.fromOpaque(complaint).takeUnretainedValue().text =
        String(cString: message).trimmingWhitespace()
    }
    for (prefix, namespace) in namespaces { xmlXPathRegisterNs(context, prefix, namespace) }
    let result = withExtendedLifetime(complaint) { xmlXPathEvalExpression(expression, context) }
    guard let result else {
      throw XPathError(expression: expression, reason: complaint.text ?? "it has no value")
    }
    defer { xmlXPathFreeObject(result) }
    return Self.values(of: result)
  }

  private static func values(of result: xmlXPathObjectPtr) -> [String] {
    switch result.pointee.type {
    case XPATH_NODESET:
      guard let nodes = result.pointee.nodesetval, let table = nodes.pointee.nodeTab else {
        return []
      }
      return (0..<Int(nodes.pointee.nodeNr)).map { take(xmlXPathCastNodeToString(table[$0])) }
    case XPATH_BOOLEAN: return result.pointee.boolval == 0 ? [] : ["true"]
    default: return [take(xmlXPathCastToString(result))]
    }
  }

  /// The text of a string that libxml2 allocated, which is freed.
  private static func take(_ text: UnsafeMutablePointer<xmlChar>?) -> String {
    guard let text else { return "" }
    defer { stubXMLFree(text) }
    return String(cString: text)
  }
}
