package import StubCore
package import StubPlatform

/// The conversion of property lists in Apple's binary form to XML.
enum BinaryPropertyList {
  /// The largest number of values for each byte of the file; it is at most 1 if the file contains
  /// each list once.
  private static let valuesPerByte = 4

  static func isOne(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "bplist".utf8) }

  /// Converts a property list to XML; positions in messages refer to the XML text.
  ///
  /// - Throws: `FileDiagnostic` if the property list is damaged, nested too deeply, or expands to
  ///   too many values.
  static func xml(of bytes: [UInt8], named name: String) throws(FileDiagnostic) -> [UInt8] {
    let decoder = PropertyListDecoder()
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .xml
    do {
      decoder.userInfo[PropertyListTree.budgetKey] = PropertyListTree.Budget(
        valuesPerByte * bytes.count)
      let tree = try decoder.decode(PropertyListTree.self, from: Data(bytes))
      return Array(try encoder.encode(tree))
    } catch {
      throw FileDiagnostic(
        file: name, found: "a binary property list that cannot be read",
        expected: "one of at most \(DocumentLimits.depth) levels that holds each list once, or XML",
        remedy: "run plutil -convert xml1 FILE, or plistutil -i FILE -o XMLFILE")
    }
  }
}

/// A value of a property list of any type.
package enum PropertyListTree: Codable {
  case dictionary([(key: String, value: PropertyListTree)])
  case array([PropertyListTree])
  case string(String)
  case boolean(Bool)
  case integer(Int64)
  case real(Double)
  case data(Data)
  case date(Date)

  /// The limit on the number of values that are read.
  ///
  /// In a binary file, a list may be used in many places, and even inside itself.
  final class Budget: Sendable {
    private let left: Lock<Int>

    init(_ count: Int) { left = Lock(count) }

    /// Counts one more value.
    ///
    /// - Returns: whether it is within the limit.
    func take() -> Bool {
      left.withLock { left in
        left -= 1
        return left >= 0
      }
    }
  }

  /// The key of the ``Budget`` in the `userInfo` of a decoder.
  static var budgetKey: CodingUserInfoKey {
    // Every text is a valid key, although the initializer is optional.
    CodingUserInfoKey(rawValue: "budget").unsafelyUnwrapped
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ key: String) { stringValue = key }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  package init(from decoder: any Decoder) throws {
    let budget = decoder.userInfo[Self.budgetKey] as? Budget
    guard decoder.codingPath.count <= DocumentLimits.depth, budget?.take() ?? true else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: [], debugDescription: "too many values"))
    }
    if let container = try? decoder.container(keyedBy: Key.self) {
      self = .dictionary(
        try container.allKeys.map {
          ($0.stringValue, try container.decode(PropertyListTree.self, forKey: $0))
        })
    } else if var container = try? decoder.unkeyedContainer() {
      var elements: [PropertyListTree] = []
      while !container.isAtEnd { elements.append(try container.decode(PropertyListTree.self)) }
      self = .array(elements)
    } else {
      self = try Self.single(in: decoder.singleValueContainer())
    }
  }

  private static func single(
    in container: any SingleValueDecodingContainer
  ) throws -> PropertyListTree {
    if let value = try? container.decode(Bool.self) { return .boolean(value) }
    if let value = try? container.decode(Int64.self) { return .integer(value) }
    if let value = try? container.decode(Double.self) { return .real(value) }
    if let value = try? container.decode(Date.self) { return .date(value) }
    if let value = try? container.decode(Data.self) { return .data(value) }
    return .string(try container.decode(String.self))
  }

  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .dictionary(let members):
      var container = encoder.container(keyedBy: Key.self)
      for (key, value) in members { try container.encode(value, forKey: Key(key)) }
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .string(let value): try Self.encode(value, to: encoder)
    case .boolean(let value): try Self.encode(value, to: encoder)
    case .integer(let value): try Self.encode(value, to: encoder)
    case .real(let value): try Self.encode(value, to: encoder)
    case .data(let value): try Self.encode(value, to: encoder)
    case .date(let value): try Self.encode(value, to: encoder)
    }
  }

  private static func encode(_ value: some Encodable, to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

extension PropertyListTree {
  /// Converts a value, without its `null`s, which property lists cannot store; `nil` for `null`
  /// itself.
  package init?(_ value: JSONValue) {
    switch value {
    case .null: return nil
    case .bool(let value): self = .boolean(value)
    case .number(let number):
      self = number.integer.map { .integer(Int64($0)) } ?? .real(number.double)
    case .string(let text): self = .string(text)
    case .array(let elements): self = .array(elements.compactMap { PropertyListTree($0) })
    case .object(let object):
      self = .dictionary(
        object.members.compactMap { member in
          PropertyListTree(member.value).map { (member.name, $0) }
        })
    }
  }

  /// Returns the value without its `null`s; `nil` for `null` itself.
  package static func holdable(_ value: JSONValue) -> JSONValue? {
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
}

/// Writes a property list in XML, formatted like Foundation's.
package enum PropertyListText {
  package static func data(_ tree: PropertyListTree) -> Data {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """
    write(tree, depth: 0, to: &text)
    text += "</plist>\n"
    return Data(text.utf8)
  }

  private static func write(_ value: PropertyListTree, depth: Int, to text: inout String) {
    let margin = String(repeating: "\t", count: depth)
    switch value {
    case .boolean(let value): text += "\(margin)\(value ? "<true/>" : "<false/>")\n"
    case .integer(let value): text += "\(margin)<integer>\(value)</integer>\n"
    case .real(let value): text += "\(margin)<real>\(JSONNumber(value).text)</real>\n"
    case .string(let content): text += "\(margin)<string>\(escaped(content))</string>\n"
    case .date(let date): text += "\(margin)<date>\(date.formatted(.iso8601))</date>\n"
    case .data(let data):
      text += "\(margin)<data>\n"
      var digits = data.base64EncodedString()[...]
      while !digits.isEmpty {
        text += "\(margin)\(digits.prefix(lineLength))\n"
        digits = digits.dropFirst(lineLength)
      }
      text += "\(margin)</data>\n"
    case .array(let elements):
      text += "\(margin)<array>\n"
      for element in elements { write(element, depth: depth + 1, to: &text) }
      text += "\(margin)</array>\n"
    case .dictionary(let members):
      text += "\(margin)<dict>\n"
      for (name, value) in members {
        text += "\(margin)\t<key>\(escaped(name))</key>\n"
        write(value, depth: depth + 1, to: &text)
      }
      text += "\(margin)</dict>\n"
    }
  }

  /// The number of Base64 digits of data on one line.
  private static let lineLength = 68

  /// Returns the text with U+FFFD for each character that is not allowed in XML (XML 1.0 §2.2).
  package static func storable(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard !scalars.allSatisfy(isStorable) else { return text }
    var result = String.UnicodeScalarView()
    result.append(contentsOf: scalars.map { isStorable($0) ? $0 : "\u{FFFD}" })
    return String(result)
  }

  private static func isStorable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\t", "\n", "\r": true
    case ..<" ", "\u{FFFE}", "\u{FFFF}": false
    default: true
    }
  }

  /// Returns the text escaped for an element.
  ///
  /// A carriage return is also escaped, because it would be read as a line feed.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in storable(text).unicodeScalars {
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
