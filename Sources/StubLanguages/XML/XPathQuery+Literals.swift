extension XPathQuery {
  /// The names and values that a path needs in a document.
  package struct Requirements: Sendable, Hashable {
    /// Values that the document must contain if the path selects anything in it, each as the value
    /// of some attribute.
    package fileprivate(set) var attributes: [String] = []
    /// The local names of elements that the document must contain if the path selects anything.
    package fileprivate(set) var elements: [String] = []
    /// Whether the path selects attributes, as `/order/item/@id` does.
    package fileprivate(set) var selectsAttributes = false
  }

  /// The requirements of a plain path down the tree; `nil` for any other expression.
  ///
  /// A plain path has names, numbers in brackets, and comparisons such as `[@id='7']`.
  package var requirements: Requirements? {
    var reader = PlainPathReader(bytes: Array(expression.utf8)[...])
    return reader.read()
  }
}

/// Reads XPath expressions that are plain paths.
private struct PlainPathReader {
  var bytes: ArraySlice<UInt8>
  private var found = XPathQuery.Requirements()

  init(bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  mutating func read() -> XPathQuery.Requirements? {
    repeat {
      guard take("/") else { return nil }
      _ = take("/")
      found.selectsAttributes = take("@")
      let name = name()
      guard !name.isEmpty else { return nil }
      if !take("()"), !found.selectsAttributes { addElement(name) }
      while take("[") {
        guard predicate() else { return nil }
      }
    } while !bytes.isEmpty
    return found
  }

  /// Adds the local name of an element; steps such as `*`, `..` and `child::a` have none.
  private mutating func addElement(_ step: ArraySlice<UInt8>) {
    let colon = step.firstIndex(of: UInt8(ascii: ":"))
    let name = colon.map { step[($0 + 1)...] } ?? step
    if let first = name.first, !"*.:".utf8.contains(first) {
      found.elements.append(String(decoding: name, as: UTF8.self))
    }
  }

  /// Reads a number, or the comparison of an attribute with a text, and the bracket after it.
  private mutating func predicate() -> Bool {
    if take("@") {
      guard !name().isEmpty else { return false }
      takeSpaces()
      guard take("=") else { return false }
      takeSpaces()
      guard let quote = bytes.popFirst(), "'\"".utf8.contains(quote),
        let end = bytes.firstIndex(of: quote)
      else { return false }
      found.attributes.append(String(decoding: bytes[..<end], as: UTF8.self))
      bytes = bytes[(end + 1)...]
      takeSpaces()
    } else {
      let digits = bytes.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      if digits.isEmpty { return false }
      bytes = bytes.dropFirst(digits.count)
    }
    return take("]")
  }

  private mutating func name() -> ArraySlice<UInt8> {
    let name = bytes.prefix { $0.isASCIIAlphanumeric || $0 >= 0x80 || "*_.:-".utf8.contains($0) }
    bytes = bytes.dropFirst(name.count)
    return name
  }

  private mutating func takeSpaces() { while take(" ") {} }

  private mutating func take(_ text: StaticString) -> Bool {
    let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard bytes.starts(with: wanted) else { return false }
    bytes = bytes.dropFirst(wanted.count)
    return true
  }
}
