import StubLanguages

/// A property of a text by which stubs are indexed, such as its start.
///
/// A trait follows from a condition: every text that the condition accepts has it.
package struct TextTrait: Sendable, Hashable {
  package enum Shape: Sendable, Hashable {
    /// The text is this one.
    case whole(ScalarText)
    /// The text starts with these bytes.
    case start(ScalarText)
    /// The text ends with these bytes.
    case end(ScalarText)
    /// The text contains these bytes.
    case literal(ScalarText)
    /// The text is a decimal number in this range, in any notation.
    case numbers(NumberRange)
  }

  let shape: Shape
  /// Whether both texts are folded to one letter case before they are compared.
  let ignoresCase: Bool

  package init(_ shape: Shape, ignoringCase ignoresCase: Bool = false) {
    (self.shape, self.ignoresCase) = (shape, ignoresCase)
  }
}

/// A way to look up the texts of a part: each view gives a text one or several hashes.
struct TextView: Sendable, Hashable {
  enum Shape: Sendable, Hashable {
    /// One hash for the whole text.
    case whole
    /// One hash for the first bytes, of this number.
    case start(Int)
    /// One hash for the last bytes, of this number.
    case end(Int)
    /// One hash for each window of this number of bytes.
    case window(Int, WindowStart)
    /// One hash for the first bits, of this number, of the number that the text is.
    case number(Int)
  }

  let shape: Shape
  /// Whether the text is folded to one letter case first.
  let isFolded: Bool

  var isWindow: Bool { if case .window = shape { true } else { false } }
}

/// The positions in a text where windows start.
///
/// Most texts have few delimiters, so a literal is shortened to start with a delimiter if possible:
/// a text then has fewer keys.
enum WindowStart: Sendable, Hashable {
  case atDelimiters
  case anywhere
}

extension TextTrait {
  /// Returns the views, each with the hash by which a part's texts with this trait are found; none
  /// if the trait is too short to tell texts apart.
  func keys(of part: KeyedPart) -> [(view: TextView, hash: UInt64)] {
    shapesAndHashes.map { shape, hash in
      let view = TextView(shape: shape, isFolded: ignoresCase)
      return (view, hash.value(part.salt ^ view.kind))
    }
  }

  private var shapesAndHashes: [(TextView.Shape, ByteHash)] {
    switch shape {
    case .whole(let text): return [(.whole, ByteHash(folded(text).utf8))]
    case .start(let text):
      let bytes = folded(text).utf8.prefix(StubKey.longest)
      return bytes.isEmpty ? [] : [(.start(bytes.count), ByteHash(bytes))]
    case .end(let text):
      // The bytes are hashed from the last to the first.
      let bytes = folded(text).utf8.suffix(StubKey.longest).reversed()
      return bytes.isEmpty ? [] : [(.end(bytes.count), ByteHash(bytes))]
    case .literal(let text):
      // Stubs in a crowd have no better key, so two bytes are enough.
      return StubKey.windows(of: folded(text), shortest: 2).map { bytes, start in
        (.window(bytes.count, start), ByteHash(bytes))
      }
    case .numbers(let range):
      return range.commonBits.map { [(.number($0), ByteHash(range.lower, bits: $0))] } ?? []
    }
  }

  private func folded(_ text: ScalarText) -> String {
    ignoresCase ? text.text.foldingCase() : text.text
  }
}

extension ByteHash {
  /// Hashes the first bits of an ordered number, and how many they are.
  fileprivate init(_ number: UInt64, bits: Int) {
    self.init()
    add(number >> UInt64(64 - bits))
    add(UInt64(bits))
  }
}

extension TextView {
  /// A number for each kind of view, so that equal bytes have different hashes in different views.
  fileprivate var kind: UInt64 { Self.kind(shape, isFolded: isFolded) }

  fileprivate static func kind(_ shape: Shape, isFolded: Bool) -> UInt64 {
    let kind: UInt64 =
      switch shape {
      case .whole: 6
      case .start: 7
      case .end: 8
      case .window: 9
      case .number: 10
      }
    return isFolded ? kind + 16 : kind
  }
}

extension KeyedPart {
  /// A number that makes the hashes of equal texts differ between parts.
  fileprivate var salt: UInt64 { UInt64(bitPattern: Int64(hashValue)) << 8 }
}

