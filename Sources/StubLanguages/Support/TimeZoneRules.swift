import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The offsets of a named time zone, read from the system's TZif file (RFC 9636).
///
/// `FoundationEssentials` knows no named zones: those come with ICU, which a server that is to
/// start fast does not load.
struct TimeZoneRules: Sendable, Hashable {
  private var transitions: [Int] = []
  /// The offset from each transition on.
  private var offsets: [Int] = []
  private var firstOffset = 0
  /// What holds after the last transition.
  private var last: TimeZoneCycle?

  private static let folder = "/usr/share/zoneinfo/"
  private static let known = Mutex<[String: TimeZoneRules]>([:])

  static func named(_ name: String) -> TimeZoneRules? {
    let isName =
      name.utf8.first.map { isLetter($0) } ?? false
      && name.utf8.allSatisfy { isLetter($0) || "0123456789_+-/".utf8.contains($0) }
    guard isName else { return nil }
    if let rules = known.withLock({ $0[name] }) { return rules }
    guard let data = try? Data(contentsOf: URL(filePath: folder + name)),
      let rules = TimeZoneRules(Array(data))
    else { return nil }
    known.withLock { $0[name] = rules }
    return rules
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// Seconds east of Greenwich at a time in seconds since 1970.
  func offset(at time: Int) -> Int {
    guard let final = transitions.last else { return last?.offset(at: time) ?? firstOffset }
    if time >= final, let last { return last.offset(at: time) }
    var (low, high) = (0, transitions.count)
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle] <= time { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? firstOffset : offsets[low - 1]
  }

  // MARK: Reading

  /// The six counts of a header.
  private struct Counts {
    let universal, standard, leaps, times, types, characters: Int

    init?(_ bytes: [UInt8], at start: Int) {
      guard start >= 0, start + 44 <= bytes.count,
        bytes[start..<start + 4].elementsEqual("TZif".utf8)
      else { return nil }
      let counts = (0..<6).map { bytes.bigEndian(at: start + 20 + $0 * 4, length: 4) }
      guard counts.allSatisfy({ (0...100_000).contains($0) }) else { return nil }
      (universal, standard, leaps) = (counts[0], counts[1], counts[2])
      (times, types, characters) = (counts[3], counts[4], counts[5])
    }

    func size(timeLength: Int) -> Int {
      times * (timeLength + 1) + types * 6 + characters + leaps * (timeLength + 4) + standard
        + universal
    }
  }

  /// Reads the 64-bit part of version 2 and later; files of version 1 are no longer made.
  init?(_ bytes: [UInt8]) {
    guard let old = Counts(bytes, at: 0), bytes[4] >= UInt8(ascii: "2") else { return nil }
    let header = 44 + old.size(timeLength: 4)
    guard let counts = Counts(bytes, at: header), counts.types > 0 else { return nil }
    let times = header + 44
    let kinds = times + counts.times * 8
    let types = kinds + counts.times
    let end = times + counts.size(timeLength: 8)
    guard end <= bytes.count else { return nil }
    let typeOffsets = (0..<counts.types).map { bytes.bigEndian(at: types + $0 * 6, length: 4) }
    firstOffset = typeOffsets[0]
    for index in 0..<counts.times {
      let kind = Int(bytes[kinds + index])
      guard kind < typeOffsets.count else { return nil }
      transitions.append(bytes.bigEndian(at: times + index * 8, length: 8))
      offsets.append(typeOffsets[kind])
    }
    let footer = bytes[end...].dropFirst().prefix { $0 != UInt8(ascii: "\n") }
    last = TimeZoneCycle(String(decoding: footer, as: UTF8.self))
  }
}

extension [UInt8] {
  /// A signed number of four or eight bytes.
  fileprivate func bigEndian(at start: Int, length: Int) -> Int {
    let bits = self[start..<start + length].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return length == 4
      ? Int(Int32(truncatingIfNeeded: bits)) : Int(Int64(truncatingIfNeeded: bits))
  }
}
