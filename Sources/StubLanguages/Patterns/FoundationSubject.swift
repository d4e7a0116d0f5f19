#if FOUNDATION_REGEX
/// A part of the searched bytes that is valid UTF-8, between bytes that are not.
///
/// Foundation copies the whole text for each search, so each part is a text of its own.
struct SubjectStretch {
  private let subject: UnsafeBufferPointer<UInt8>
  let bytes: Range<Int>

  init(firstOf subject: UnsafeBufferPointer<UInt8>) { self.init(subject, from: 0) }

  private init(_ subject: UnsafeBufferPointer<UInt8>, from start: Int) {
    self.subject = subject
    bytes = start..<Self.end(in: subject, from: start)
  }

  var isFirst: Bool { bytes.lowerBound == 0 }

  /// The part after the next bytes that are not UTF-8; `nil` at the end.
  var next: SubjectStretch? {
    var start = bytes.upperBound
    guard start < subject.count else { return nil }
    repeat { start += 1 } while start < subject.count && Self.end(in: subject, from: start) == start
    return SubjectStretch(subject, from: start)
  }

  /// The part as a text, with a character in place of the bytes that are not UTF-8, if there are any: the
  /// text neither begins nor ends there.
  var text: SubjectText {
    SubjectText(
      UnsafeBufferPointer(rebasing: subject[bytes]), isFirst: isFirst,
      isLast: bytes.upperBound == subject.count)
  }

  private static func end(in subject: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let rest = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: subject[start...]))
    return UTF8Check.firstInvalidByte(in: rest).map { start + $0 } ?? subject.count
  }
}

/// A text to be searched, whose places are counted in UTF-16 units.
struct SubjectText {
  private static let stranger = "\u{FFFD}"

  let string: String
  private let isASCII: Bool
  /// The units before and after the bytes that were given.
  private let margins: (before: Int, after: Int)

  init(_ bytes: UnsafeBufferPointer<UInt8>, isFirst: Bool, isLast: Bool) {
    let own = String(decoding: bytes, as: UTF8.self)
    isASCII = own.utf16.count == bytes.count
    margins = (isFirst ? 0 : 1, isLast ? 0 : 1)
    string = (isFirst ? "" : Self.stranger) + own + (isLast ? "" : Self.stranger)
  }

  /// The units from that byte on, before which all are ASCII.
  func units(from start: Int) -> Range<Int> {
    margins.before + start..<string.utf16.count - margins.after
  }

  /// The bytes of these units, counted from `start`.
  func bytes(_ units: Range<Int>, from start: Int) -> Range<Int> {
    start + place(units.lowerBound)..<start + place(units.upperBound)
  }

  private func place(_ unit: Int) -> Int {
    if isASCII { return unit - margins.before }
    let index = string.utf16.index(string.startIndex, offsetBy: unit)
    let place = string.utf8.distance(from: string.startIndex, to: index)
    return place - margins.before * Self.stranger.utf8.count
  }
}
#endif
