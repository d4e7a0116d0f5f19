import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Writes values as a property list in XML, as Foundation lays it out.
enum PropertyListText {
  static func data(_ value: JSONValue) -> Data {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """
    write(value, depth: 0, to: &text)
    text += "</plist>\n"
    return Data(text.utf8)
  }

  /// The value without null, which property lists do not have; `nil` for null itself.
  static func holdable(_ value: JSONValue) -> JSONValue? {
    switch value {
    case .null: nil
    case .array(let elements): .array(elements.compactMap(holdable))
    case .object(let object):
      .object(
        JSONObject(
          object.members.compactMap { name, value in holdable(value).map { (name, $0) } }))
    default: value
    }
  }

  private static func write(_ value: JSONValue, depth: Int, to text: inout String) {
    let margin = String(repeating: "\t", count: depth)
    switch value {
    case .null: break
    case .bool(let value): text += "\(margin)\(value ? "<true/>" : "<false/>")\n"
    case .number(let number):
      let name = number.integer == nil ? "real" : "integer"
      text += "\(margin)<\(name)>\(number.integer.map(String.init) ?? number.text)</\(name)>\n"
    case .string(let content): text += "\(margin)<string>\(escaped(content))</string>\n"
    case .array(let elements):
      text += "\(margin)<array>\n"
      for element in elements { write(element, depth: depth + 1, to: &text) }
      text += "\(margin)</array>\n"
    case .object(let object):
      text += "\(margin)<dict>\n"
      for (name, value) in object.members where value != .null {
        text += "\(margin)\t<key>\(escaped(name))</key>\n"
        write(value, depth: depth + 1, to: &text)
      }
      text += "\(margin)</dict>\n"
    }
  }

  /// The text as content of an element; a carriage return as such would be read as a line feed.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\r": result += "&#13;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
