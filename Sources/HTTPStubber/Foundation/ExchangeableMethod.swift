#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
import StubPlatform

/// A class method that can be exchanged at run time, of a class in another module.
///
/// A class method is called through the metadata of the class: a table of words that includes the
/// address of the method. The word is found by comparing two classes of this module that differ
/// only in such a method. Only a single word is written, so other threads see either the old or the
/// new method.
struct ExchangeableMethod: @unchecked Sendable {
  private let place: UnsafeMutablePointer<UInt>
  private let original: UInt
  private let replacement: UInt

  /// Finds the method without changing anything; `nil` if anything is not as expected.
  ///
  /// - Parameters:
  /// - type: The class whose method is exchanged; it is derived from the root and overrides the
  ///   method.
  /// - root: The class that declares the method.
  /// - plain: A direct subclass of the root without any method.
  /// - overriding: A direct subclass of the root that overrides only the method.
  init?(of type: AnyClass, root: AnyClass, plain: AnyClass, overriding: AnyClass) {
    let tables = [type, root, plain, overriding].map(ClassTable.init)
    let (type, root, plain, overriding) = (tables[0], tables[1], tables[2], tables[3])
    guard tables.allSatisfy({ $0.isPlausible }), type.isDerived(from: root),
      plain.superclass == root.words, overriding.superclass == root.words,
      plain.count == overriding.count, plain.count >= root.count, type.count >= root.count
    else { return nil }
    // The two classes also differ in the words for their names and initializers, which are not
    // inherited from the root.
    let places = (0..<root.count).filter {
      plain.words[$0] == root.words[$0] && plain.words[$0] != overriding.words[$0]
    }
    guard places.count == 1, let index = places.first, type.words[index] != root.words[index],
      Self.makeWritable(type.words + index)
    else { return nil }
    place = type.words + index
    original = place.pointee
    replacement = overriding.words[index]
  }

  /// Installs the new method.
  ///
  /// - Returns: Whether the new method is in place.
  @discardableResult
  func exchange() -> Bool {
    place.pointee = replacement
    return place.pointee == replacement
  }

  func restore() { place.pointee = original }

  /// Makes a word in the data of a library writable.
  ///
  /// - Returns: whether this worked.
  private static func makeWritable(_ place: UnsafeMutablePointer<UInt>) -> Bool {
    #if canImport(Glibc) || canImport(Musl)
    let size = UInt(sysconf(Int32(_SC_PAGESIZE)))
    let page = UnsafeMutableRawPointer(bitPattern: UInt(bitPattern: place) / size * size)
    return page.map { mprotect($0, Int(size), PROT_READ | PROT_WRITE) == 0 } ?? false
    #else
    return false
    #endif
  }
}

/// The metadata of a class, as words from the address of the class.
///
/// The layout of the first 40 bytes is fixed on platforms without Objective-C ("Class Metadata" in
/// the Swift project's TypeMetadata.rst).
private struct ClassTable {
  let words: UnsafeMutablePointer<UInt>

  init(_ type: AnyClass) {
    words = unsafeBitCast(type, to: UnsafeMutablePointer<UInt>.self)
  }

  var superclass: UnsafeMutablePointer<UInt>? { UnsafeMutablePointer(bitPattern: words[1]) }

  /// The number of words in the metadata; 0 if the stored number is not plausible.
  var count: Int {
    let (size, start) = (half(at: 32), half(at: 36))
    let count = (Int(size) - Int(start)) / 8
    return start < size && (8..<4_096).contains(count) ? count : 0
  }

  /// Whether the metadata looks like that of a class on a 64-bit platform.
  var isPlausible: Bool {
    MemoryLayout<UInt>.size == 8 && words[0] == 0 && count > 0
  }

  func isDerived(from root: ClassTable) -> Bool {
    var ancestor = superclass
    for _ in 0..<8 {
      if ancestor == root.words { return true }
      ancestor = ancestor.flatMap { UnsafeMutablePointer(bitPattern: $0[1]) }
    }
    return false
  }

  private func half(at offset: Int) -> UInt32 {
    UnsafeRawPointer(words).load(fromByteOffset: offset, as: UInt32.self)
  }
}
#endif
