import Foundation
import StubCore

/// A planned body that is open for reading.
final class OpenBody {
  private let reader: BodyReader

  init(_ body: PlannedBody) throws(BodyReadError) { reader = try BodyReader(body) }

  func read(_ range: Range<Int>) throws(BodyReadError) -> Data { try reader.read(range) }
}
