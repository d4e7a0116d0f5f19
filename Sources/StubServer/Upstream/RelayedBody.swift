import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The start of a body that goes on to a client as it comes.
struct RelayedBody {
  let limit: Int
  private(set) var start = Data()
  /// The size of all that has come.
  private(set) var count = 0
  /// Why no more came; `nil` for a whole body.
  var failure: StubFailure?

  init(limit: Int) { self.limit = limit }

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    count += bytes.count
    if start.count < limit { start.append(contentsOf: bytes.prefix(limit - start.count)) }
  }
}
