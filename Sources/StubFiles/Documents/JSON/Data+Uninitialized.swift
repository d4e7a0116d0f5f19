#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension Data {
  /// Data that is written where it stays; what it does not fill is given back.
  ///
  /// The closure writes the bytes and returns how many they are.
  init(
    unsafeUninitializedCapacity capacity: Int,
    initializingWith fill: (UnsafeMutableBufferPointer<UInt8>) -> Int
  ) {
    guard let room = malloc(capacity) else { preconditionFailure("expected memory, found none") }
    let bytes = room.assumingMemoryBound(to: UInt8.self)
    let count = fill(UnsafeMutableBufferPointer(start: bytes, count: capacity))
    self.init(
      bytesNoCopy: realloc(room, count) ?? room, count: count, deallocator: .free)
  }
}
