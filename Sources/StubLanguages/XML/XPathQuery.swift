import CLibXML2

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An XPath 1.0 expression with the namespaces of its prefixes.
package struct XPathQuery: Sendable, Hashable {
  let expression: String
  let namespaces: [String: String]

  /// Steps that an evaluation may take; enough for any sensible expression on a large document.
  private static let stepLimit: UInt = 10_000_000

  /// Checks an expression by evaluating it on a document of one element.
  ///
  /// - Throws: `XPathError` with the reason and its offset, also for a prefix that has no namespace.
  package init(_ expression: String, namespaces: [String: String] = [:]) throws(XPathError) {
    self.expression = expression
    self.namespaces = namespaces
    guard !expression.utf8.contains(0) else {
      throw XPathError(expression: expression, reason: "it contains NUL")
    }
    let sample: ParsedXML
    do throws(XMLSyntaxError) {
      sample = try ParsedXML(Data("<a/>".utf8))
    } catch {
      throw XPathError(expression: expression, reason: error.description)
    }
    _ = try sample.values(of: self)
  }

  /// What libxml2 complained of last while it evaluated.
  private final class Complaint {
    var code: Int32?
    var offset: Int32 = 0
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
      guard let complaint, let error else { return }
      let target = Unmanaged<Complaint>.fromOpaque(complaint).takeUnretainedValue()
      target.code = error.pointee.code
      target.offset = error.pointee.int1
    }
    for (prefix, namespace) in namespaces {
      _ = xmlXPathRegisterNs(context, prefix, namespace)
    }
    let result = withExtendedLifetime(complaint) { xmlXPathEvaluateQuietly(expression, context) }
    guard let result else {
      throw XPathError(expression: expression, reason: Self.reason(complaint))
    }
    defer { xmlXPathFreeObject(result) }
    return Self.values(of: result)
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
      case 1225: "more than \(stepLimit) steps"
      default: "a syntax error"
      }
    return "\(reason) at offset \(complaint.offset)"
  }

  private static func values(of result: xmlXPathObjectPtr) -> [String] {
    switch result.pointee.type {
    case XPATH_NODESET:
      guard let nodes = result.pointee.nodesetval, let table = nodes.pointee.nodeTab else {
        return []
      }
      return (0..<Int(nodes.pointee.nodeNr)).map {
        take(xmlXPathCastNodeToString(table[$0]))
      }
    case XPATH_BOOLEAN: return result.pointee.boolval == 0 ? [] : ["true"]
    default: return [take(xmlXPathCastToString(result))]
    }
  }

  /// The text of a string that libxml2 allocated, which is freed.
  private static func take(_ text: UnsafeMutablePointer<xmlChar>?) -> String {
    guard let text else { return "" }
    defer { xmlFreeMemory(text) }
    return String(cString: text)
  }
}

/// Why an XPath expression cannot be evaluated.
public struct XPathError: DescribedError, Sendable, Hashable {
  /// The expression as it was given.
  public let expression: String
  /// What is wrong, and where in the expression.
  public let reason: String

  public var description: String {
    "invalid XPath 1.0 expression `\(expression)`: \(reason); "
      + "use a path such as `//item/@id`, with every prefix in `namespaces`"
  }
}
