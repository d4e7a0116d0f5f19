import StubCore
package import StubPlatform

extension Value {
  /// The value as JSON text in UTF-8.
  ///
  /// It is written without creating ``json``, which would take many times as much memory.
  package var jsonData: Data { Data(jsonBytes) }

  /// Whether the value is in a long file, in which some elements share a token and are parsed again
  /// when they are read.
  package var isFolded: Bool { document.run != nil }

  private var jsonBytes: [UInt8] {
    var writer = JSONWriter()
    document.write(Int(index), to: &writer)
    return writer.bytes
  }
}

extension Document {
  /// Writes the value at the token index `slot` as JSON without white space.
  fileprivate func write(_ slot: Int, to writer: inout JSONWriter) {
    let token = tokens[slot]
    switch token.kind {
    case .object:
      writer.append(mark: "{")
      for (number, value) in slots(in: slot).enumerated() {
        if number > 0 { writer.append(mark: ",") }
        writer.write(string: text(of: tokens[Int(value) - 1]))
        writer.append(mark: ":")
        write(Int(value), to: &writer)
      }
      writer.append(mark: "}")
    case .array:
      writer.append(mark: "[")
      writeElements(of: slot, to: &writer)
      writer.append(mark: "]")
    case .folded: unfolded(slot).writeElements(of: 0, to: &writer)
    case .alias: write(Int(token.extent), to: &writer)
    case .integer where format == .json, .real where format == .json:
      source.bytes.withUnsafeBufferPointer {
        writer.append(written: UnsafeBufferPointer(rebasing: $0[token.range]))
      }
    default: writer.write(Scalar(token, in: self).json)
    }
  }

  private func writeElements(of list: Int, to writer: inout JSONWriter) {
    for (number, element) in slots(in: list).enumerated() {
      if number > 0 { writer.append(mark: ",") }
      write(Int(element), to: &writer)
    }
  }
}

extension Value {
  /// Returns the value as JSON text; `nil` if it may contain template tags.
  package func plainJSON(mayHaveTags: Bool) -> Data? {
    let data = jsonData
    return mayHaveTags && data.hasBraces ? nil : data
  }
}

extension Data {
  /// Whether the data contains two opening braces in a row, as at the start of a template tag.
  fileprivate var hasBraces: Bool {
    withUnsafeBytes { bytes in
      let bytes = bytes.bindMemory(to: UInt8.self)
      var start = 0
      while let place = ByteSearch.first(UInt8(ascii: "{"), in: bytes, start..<bytes.count) {
        if place + 1 < bytes.count, bytes[place + 1] == UInt8(ascii: "{") { return true }
        start = place + 1
      }
      return false
    }
  }
}
