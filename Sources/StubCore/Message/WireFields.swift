/// Header fields as they were received, which are kept as bytes until one is read.
package struct WireFields: Sendable {
  /// The bytes of all fields: for each, the lengths of its name and value, and then both.
  private(set) var bytes: [UInt8] = []
  package private(set) var count = 0

  private static let lengthSize = MemoryLayout<UInt32>.size

  package init() {}

  /// Creates fields from bytes in the form of ``bytes``.
  init(bytes: [UInt8], count: Int) {
    self.bytes = bytes
    self.count = count
  }

  /// The total size of all names and values, in bytes.
  var size: Int { bytes.count - count * 2 * Self.lengthSize }

  package mutating func append(_ name: Span<UInt8>, _ value: Span<UInt8>) {
    append(lengths: name.count, value.count)
    name.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    value.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    count += 1
  }

  private mutating func append(_ name: UnsafeRawBufferPointer, _ value: [UnsafeRawBufferPointer]) {
    append(lengths: name.count, value.reduce(0) { $0 + $1.count })
    bytes.append(contentsOf: name)
    for piece in value { bytes.append(contentsOf: piece) }
    count += 1
  }

  /// Returns these fields after another field.
  package func preceded(by name: StaticString, _ value: [UInt8]) -> WireFields {
    var fields = WireFields()
    fields.bytes.reserveCapacity(
      bytes.count + name.utf8CodeUnitCount + value.count + 2 * Self.lengthSize)
    name.withUTF8Buffer { name in
      value.withUnsafeBytes { fields.append(UnsafeRawBufferPointer(name), [$0]) }
    }
    fields.bytes += bytes
    fields.count += count
    return fields
  }

  /// Adds a separator and more bytes to the value of the first field named `name`.
  package mutating func extend(
    _ name: HTTPHeaderName, by separator: StaticString, _ more: Span<UInt8>
  ) {
    var fields = WireFields()
    var isFound = false
    more.withUnsafeBytes { more in
      visit { bytes, value in
        let isExtended = !isFound && name.isWritten(bytes)
        isFound = isFound || isExtended
        separator.withUTF8Buffer { separator in
          let end = isExtended ? [UnsafeRawBufferPointer(separator), more] : []
          fields.append(bytes, [value] + end)
        }
        return true
      }
    }
    self = fields
  }

  private mutating func append(lengths name: Int, _ value: Int) {
    withUnsafeBytes(of: (UInt32(name), UInt32(value))) { bytes.append(contentsOf: $0) }
  }

  /// Removes all fields, but keeps the memory.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    count = 0
  }

  /// Returns a copy that takes no more memory than needed.
  package func trimmed() -> WireFields {
    var copy = WireFields()
    copy.bytes = bytes.withUnsafeBufferPointer { Array($0) }
    copy.count = count
    return copy
  }

  /// Calls the closure with the name and the value of each field, until it returns `false`.
  ///
  /// The name is as it was sent.
  private func visit(
    _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Bool
  ) {
    bytes.withUnsafeBytes { all in
      var place = 0
      while place < all.count {
        let name = Int(all.loadUnaligned(fromByteOffset: place, as: UInt32.self))
        let value = Int(
          all.loadUnaligned(fromByteOffset: place + Self.lengthSize, as: UInt32.self))
        let start = place + 2 * Self.lengthSize
        let middle = start + name
        place = middle + value
        let goesOn = body(
          UnsafeRawBufferPointer(rebasing: all[start..<middle]),
          UnsafeRawBufferPointer(rebasing: all[middle..<place]))
        if !goesOn { return }
      }
    }
  }

  /// All fields, in order.
  var fields: [HTTPHeaders.Field] {
    var fields: [HTTPHeaders.Field] = []
    fields.reserveCapacity(count)
    visit { name, value in
      fields.append(HTTPHeaders.Field(name: .onWire(name), bytes: value))
      return true
    }
    return fields
  }

  /// Returns the values of all fields named `name`, in order.
  func values(of name: HTTPHeaderName) -> [String] {
    var values: [String] = []
    visit { bytes, value in
      if name.isWritten(bytes) { values.append(HTTPHeaders.Field(name: name, bytes: value).value) }
      return true
    }
    return values
  }

  /// Returns the values of all fields named `name`, joined with commas; `nil` if there are none.
  func value(of name: HTTPHeaderName) -> String? {
    // Usually there is only one value, so no list is made.
    var joined: String?
    let length = name.canonicalName.utf8.count
    visit { bytes, value in
      if bytes.count == length, name.isWritten(bytes) {
        let value = HTTPHeaders.Field(name: name, bytes: value).value
        joined = joined.map { String($0, ", ", value) } ?? value
      }
      return true
    }
    return joined
  }

  func contains(_ name: HTTPHeaderName) -> Bool { hasValue(of: name) { _ in true } }

  /// Returns whether a value of a field named `name` meets a condition on its bytes.
  func hasValue(
    of name: HTTPHeaderName, where condition: (UnsafeRawBufferPointer) -> Bool
  ) -> Bool {
    var isFound = false
    visit { bytes, value in
      isFound = name.isWritten(bytes) && condition(value)
      return !isFound
    }
    return isFound
  }
}

extension HTTPHeaderName {
  /// Returns a received name; common names in their usual spelling share their strings.
  fileprivate static func onWire(_ bytes: UnsafeRawBufferPointer) -> HTTPHeaderName {
    for name in usual where name.rawName.utf8.elementsEqual(bytes) { return name }
    return HTTPHeaderName(String(decoding: bytes, as: UTF8.self))
  }

  private static let usual: [HTTPHeaderName] = [
    .host, .userAgent, .accept, .acceptEncoding, .acceptLanguage, .connection, .contentType,
    .contentLength, .authorization, .cookie,
  ]

  /// Returns whether `bytes`, which are ASCII, are this name in any letter case.
  fileprivate func isWritten(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let canonical = canonicalName.utf8
    guard canonical.count == bytes.count else { return false }
    var place = 0
    for wanted in canonical {
      let byte = bytes[place]
      let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
      if wanted != (isUpper ? byte | 0x20 : byte) { return false }
      place += 1
    }
    return true
  }
}