/// The views of one part under which at least one stub is indexed, and how many stubs each has.
struct TextViews: Sendable {
  private let salt: UInt64
  private var counts: [TextView: Int] = [:]
  private var plain = TextShapes()
  private var folded = TextShapes()

  init(of part: KeyedPart) { salt = part.salt }

  var isEmpty: Bool { counts.isEmpty }

  var hasWindows: Bool { plain.hasWindows || folded.hasWindows }

  mutating func add(_ view: TextView) {
    let count = counts[view, default: 0] + 1
    counts[view] = count
    guard count == 1 else { return }
    if view.isFolded { folded.insert(view.shape) } else { plain.insert(view.shape) }
  }

  mutating func remove(_ view: TextView) {
    let count = counts[view, default: 1] - 1
    counts[view] = count == 0 ? nil : count
    guard count == 0 else { return }
    if view.isFolded { folded.remove(view.shape) } else { plain.remove(view.shape) }
  }

  /// Calls `body` with each hash under which stubs for this text may be indexed.
  ///
  /// With `withWindows`, the windows of the text are also hashed.
  func forEachHash(of text: String, withWindows: Bool, _ body: (UInt64) -> Void) {
    plain.forEachHash(of: text, withWindows: withWindows) { hash, shape in
      body(hash.value(salt ^ TextView.kind(shape, isFolded: false)))
    }
    if folded.isEmpty(withWindows: withWindows) { return }
    folded.forEachHash(of: text.foldingCase(), withWindows: withWindows) { hash, shape in
      body(hash.value(salt ^ TextView.kind(shape, isFolded: true)))
    }
  }
}

/// A set of the shapes of views.
private struct TextShapes: Sendable {
  private var hasWhole = false
  private var numbers = LengthSet()
  private var starts = LengthSet()
  private var ends = LengthSet()
  private var windowsAnywhere = LengthSet()
  private var windowsAtDelimiters = LengthSet()

  var hasWindows: Bool { !windowsAnywhere.isEmpty || !windowsAtDelimiters.isEmpty }

  func isEmpty(withWindows: Bool) -> Bool {
    numbers.isEmpty && hasNoBytes(withWindows: withWindows)
  }

  private func hasNoBytes(withWindows: Bool) -> Bool {
    !hasWhole && starts.isEmpty && ends.isEmpty && !(withWindows && hasWindows)
  }

  mutating func insert(_ shape: TextView.Shape) {
    switch shape {
    case .whole: hasWhole = true
    case .number(let bits): numbers.insert(bits)
    case .start(let length): starts.insert(length)
    case .end(let length): ends.insert(length)
    case .window(let length, .anywhere): windowsAnywhere.insert(length)
    case .window(let length, .atDelimiters): windowsAtDelimiters.insert(length)
    }
  }

  mutating func remove(_ shape: TextView.Shape) {
    switch shape {
    case .whole: hasWhole = false
    case .number(let bits): numbers.remove(bits)
    case .start(let length): starts.remove(length)
    case .end(let length): ends.remove(length)
    case .window(let length, .anywhere): windowsAnywhere.remove(length)
    case .window(let length, .atDelimiters): windowsAtDelimiters.remove(length)
    }
  }

  /// Calls `body` with each hash of the text, and with the shape of its view, in which lengths are
  /// 0.
  func forEachHash(
    of text: String, withWindows: Bool, _ body: (ByteHash, TextView.Shape) -> Void
  ) {
    if !numbers.isEmpty, let number = JSONNumber(decimal: text)?.order {
      numbers.forEachLength { body(ByteHash(number, bits: $0), .number(0)) }
    }
    if hasNoBytes(withWindows: withWindows) { return }
    var text = text
    text.withUTF8 { bytes in
      if hasWhole { body(ByteHash(bytes), .whole) }
      starts.forEachHash(of: bytes) { body($0, .start(0)) }
      if !ends.isEmpty { ends.forEachHash(of: bytes.reversed()) { body($0, .end(0)) } }
      guard withWindows else { return }
      for (lengths, start) in [
        (windowsAnywhere, WindowStart.anywhere), (windowsAtDelimiters, .atDelimiters),
      ]
      where !lengths.isEmpty {
        lengths.forEachWindow(of: bytes, start) { body($0, .window(0, start)) }
      }
    }
  }
}
