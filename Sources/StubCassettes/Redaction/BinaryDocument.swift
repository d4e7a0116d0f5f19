import StubCore
import StubDocuments
import StubPlatform

/// A body in MessagePack or CBOR (RFC 8949), formats that write the length of a string before the
/// string.
///
/// A string can be replaced by a longer one, because maps and arrays count their items and not
/// their bytes.
struct BinaryDocument {
  let bytes: [UInt8]
  private let coding: Coding

  fileprivate enum Coding {
    case messagePack
    case cbor
  }

  /// A string that is not a key, with its context.
  private struct Text {
    /// The range of the string, including its head with the length.
    let whole: Range<Int>
    let content: Range<Int>
    /// The key, if the string is a value in a map; otherwise `nil`.
    let name: String?
    /// The keys of the maps and arrays around the string, from the outermost one.
    let path: [String]
    let isText: Bool
  }

  /// Creates the document; `nil` if `type` names another format, or if the bytes are not in this
  /// format.
  init?(_ bytes: [UInt8], type: String) {
    let essence = HTTPContentType(rawValue: type).essence
    if essence.hasSuffix("msgpack") || essence.hasSuffix("messagepack") {
      coding = .messagePack
    } else if essence.hasSuffix("cbor") || essence.hasSuffix("cbor-seq") {
      coding = .cbor
    } else {
      return nil
    }
    self.bytes = bytes
    if !visit({ _ in }) { return nil }
  }

  /// Returns the bytes with strings replaced by the closure.
  ///
  /// `new` gets a text, its key, and the keys of the maps and arrays around it. It returns `nil` to
  /// keep the text.
  func replacing(_ new: (_ text: String, _ name: String?, _ path: [String]) -> String?) -> [UInt8] {
    var edits = ByteEdits(bytes)
    _ = visit { string in
      guard let text = String(checkingUTF8: Data(bytes[string.content])),
        let new = new(text, string.name, string.path)
      else { return }
      edits.replace(
        string.whole, with: coding.head(isText: string.isText, count: new.utf8.count) + new.utf8)
    }
    return edits.result
  }

  private struct Container {
    let isMap: Bool
    /// The number of items that follow; `nil` if an end marker follows the last item.
    var rest: Int?
    var isKeyNext: Bool
    var key: String?
  }

  /// Calls the closure with each string that is not a key.
  ///
  /// - Returns: `false` if the bytes do not have the format.
  private func visit(_ found: (Text) -> Void) -> Bool {
    var open: [Container] = []
    var path: [String] = []
    var place = 0
    while place < bytes.count || !open.isEmpty {
      guard place < bytes.count, let item = coding.item(at: place, in: bytes) else { return false }
      let start = place
      place = item.end
      switch item.kind {
      case .prefix: continue
      case .end:
        guard let last = open.popLast(), last.rest == nil else { return false }
        if last.isMap, !last.isKeyNext { return false }
        path.removeLast()
      case .container(let isMap, let count):
        guard open.count < DocumentLimits.depth, (count ?? 0) <= bytes.count - place else {
          return false
        }
        if open.last?.isKeyNext ?? false { open[open.count - 1].key = nil }
        path.append(open.last?.key ?? "")
        open.append(Container(isMap: isMap, rest: count, isKeyNext: isMap))
        if count == 0 { break }
        continue
      case .string(let content, let isText):
        if open.last?.isKeyNext ?? false {
          open[open.count - 1].key = String(decoding: bytes[content], as: UTF8.self)
        } else {
          found(
            Text(
              whole: start..<place, content: content, name: open.last?.key, path: path,
              isText: isText))
        }
      case .other:
        if open.last?.isKeyNext ?? false { open[open.count - 1].key = nil }
      }
      if case .container = item.kind {
        open.removeLast()
        path.removeLast()
      }
      // An item has ended, and with it the containers of which it is the last item.
      while var last = open.popLast() {
        if last.isMap { last.isKeyNext.toggle() }
        if last.isKeyNext || !last.isMap, let rest = last.rest { last.rest = rest - 1 }
        open.append(last)
        guard last.rest == 0 else { break }
        open.removeLast()
        path.removeLast()
      }
    }
    return true
  }
}

extension BinaryDocument.Coding {
  package enum Kind {
    case string(content: Range<Int>, isText: Bool)
    /// A container of `count` items or pairs; `nil` if an end marker follows them.
    case container(isMap: Bool, count: Int?)
    case end
    /// A tag for the next item.
    case prefix
    case other
  }

  func item(at place: Int, in bytes: [UInt8]) -> (kind: Kind, end: Int)? {
    self == .cbor ? Self.cbor(place, bytes) : Self.messagePack(place, bytes)
  }

