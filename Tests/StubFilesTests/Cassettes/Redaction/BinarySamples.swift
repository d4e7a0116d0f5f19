import StubCore

/// Writes values in codings whose strings have their lengths before them.
enum BinarySample {
  static func messagePack(_ value: JSONValue) -> [UInt8] {
    var bytes: [UInt8] = []
    switch value {
    case .null: bytes = [0xC0]
    case .bool(let bool): bytes = [bool ? 0xC3 : 0xC2]
    case .number: bytes = [0xD1, 0x01, 0x2C]
    case .string(let text):
      bytes = head(text.utf8.count, short: 0xA0, below: 32, [0xD9, 0xDA, 0xDB])
      bytes.append(contentsOf: text.utf8)
    case .array(let values):
      bytes = [0xDC, 0, UInt8(values.count)]
      for value in values { bytes += messagePack(value) }
    case .object(let object):
      bytes = [0x80 | UInt8(object.members.count)]
      for member in object.members {
        bytes += messagePack(.string(member.name))
        bytes += messagePack(member.value)
      }
    }
    return bytes
  }

  /// With `isOpen`, lists and maps end with a break.
  static func cbor(_ value: JSONValue, isOpen: Bool = false) -> [UInt8] {
    var bytes: [UInt8] = []
    switch value {
    case .null: bytes = [0xF6]
    case .bool(let bool): bytes = [bool ? 0xF5 : 0xF4]
    case .number: bytes = [0x39, 0x01, 0x2C]
    case .string(let text):
      bytes = head(text.utf8.count, short: 0x60, below: 24, [0x78, 0x79, 0x7A])
      bytes.append(contentsOf: text.utf8)
    case .array(let values):
      bytes = [isOpen ? 0x9F : 0x80 | UInt8(values.count)]
      for value in values { bytes += cbor(value, isOpen: isOpen) }
      if isOpen { bytes.append(0xFF) }
    case .object(let object):
      bytes = [isOpen ? 0xBF : 0xA0 | UInt8(object.members.count)]
      for member in object.members {
        bytes += cbor(.string(member.name))
        // A tag before each value.
        bytes.append(0xC0)
        bytes += cbor(member.value, isOpen: isOpen)
      }
      if isOpen { bytes.append(0xFF) }
    }
    return bytes
  }

  private static func head(
    _ count: Int, short: UInt8, below limit: Int, _ codes: [UInt8]
  ) -> [UInt8] {
    if count < limit { return [short | UInt8(count)] }
    if count < 256 { return [codes[0], UInt8(count)] }
    return [codes[1], UInt8(count >> 8), UInt8(count & 0xFF)]
  }
}
