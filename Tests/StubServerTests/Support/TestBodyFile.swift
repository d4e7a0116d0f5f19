import Foundation
import StubCore

/// A file with bytes that are nowhere the same, for bodies; removed with its last owner.
final class TestBodyFile: Sendable {
  let path = NSTemporaryDirectory() + "body-\(UUID().uuidString)"
  let bytes: Data

  init(_ count: Int) throws {
    var bytes = Data(capacity: count + 4)
    var number: UInt32 = 1
    while bytes.count < count {
      number = number &* 1_664_525 &+ 1_013_904_223
      withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
    }
    self.bytes = bytes.prefix(count)
    try self.bytes.write(to: URL(filePath: path))
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func truncate(to count: Int) throws {
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    try handle.truncate(atOffset: UInt64(count))
    try handle.close()
  }

  /// All of it, or a part.
  func body(_ range: Range<Int>? = nil) -> PlannedBody {
    let range = range ?? 0..<bytes.count
    return .file(path: path, offset: range.lowerBound, count: range.count)
  }

  /// The same in memory.
  func data(_ range: Range<Int>? = nil) -> PlannedBody {
    .data(bytes[range ?? 0..<bytes.count])
  }
}