  /// Returns the head of a string of `count` bytes.
  func head(isText: Bool, count: Int) -> [UInt8] {
    // A length of four bytes is valid for every string.
    let length = (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) }
    switch (self, isText) {
    case (.messagePack, true) where count < 32: return [0xA0 | UInt8(count)]
    case (.messagePack, _) where count < 256: return [isText ? 0xD9 : 0xC4, UInt8(count)]
    case (.messagePack, _): return [isText ? 0xDB : 0xC6] + length
    case (.cbor, _) where count < 24: return [(isText ? 0x60 : 0x40) | UInt8(count)]
    case (.cbor, _) where count < 256: return [isText ? 0x78 : 0x58, UInt8(count)]
    case (.cbor, _): return [isText ? 0x7A : 0x5A] + length
    }
  }

  /// Reads a number of `count` bytes; `nil` if there are too few bytes, or if the number exceeds
  /// the size of the body.
  private static func number(_ count: Int, at place: Int, in bytes: [UInt8]) -> Int? {
    guard place + count <= bytes.count else { return nil }
    let number = bytes[place..<place + count].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return number <= UInt64(bytes.count) ? Int(number) : nil
  }

  private static func string(
    _ length: Int?, from place: Int, isText: Bool = true, in bytes: [UInt8]
  ) -> (Kind, Int)? {
    guard let length, place + length <= bytes.count else { return nil }
    return (.string(content: place..<place + length, isText: isText), place + length)
  }

  private static func other(_ length: Int?, from place: Int, in bytes: [UInt8]) -> (Kind, Int)? {
    guard let length, place + length <= bytes.count else { return nil }
    return (.other, place + length)
  }

  private static func messagePack(_ place: Int, _ bytes: [UInt8]) -> (Kind, Int)? {
    let (byte, next) = (bytes[place], place + 1)
    /// Returns the width of a length in bytes, which doubles with each code from `first` on.
    func width(from first: UInt8) -> Int { 1 << Int(byte - first) }
    switch byte {
    case 0x80...0x8F: return (.container(isMap: true, count: Int(byte & 0x0F)), next)
    case 0x90...0x9F: return (.container(isMap: false, count: Int(byte & 0x0F)), next)
    case 0xA0...0xBF: return string(Int(byte & 0x1F), from: next, in: bytes)
    case 0xC1: return nil
    case 0xC4...0xC6:
      let width = width(from: 0xC4)
      let length = number(width, at: next, in: bytes)
      return string(length, from: next + width, isText: false, in: bytes)
    case 0xC7...0xC9:
      let width = width(from: 0xC7)
      return other(number(width, at: next, in: bytes), from: next + width + 1, in: bytes)
    case 0xCA, 0xCE, 0xD2: return other(4, from: next, in: bytes)
    case 0xCB, 0xCF, 0xD3: return other(8, from: next, in: bytes)
    case 0xCC, 0xD0: return other(1, from: next, in: bytes)
    case 0xCD, 0xD1: return other(2, from: next, in: bytes)
    case 0xD4...0xD8: return other(width(from: 0xD4) + 1, from: next, in: bytes)
    case 0xD9...0xDB:
      let width = width(from: 0xD9)
      return string(number(width, at: next, in: bytes), from: next + width, in: bytes)
    case 0xDC...0xDF:
      let width = byte % 2 == 0 ? 2 : 4
      guard let count = number(width, at: next, in: bytes) else { return nil }
      return (.container(isMap: byte >= 0xDE, count: count), next + width)
    default: return (.other, next)
    }
  }

  private static func cbor(_ place: Int, _ bytes: [UInt8]) -> (Kind, Int)? {
    let (major, info) = (bytes[place] >> 5, bytes[place] & 0x1F)
    var next = place + 1
    if bytes[place] == 0xFF { return (.end, next) }
    if info == 31 {
      switch major {
      // A string without a length is a list of strings.
      case 2, 3, 4: return (.container(isMap: false, count: nil), next)
      case 5: return (.container(isMap: true, count: nil), next)
      default: return nil
      }
    }
    guard info < 28 else { return nil }
    let width = info < 24 ? 0 : 1 << Int(info - 24)
    guard next + width <= bytes.count else { return nil }
    let count = width == 0 ? Int(info) : number(width, at: next, in: bytes)
    next += width
    switch major {
    case 2, 3: return string(count, from: next, isText: major == 3, in: bytes)
    case 4, 5: return count.map { (.container(isMap: major == 5, count: $0), next) }
    case 6: return (.prefix, next)
    default: return (.other, next)
    }
  }
}

/// The search for secrets in MessagePack and CBOR.
extension SecretWalk {
  mutating func strings(of document: BinaryDocument) -> [UInt8] {
    var walk = self
    let new = document.replacing { text, name, path in
      let secret = path.map { walk.known[$0] }.first { walk.hides($0) }
      let known = name.map { walk.known[$0] }
      if let new = walk.replacement(for: text, named: known, in: secret?.text, 0) { return new }
      let new = walk.text(text)
      return new.hasSameScalars(as: text) ? nil : new
    }
    self = walk
    return new
  }
}
