extension JSONValue {
  /// Reads a JSON text (RFC 8259) in UTF-8; a byte order mark is skipped.
  ///
  /// Of members with one name the last wins. Arrays and objects nest up to 512 deep. Half of a
  /// surrogate pair in an escape (`"\ud800"`) is refused, because no Unicode text can hold it.
  ///
  /// - Throws: `JSONSyntaxError` with line, column and reason.
  public init(parsing bytes: some Sequence<UInt8>) throws(JSONSyntaxError) {
    var parser = JSONParser(bytes: bytes as? [UInt8] ?? Array(bytes))
    self = try parser.parseText()
  }

  /// Reads a JSON text (RFC 8259).
  ///
  /// - Throws: `JSONSyntaxError` with line, column and reason.
  public init(parsing text: some StringProtocol) throws(JSONSyntaxError) {
    try self.init(parsing: Array(text.utf8))
  }
}
