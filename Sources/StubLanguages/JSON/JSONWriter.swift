/// Writes JSON with only the escapes that RFC 8259 §7 requires; numbers keep their original text.
package struct JSONWriter {
  package private(set) var bytes: [UInt8] = []
  /// Whether each member and each element is on its own line.
  let isPretty: Bool
  /// The number of spaces per level, for values on several lines.
  let indentation: Int
  /// Whether members are sorted by name, in the order of Unicode scalars.
  let sortsNames: Bool
  /// The number of bytes after which writing stops; the result can be slightly longer.
  let limit: Int

  package init(
    isPretty: Bool = false, indentation: Int = 2, sortsNames: Bool = false, limit: Int = .max
  ) {
    self.isPretty = isPretty
    self.indentation = indentation
    self.sortsNames = sortsNames
    self.limit = limit
  }

  package mutating func write(_ value: JSONValue, depth: Int = 0) {
    if isFull { return }
    switch value {
    case .null: append("null")
    case .bool(let value): append(value ? "true" : "false")
    case .number(let number): append(number.text)
    case .string(let text): write(string: text)
    case .array(let elements): write(elements, depth: depth + 1)
    case .object(let object): write(object, depth: depth + 1)
    }
  }

  private var isFull: Bool { bytes.count >= limit }

  private mutating func write(_ elements: [JSONValue], depth: Int) {
    append("[")
    for (place, element) in elements.enumerated() {
      if isFull { return }
      if place > 0 { append(",") }
      breakLine(depth)
      write(element, depth: depth)
    }
    if !elements.isEmpty { breakLine(depth - 1) }
    append("]")
  }

  private mutating func write(_ object: JSONObject, depth: Int) {
    var members = object.members
    if sortsNames { members.sort { $0.name.precedesByScalars($1.name) } }
    append("{")
    for (place, member) in members.enumerated() {
      if isFull { return }
      if place > 0 { append(",") }
      breakLine(depth)
      write(string: member.name)
      append(isPretty ? ": " : ":")
      write(member.value, depth: depth)
    }
    if !members.isEmpty { breakLine(depth - 1) }
    append("}")
  }

  /// Adds a string or a name in quotes.
  package mutating func write(string text: String) {
    append("\"")
    for byte in text.utf8.prefix(max(0, limit - bytes.count)) {
      switch byte {
      case UInt8(ascii: "\""): append("\\\"")
      case UInt8(ascii: "\\"): append("\\\\")
      case 0x08: append("\\b")
      case 0x09: append("\\t")
      case 0x0A: append("\\n")
      case 0x0C: append("\\f")
      case 0x0D: append("\\r")
      case ..<0x20: append((byte < 0x10 ? "\\u000" : "\\u00") + String(byte, radix: 16))
      default: bytes.append(byte)
      }
    }
    append("\"")
  }

  private mutating func breakLine(_ depth: Int) {
    guard isPretty else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * indentation))
  }

  private mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  /// Adds a part of JSON unchanged, such as a number.
  package mutating func append(written bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes.append(contentsOf: bytes)
  }

  /// Adds a bracket, a comma or a colon.
  package mutating func append(mark: Unicode.Scalar) { bytes.append(UInt8(ascii: mark)) }
}
