package import StubPlatform

/// A recorded body in a separate file.
///
/// The name of the file depends only on the bytes, so files with the same name have the same bytes.
package struct RecordedBodyFile: Sendable, Hashable {
  /// The path of the file.
  package var path: String
  /// The size of the file in bytes.
  package var byteCount: Int

  /// Creates a reference to a file, which must exist and is read when the response is sent.
  package init(path: String, byteCount: Int) {
    self.path = path
    self.byteCount = byteCount
  }

  /// The path of the file relative to the cassette's folder: the name of its own folder, and its
  /// name.
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

/// A storage for recorded bodies that are too large for memory.
package protocol BodySpool: AnyObject, Sendable {
  /// The largest size in bytes of bodies that stay in memory.
  var memoryLimit: Int { get }

  /// Opens a file for a body; if that fails, reports the reason and returns `nil`.
  func open() -> (any SpooledBody)?
}

/// A body that is being written to a file.
///
/// The file is deleted if the object is released before `finish()`.
package protocol SpooledBody: AnyObject {
  /// Adds bytes to the file.
  ///
  /// - Returns: whether they could be written.
  func append(_ bytes: UnsafeRawBufferPointer) -> Bool

  /// Returns the complete file; `nil` if it could not be written.
  func finish() -> RecordedBodyFile?
}

/// A collector for a body that arrives in pieces.
///
/// The body is in memory or, once it is large, in a file.
package struct BodyCollector {
  private let spool: (any BodySpool)?
  /// The bytes so far; empty once the body is written to a file.
  package private(set) var data = Data()
  private var file: (any SpooledBody)?
  /// Whether a part of the body is missing because it could not be written.
  package private(set) var isBroken = false

  /// Creates a collector; without a spool (a storage for large bodies), the body stays in memory.
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

  /// Returns the body in memory or in a file; may be called once, at the end.
  package mutating func finish() -> (data: Data, file: RecordedBodyFile?) {
    guard let file else { return (data, nil) }
    self.file = nil
    let whole = isBroken ? nil : file.finish()
    isBroken = whole == nil
    return (Data(), whole)
  }
}
