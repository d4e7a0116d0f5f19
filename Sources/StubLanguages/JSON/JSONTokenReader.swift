/// Makes values of the tokens of a JSON text.
struct JSONTokenReader {
  let tokens: UnsafeBufferPointer<JSONToken>
  let bytes: UnsafeBufferPointer<UInt8>
  /// The next token.
  var index = 0

  mutating func value() -> JSONValue {
    let token = tokens[index]
    index += 1
    switch token.kind {
    case .object:
      var object = JSONObject()
      while index < token.extent {
        let name = JSONText(tokens[index], in: bytes).string
        index += 1
        object[name] = value()
      }
      return .object(object)
    case .array:
      var elements: [JSONValue] = []
      elements.reserveCapacity(valueCount(upTo: Int(token.extent)))
      while index < token.extent { elements.append(value()) }
      return .array(elements)
    case .integer, .real:
      return .number(JSONNumber(text: JSONText(token, in: bytes).string))
    case .yes: return .bool(true)
    case .no: return .bool(false)
    case .null: return .null
    default: return .string(JSONText(token, in: bytes).string)
    }
  }

  /// The number of values from the next token to one behind: an array that grows takes twice its memory.
  private func valueCount(upTo end: Int) -> Int {
    var (count, place) = (0, index)
    while place < end {
      place = tokens[place].isContainer ? Int(tokens[place].extent) : place + 1
      count += 1
    }
    return count
  }
}
