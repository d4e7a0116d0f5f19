#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The body of a recorded response in a file of its own.
///
/// The name of the file depends on the bytes alone, so bodies with the same name are the same.
package struct RecordedBodyFile: Sendable, Hashable {
  /// Where the file is.
  package var path: String
  /// The size of the file.
  package var byteCount: Int

  /// A file that exists; it is read when the response is played.
  package init(path: String, byteCount: Int) {
    self.path = path
    self.byteCount = byteCount
  }

  /// The name with its folder, which is beside the cassette.
  package var reference: String { path.split(separator: "/").suffix(2).joined(separator: "/") }

  private var name: Substring { path.split(separator: "/").last ?? "" }

  package static func == (one: Self, other: Self) -> Bool {
    one.byteCount == other.byteCount && one.name == other.name
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(byteCount)
    hasher.combine(name)
  }
}

/// Where a recorder wants bodies that are too large for memory.
package protocol BodySpool: AnyObject, Sendable {
  /// Bodies of up to so many bytes stay in memory.
  var memoryLimit: Int { get }

  /// Opens a file for a body; `nil` if that is not possible, which the recorder tells itself.
  func open() -> (any SpooledBody)?
}

/// A body on its way into a file; one that is released before its end leaves no file.
package protocol SpooledBody: AnyObject {
  /// Adds bytes; returns whether they could be written.
  func append(_ bytes: UnsafeRawBufferPointer) -> Bool

  /// The whole file; `nil` if it could not be written.
  func finish() -> RecordedBodyFile?
}

/// Takes a body as it comes: in memory, or in a file once it is too large for that.
package struct BodyCollector {
  private let spool: (any BodySpool)?
  /// What has come, as long as it is in memory.
  package private(set) var data = Data()
  private var file: (any SpooledBody)?
  /// Whether a part of the body is missing, as it could not be written.
  package private(set) var isBroken = false

  /// Without a spool the body stays in memory.
  package init(_ spool: (any BodySpool)? = nil) { self.spool = spool }

  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    if isBroken { return }
    if let file {
      isBroken = !file.append(bytes)
      return
    }
    data.append(contentsOf: bytes)
    guard let spool, data.count > spool.memoryLimit else { return }
    file = spool.open()
    isBroken = !(data.withUnsafeBytes { file?.append($0) } ?? false)
    data = Data()
  }

  /// What has come, in memory or in a file; the collector is empty then.
  package mutating func finish() -> (data: Data, file: RecordedBodyFile?) {
    guard let file else { return (data, nil) }
    self.file = nil
    let whole = isBroken ? nil : file.finish()
    isBroken = whole == nil
    return (Data(), whole)
  }
}
