/// A check that refuses elements with so many attributes that libxml2 would take minutes.
///
/// Before version 2.12, libxml2 compares each attribute with all others of its element.
struct XMLAttributeCount {
  /// The largest number of attributes of an element, including namespace declarations.
  static let most = 10_000
  /// The largest number of namespace declarations in a document, because libxml2 searches
  /// them for each element.
  static let mostNamespaces = 100_000

  private let bytes: UnsafeRawBufferPointer
  private var place = 0
  private var line = 1
  private var namespaces = 0

  /// Returns the error for the first element that exceeds a limit; `nil` if there is none.
  static func excess(in bytes: UnsafeRawBufferPointer) -> XMLSyntaxError? {
    // Most documents are too short to contain so many attributes.
    guard bytes.count > most else { return nil }
    var count = XMLAttributeCount(bytes)
    while let byte = count.next() {
      if byte == UInt8(ascii: "<"), let excess = count.excessOfMarkup() { return excess }
    }
    return nil
  }

  private init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Returns the next byte that is not 0.
  ///
  /// In UTF-16, a 0 precedes or follows each ASCII character.
  private mutating func next() -> UInt8? {
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if byte == UInt8(ascii: "\n") { line += 1 }
      if byte != 0 { return byte }
    }
    return nil
  }

  /// Skips the markup after a `<`.
  ///
  /// - Returns: the error if the markup exceeds a limit.
  private mutating func excessOfMarkup() -> XMLSyntaxError? {
    switch next() {
    case UInt8(ascii: "!"):
      let start = (next(), next())
      if start == (UInt8(ascii: "-"), UInt8(ascii: "-")) {
        pass(through: "-->")
      } else if start.0 == UInt8(ascii: "[") {
        pass(through: "]]>")
      }
    case UInt8(ascii: "?"): pass(through: "?>")
    default: return excessOfAttributes()
    }
    return nil
  }

  private mutating func excessOfAttributes() -> XMLSyntaxError? {
    let start = line
    var count = 0
    var name: [UInt8] = []
    while let byte = next(), byte != UInt8(ascii: ">") {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        count += 1
        if name.starts(with: "xmlns".utf8) { namespaces += 1 }
        if count > Self.most || namespaces > Self.mostNamespaces {
          return XMLSyntaxError(
            reason: count > Self.most
              ? "an element with more than \(Self.most) attributes"
              : "more than \(Self.mostNamespaces) declarations of namespaces", line: start)
        }
        while let inner = next(), inner != byte {}
        name.removeAll(keepingCapacity: true)
      case UInt8(ascii: "="): break
      case 0x20, 0x09, 0x0A, 0x0D: name.removeAll(keepingCapacity: true)
      default: if name.count < 5 { name.append(byte) }
      }
    }
    return nil
  }

  private mutating func pass(through end: StaticString) {
    let end = UnsafeBufferPointer(start: end.utf8Start, count: end.utf8CodeUnitCount)
    var last: [UInt8] = []
    while !last.elementsEqual(end), let byte = next() {
      if last.count == end.count { last.removeFirst() }
      last.append(byte)
    }
  }
}
