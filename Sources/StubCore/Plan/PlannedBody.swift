public import StubPlatform

/// The body of a planned response, whose length is known before the first byte is sent.
public enum PlannedBody: Sendable, Hashable {
  /// Bytes in memory.
  case data(Data)
  /// A part of a file, `count` bytes from `offset` on, which is read while it is sent.
  case file(path: String, offset: Int, count: Int)

  /// An empty body, for which the head announces a length of 0 where HTTP allows it.
  public static let empty = PlannedBody.data(Data())

  /// The number of bytes.
  public var count: Int {
    switch self {
    case .data(let data): data.count
    case .file(_, _, let count): count
    }
  }

  /// Returns the part of the body in `range`, which is clamped to the body.
  package func slice(_ range: Range<Int>) -> PlannedBody {
    let range = range.clamped(to: 0..<count)
    switch self {
    case .data(let data):
      return .data(data.dropFirst(range.lowerBound).prefix(range.count))
    case .file(let path, let offset, _):
      return .file(path: path, offset: offset + range.lowerBound, count: range.count)
    }
  }
}

/// A reader of a planned body, whose file stays open as long as the reader exists.
///
/// All ranges must lie within the body.
package struct BodyReader: Sendable {
  private enum Source: Sendable {
    case data(Data)
    case file(OpenFile, offset: Int)
  }

  private let source: Source

  /// Opens the body for reading.
  ///
  /// - Throws: `BodyReadError` if the file cannot be opened.
  package init(_ body: PlannedBody) throws(BodyReadError) {
    switch body {
    case .data(let data): source = .data(data)
    case .file(let path, let offset, _): source = .file(try .shared(path), offset: offset)
    }
  }

  /// Returns the bytes in `range`.
  ///
  /// - Throws: `BodyReadError` if the file has become shorter or cannot be read.
  package func read(_ range: Range<Int>) throws(BodyReadError) -> Data {
    if case .data(let data) = source { return data.part(range) }
    var bytes: Data?
    try withBytes(range) { bytes = Data($0) }
    return bytes ?? Data()
  }

  /// Copies the bytes in `range` to the start of the buffer, which must be large enough.
  ///
  /// - Throws: `BodyReadError` if the file has become shorter or cannot be read.
  package func read(
    _ range: Range<Int>, into room: UnsafeMutableRawBufferPointer
  ) throws(BodyReadError) {
    switch source {
    case .data(let data): _ = data.part(range).copyBytes(to: room)
    case .file(let file, let offset):
      try file.read(
        from: offset + range.lowerBound,
        into: UnsafeMutableRawBufferPointer(rebasing: room.prefix(range.count)))
    }
  }

  /// Calls the closure with the bytes in `range`.
  ///
  /// A part of a file is read into memory for the time of the call.
  ///
  /// - Throws: `BodyReadError` if the file has become shorter or cannot be read.
  package func withBytes(
    _ range: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(BodyReadError) {
    if case .data(let data) = source { return data.part(range).withUnsafeBytes(body) }
    try withUnsafeTemporaryAllocation(byteCount: range.count, alignment: 1) {
      room throws(BodyReadError) in
      try read(range, into: room)
      body(UnsafeRawBufferPointer(room))
    }
  }

  /// Returns the range of the bytes in their file; `nil` for a body in memory.
  ///
  /// - Throws: `BodyReadError` if the file has become shorter.
  package func filePart(_ range: Range<Int>) throws(BodyReadError) -> FilePart? {
    guard case .file(let file, let offset) = source else { return nil }
    let part = FilePart(
      file: file, range: offset + range.lowerBound..<offset + range.upperBound)
    guard try file.count() >= part.range.upperBound else { throw file.truncationError }
    return part
  }
}

extension Data {
  fileprivate func part(_ range: Range<Int>) -> Data {
    self[startIndex + range.lowerBound..<startIndex + range.upperBound]
  }
}
