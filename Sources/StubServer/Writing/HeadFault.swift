import StubCore

/// A planned head that cannot be written without turning into another response.
struct HeadFault: Error, Sendable, Hashable, CustomStringConvertible {
  let description: String

  /// Looks for line ends and NUL, which would split the response, and for what is no status or name.
  static func check(_ head: ResponseHead) throws(HeadFault) {
    guard (100...999).contains(head.status.rawValue) else {
      throw HeadFault(
        description: "expected a status from 100 through 999, found \(head.status.rawValue);"
          + " correct the status of the stub")
    }
    guard isSafe(head.reasonPhrase) else {
      throw HeadFault(
        description: "expected a reason phrase in one line, found a line end or NUL in it;"
          + " correct the reason of the stub")
    }
    for field in head.headers.fields {
      guard isName(field.name.rawName) else {
        throw HeadFault(
          description: "expected a header name made of letters, digits and -, found"
            + " \(field.name.rawName.debugDescription); correct the name in the stub")
      }
      guard isSafe(field.value) else {
        throw HeadFault(
          description: "expected a value in one line for the header \(field.name), found a line"
            + " end or NUL in \(field.value.debugDescription); remove it, or encode it")
      }
    }
  }

  private static func isSafe(_ text: String) -> Bool {
    bytes(of: text) { $0 != 0x0D && $0 != 0x0A && $0 != 0 }
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && bytes(of: text, allSatisfy: ByteClass.isToken)
  }

  /// Mostly they are in one piece, which is looked through much faster.
  @inline(__always)
  private static func bytes(of text: String, allSatisfy isFit: (UInt8) -> Bool) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { $0.allSatisfy(isFit) }
      ?? text.utf8.allSatisfy(isFit)
  }
}
