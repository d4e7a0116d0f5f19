/// Makes values of the tokens of a JSON text.
struct JSONTokenReader {
  /// Elements of arrays with so many tokens are folded: the tokens of a long text would take more memory than
  /// its values.
  static let run = 4_096

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
      appendValues(upTo: Int(token.extent), to: &elements)
      return .array(elements)
    case .integer, .real:
      return .number(JSONNumber(text: JSONText(token, in: bytes).string))
    case .yes: return .bool(true)
    case .no: return .bool(false)
    case .null: return .null
    default: return .string(JSONText(token, in: bytes).string)
    }
  }

  private mutating func appendValues(upTo end: Int, to elements: inout [JSONValue]) {
    while index < end {
      if tokens[index].kind == .folded {
        unfold(tokens[index], to: &elements)
        index += 1
      } else {
        elements.append(value())
      }
    }
  }

  private func unfold(_ token: JSONToken, to elements: inout [JSONValue]) {
    var scanner = JSONScanner(
      bytes, from: Int(token.start), .strict(isUTF8: true, foldingRuns: Self.run))
    // It has been read without an error once.
    try? scanner.scanElements(Int(token.extent))
    scanner.tokens.withUnsafeBufferPointer { tokens in
      var reader = JSONTokenReader(tokens: tokens, bytes: bytes, index: 1)
      reader.appendValues(upTo: tokens.count, to: &elements)
    }
  }

  /// The number of values from the next token to one behind: an array that grows takes twice its memory.
  private func valueCount(upTo end: Int) -> Int {
    var (count, place) = (0, index)
    while place < end {
      let token = tokens[place]
      count += token.kind == .folded ? Int(token.extent) : 1
      place = token.isContainer ? Int(token.extent) : place + 1
    }
    return count
  }
}
